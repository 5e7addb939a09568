// Measures the cost of the frontier for a page: admission, and leasing and settling.
// The goals are 5 million insertions a second into a set of 10 million with at most 12 bytes for a
// URL, and a cost that is small compared with that of a request (28 microseconds).
// FRESHET_BENCH_LARGE=1 adds the set of 100 million (1.1 GB).
#include <benchmark/benchmark.h>
#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "digest/split_mix.h"
#include "frontier/frontier.h"
#include "frontier/seen_set.h"
#include "frontier/traps.h"

namespace freshet::frontier {
namespace {

constexpr Instant kStart = Instant::from_unix_seconds(1'700'000'000);

double heap_bytes() {
  const struct mallinfo2 heap = mallinfo2();
  return static_cast<double>(heap.uordblks + heap.hblkhd);
}

// Inserts a new URL into a set that has `range` URLs, or up to a tenth more.
void seen_set_insert(benchmark::State& state) {
  SeenSet seen;
  uint64_t next = 0;
  double most = 0;
  for (; next < static_cast<uint64_t>(state.range()); ++next) {
    seen.insert({digest::split_mix(next)});
    if (next < 10'000 || next % 1'000 != 0) continue;
    most = std::max(most, static_cast<double>(seen.memory_bytes()) / static_cast<double>(next));
  }
  for (auto _ : state) benchmark::DoNotOptimize(seen.insert({digest::split_mix(next++)}));
  state.SetItemsProcessed(state.iterations());
  state.counters["bytes_per_url"] =
      static_cast<double>(seen.memory_bytes()) / static_cast<double>(seen.size());
  state.counters["most_bytes_per_url"] = most;
}

// Fills a set from empty to `range` URLs, including its growth.
void seen_set_fill(benchmark::State& state) {
  for (auto _ : state) {
    SeenSet seen;
    for (uint64_t i = 0; i < static_cast<uint64_t>(state.range()); ++i)
      seen.insert({digest::split_mix(i)});
    benchmark::DoNotOptimize(seen.size());
  }
  state.SetItemsProcessed(state.iterations() * state.range());
}

// Like seen_set_insert, for pages of 40 links.
void seen_set_insert_prefetched(benchmark::State& state) {
  const auto size = static_cast<uint64_t>(state.range());
  SeenSet seen;
  uint64_t next = 0;
  for (; next < size; ++next) seen.insert({digest::split_mix(next)});
  constexpr uint64_t kLinks = 40;
  for (auto _ : state) {
    for (uint64_t i = 0; i < kLinks; ++i) seen.prefetch({digest::split_mix(next + i)});
    for (uint64_t i = 0; i < kLinks; ++i)
      benchmark::DoNotOptimize(seen.insert({digest::split_mix(next++)}));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(kLinks));
}

// Looks up URLs that are in the set, since most links lead to known pages.
void seen_set_known(benchmark::State& state) {
  SeenSet seen;
  const auto size = static_cast<uint64_t>(state.range());
  for (uint64_t i = 0; i < size; ++i) seen.insert({digest::split_mix(i)});
  uint64_t i = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(seen.insert({digest::split_mix(digest::split_mix(++i) % size)}));
  state.SetItemsProcessed(state.iterations());
}

Queued page(uint64_t site, uint64_t number) {
  return {.key = {{digest::split_mix(site)}, {digest::split_mix((site << 32) + number)}},
          .url = "https://www.example.com/news/2024/05/a-story-" + std::to_string(number),
          .depth = 3};
}

void add_site(Frontier& frontier, uint64_t site) {
  const store::SiteId id{digest::split_mix(site)};
  frontier.add_site({.id = id});
  frontier.set_address(id, digest::split_mix(~site));
  frontier.set_rules(id, Duration(), Instant::never());
}

// Calls mark_seen() and queue() for a new page, with `range` sites.
void admit(benchmark::State& state) {
  const auto sites = static_cast<uint64_t>(state.range());
  constexpr uint64_t kPages = 1'000'000;
  for (auto _ : state) {
    state.PauseTiming();
    auto frontier =
        std::make_unique<Frontier>(Politeness{}, FrontierLimits{.queue_per_site = kPages});
    for (uint64_t site = 0; site < sites; ++site) add_site(*frontier, site);
    state.ResumeTiming();
    for (uint64_t i = 0; i < kPages; ++i) {
      Queued queued = page(i % sites, i);
      if (frontier->mark_seen(queued.key.page)) frontier->queue(std::move(queued));
    }
    state.PauseTiming();
    frontier.reset();
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(kPages));
}

// Calls next() and settle() with the usual delay between requests to a site, and advances the time
// as far as necessary. Each page is queued again, so that queues keep their length.
void lease_and_settle(benchmark::State& state) {
  const auto sites = static_cast<uint64_t>(state.range());
  const uint64_t pages = std::clamp<uint64_t>(1'000'000 / sites, 5, 1000);
  Frontier frontier({}, {});
  for (uint64_t site = 0; site < sites; ++site) {
    add_site(frontier, site);
    for (uint64_t i = 0; i < pages; ++i) frontier.queue(page(site, i));
  }
  Instant now = kStart;
  for (auto _ : state) {
    auto lease = frontier.next(now);
    if (!lease) {
      now = frontier.wake_at(now);
      lease = frontier.next(now);
    }
    frontier.settle(std::move(*lease),
                    {.page = Settlement::Page::kLater, .again_at = now + Duration::seconds(1)},
                    now);
  }
  state.SetItemsProcessed(state.iterations());
}

// The same without a delay, as for one fast host.
void lease_and_settle_at_once(benchmark::State& state) {
  const auto sites = static_cast<uint64_t>(state.range());
  Frontier frontier({.delay = Duration()}, {});
  for (uint64_t site = 0; site < sites; ++site) {
    add_site(frontier, site);
    for (uint64_t i = 0; i < 5; ++i) frontier.queue(page(site, i));
  }
  for (auto _ : state) {
    auto lease = frontier.next(kStart);
    frontier.settle(std::move(*lease), {.page = Settlement::Page::kLater, .again_at = kStart},
                    kStart);
  }
  state.SetItemsProcessed(state.iterations());
}

// Measures the bytes for a site without pages and with one waiting page; each site has its own
// address.
void memory_of_sites(benchmark::State& state) {
  const auto sites = static_cast<uint64_t>(state.range());
  for (auto _ : state) {
    const double before = heap_bytes();
    Frontier frontier({}, {});
    for (uint64_t site = 0; site < sites; ++site) add_site(frontier, site);
    const double idle = heap_bytes();
    for (uint64_t site = 0; site < sites; ++site) frontier.queue(page(site, 0));
    const double queued = heap_bytes();
    state.counters["bytes_per_idle_site"] = (idle - before) / static_cast<double>(sites);
    state.counters["bytes_per_site_with_a_page"] = (queued - before) / static_cast<double>(sites);
  }
}

void trap_and_pattern(benchmark::State& state) {
  const url::Url url =
      url::parse("https://www.example.com/science/climate/2024/05/floods.html?ref=front&id=4815")
          .value();
  for (auto _ : state) {
    benchmark::DoNotOptimize(trap_in(url, {}, 2026));
    benchmark::DoNotOptimize(pattern_of(url));
  }
}

BENCHMARK(admit)->Arg(1)->Arg(1'000)->Arg(100'000)->Unit(benchmark::kMillisecond);
BENCHMARK(lease_and_settle)->Arg(1)->Arg(1'000)->Arg(100'000);
BENCHMARK(lease_and_settle_at_once)->Arg(1)->Arg(100'000);
BENCHMARK(memory_of_sites)->Arg(100'000)->Arg(1'000'000)->Iterations(1);
BENCHMARK(trap_and_pattern);

void register_seen_set() {
  std::vector<int64_t> sizes = {1'000'000, 10'000'000};
  if (std::getenv("FRESHET_BENCH_LARGE") != nullptr) sizes.push_back(100'000'000);
  for (const int64_t size : sizes) {
    benchmark::RegisterBenchmark("seen_set_insert", seen_set_insert)
        ->Arg(size)
        ->Iterations(size / 10);
    benchmark::RegisterBenchmark("seen_set_insert_prefetched", seen_set_insert_prefetched)
        ->Arg(size)
        ->Iterations(size / 400);
    benchmark::RegisterBenchmark("seen_set_fill", seen_set_fill)
        ->Arg(size)
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark("seen_set_known", seen_set_known)
        ->Arg(size)
        ->Iterations(size / 10);
  }
}

}  // namespace
}  // namespace freshet::frontier

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  freshet::frontier::register_seen_set();
  benchmark::RunSpecifiedBenchmarks();
}
