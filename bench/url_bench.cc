// Measures the cost of the links of a page: each is resolved against the page and made canonical.
// The goal is 20 microseconds for a page of 40 links.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <new>
#include <string_view>

#include "url/canonical.h"
#include "url/site.h"
#include "url/surt.h"
#include "url/url.h"

namespace {
int64_t allocations = 0;
}

// Counts allocations for the benchmarks. (If these were inlined, GCC would warn that new and free
// do not match.)
[[gnu::noinline]] void* operator new(size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, size_t) noexcept {
  std::free(memory);
}

namespace freshet::url {
namespace {

constexpr std::string_view kBase =
    "https://www.example.com/news/2024/05/a-story-about-rivers-and-floods.html?page=2";

constexpr std::string_view kAbsolute =
    "https://www.example.com/science/climate/2024/05/floods-explained.html?ref=front&id=48151623";

// Links of a news page: navigation, stories, pictures, links for sharing, and a few to other sites.
constexpr std::string_view kLinks[] = {
    "/",
    "/news/",
    "/sport/",
    "/culture/",
    "/science/climate/",
    "/about/contact.html",
    "#main",
    "#comments",
    "?page=1",
    "?page=3",
    "?page=3&sort=newest",
    "index.html",
    "another-story-from-today.html",
    "yet-another-longer-story-title-with-many-words-in-it.html",
    "../04/last-months-story.html",
    "../../2023/12/a-story-of-last-year.html",
    "./related.html?id=12345",
    "/news/2024/05/town-council-votes-on-new-bridge-over-the-river.html",
    "/news/2024/05/town-council-votes-on-new-bridge-over-the-river.html#comments",
    "/news/2024/05/rain-expected-for-the-weekend.html?utm_source=front&utm_medium=teaser",
    "/tag/weather?page=1",
    "/tag/rivers?page=1&per_page=20",
    "/images/2024/05/river-at-dusk-1200x800.jpg",
    "/search?q=floods+2024&lang=en",
    "/account/login?return=%2Fnews%2F2024%2F05%2Fa-story-about-rivers-and-floods.html",
    "//cdn.example.net/assets/app.3f2a1c.js",
    "//cdn.example.net/assets/site.9b1d22.css",
    "https://www.example.com/newsletter/subscribe",
    "https://www.example.com/news/2024/05/a-story-about-rivers-and-floods.html?print=1",
    "https://shop.example.com/books/the-river-and-its-people/9780000000000?sid=abc123",
    "https://www.example.org/wiki/List_of_floods_(2020%E2%80%93present)",
    "https://en.wikipedia.org/wiki/Flood#Types",
    "https://twitter.com/intent/tweet?url=https%3A%2F%2Fwww.example.com%2Fnews&text=Floods",
    "https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2Fwww.example.com%2Fnews",
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ&feature=youtu.be",
    "http://blog.example.net/2019/11/22/high-water/",
    "http://archive.example.edu/papers/hydrology/1998/smith98.pdf",
    "mailto:editor@example.com",
    "javascript:void(0)",
    "tel:+15550100",
};
static_assert(std::size(kLinks) == 40);

void parse_absolute(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(parse(kAbsolute));
}
BENCHMARK(parse_absolute);

void parse_idn(benchmark::State& state) {
  for (auto _ : state)
    benchmark::DoNotOptimize(
        parse("https://www.b\xC3\xBC"
              "cher.example/"));
}
BENCHMARK(parse_idn);

void resolve_path_absolute(benchmark::State& state) {
  const Url base = parse(kBase).value();
  for (auto _ : state) {
    benchmark::DoNotOptimize(resolve("/news/2024/05/rain-expected-for-the-weekend.html", base));
  }
}
BENCHMARK(resolve_path_absolute);

void resolve_with_dot_segments(benchmark::State& state) {
  const Url base = parse(kBase).value();
  for (auto _ : state) {
    benchmark::DoNotOptimize(resolve("../../2023/12/a-story-of-last-year.html", base));
  }
}
BENCHMARK(resolve_with_dot_segments);

void canonicalise(benchmark::State& state) {
  const Canonicalizer canonicalizer;
  const Url url = parse(kAbsolute).value();
  for (auto _ : state) benchmark::DoNotOptimize(canonicalizer.canonical(url));
}
BENCHMARK(canonicalise);

void canonicalise_with_tracking(benchmark::State& state) {
  const Canonicalizer canonicalizer;
  const Url url = parse(
                      "https://www.example.com/a;jsessionid=0123456789ABCDEF/b%7Ec?"
                      "utm_source=mail&id=5&utm_medium=mail&q=%e2%82%ac&gclid=abc")
                      .value();
  for (auto _ : state) benchmark::DoNotOptimize(canonicalizer.canonical(url));
}
BENCHMARK(canonicalise_with_tracking);

// Reports allocations per link. The goal is two: the URL and its canonical form.
void page_of_40_links(benchmark::State& state) {
  const Canonicalizer canonicalizer;
  const Url base = parse(kBase).value();
  const int64_t allocations_before = allocations;
  for (auto _ : state) {
    for (const std::string_view link : kLinks) {
      const auto url = resolve(link, base);
      if (url) benchmark::DoNotOptimize(canonicalizer.canonical(*url));
    }
  }
  const int64_t links = state.iterations() * static_cast<int64_t>(std::size(kLinks));
  state.SetItemsProcessed(links);
  state.counters["allocations_per_link"] =
      static_cast<double>(allocations - allocations_before) / static_cast<double>(links);
}
BENCHMARK(page_of_40_links);

void registrable_domain(benchmark::State& state) {
  const PublicSuffixes& suffixes = PublicSuffixes::system();
  for (auto _ : state) benchmark::DoNotOptimize(suffixes.registrable_domain("www.example.co.uk"));
}
BENCHMARK(registrable_domain);

void surt_key(benchmark::State& state) {
  const Url url = parse(kAbsolute).value();
  for (auto _ : state) benchmark::DoNotOptimize(surt(url));
}
BENCHMARK(surt_key);

}  // namespace
}  // namespace freshet::url

BENCHMARK_MAIN();
