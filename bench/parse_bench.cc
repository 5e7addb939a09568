// Measures parsing of a page as a whole, in parts and into a tree, on one ordinary page and, if the
// conformance suites are there, on real pages; and gumbo and libxml2 on the same pages for
// comparison. Pages that are hostile to tree builders are measured with our tree only, because the
// others take minutes or crash.
//
//   ./test builds no benchmarks: cmake --preset bench && ninja -C build/bench parse_bench
//   FRESHET_SUITES=... build/bench/bench/parse_bench
#include <benchmark/benchmark.h>
#include <gumbo.h>
#include <libxml/HTMLparser.h>
#include <zlib.h>

#include <cstdlib>
#include <filesystem>

#include "charset/decode.h"
#include "dom/document.h"
#include "parse/page.h"
#include "parse/tokenizer.h"
#include "sample_page.h"
#include "url/canonical.h"

namespace freshet::parse {
namespace {

const url::Url kBase = *url::parse("http://www.example.com/articles/sample.html");

class Ignore final : public TokenSink {
 public:
  void text(std::string_view piece) override { bytes += piece.size(); }
  ContentModel start_tag(const StartTag& tag) override {
    ++tags;
    return content_model(tag.tag);
  }
  void end_tag(Tag, std::string_view) override {}
  size_t bytes = 0;
  size_t tags = 0;
};

std::vector<std::string> real_pages() {
  std::vector<std::string> pages;
  const char* suites = std::getenv("FRESHET_SUITES");
  const std::filesystem::path folder =
      std::string(suites ? suites : "../shared/data/suites") + "/html_real/pages";
  if (!std::filesystem::exists(folder)) return pages;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    gzFile file = gzopen(entry.path().c_str(), "rb");
    std::string page;
    char buffer[1 << 16];
    for (int n; (n = gzread(file, buffer, sizeof buffer)) > 0;) page.append(buffer, size_t(n));
    gzclose(file);
    pages.push_back(std::move(page));
  }
  return pages;
}

// Runs `f` on each page in turn and reports bytes a second and pages a second.
template <typename F>
void over_pages(benchmark::State& state, const std::vector<std::string>& pages, F&& f) {
  if (pages.empty()) {
    state.SkipWithError("no pages here: set FRESHET_SUITES");
    return;
  }
  int64_t bytes = 0;
  int64_t count = 0;
  for (auto _ : state) {
    for (const std::string& page : pages) {
      f(page);
      bytes += static_cast<int64_t>(page.size());
      ++count;
    }
  }
  state.SetBytesProcessed(bytes);
  state.SetItemsProcessed(count);
}

std::string flood(std::string_view start, std::string_view piece) {
  std::string page(start);
  while (page.size() < 1'000'000) page += piece;
  return page;
}

// A megabyte each.
std::vector<std::pair<const char*, std::vector<std::string>>> hostile_pages() {
  std::string formatting;
  for (int i = 0; formatting.size() < 1'000'000; ++i) {
    formatting += "<p><b id=" + std::to_string(i) + ">";
  }
  std::string spans;
  for (int i = 0; i < 500; ++i) spans += "<x-" + std::to_string(i) + ">";
  return {{"nested_div", {flood("", "<div>")}},       {"formatting", {formatting}},
          {"adoption", {flood("", "<a><div>")}},      {"tables", {flood("", "<table><td>")}},
          {"foster", {flood("<table>", "<a>x<tr>")}}, {"end_tags", {flood(spans, "</x-y>")}}};
}

const std::vector<std::string>& pages_for(const std::string& which) {
  static const std::vector<std::string> sample = {bench::sample_page()};
  static const std::vector<std::string> real = real_pages();
  return which == "sample" ? sample : real;
}

void tokenize(const std::string& page) {
  Ignore sink;
  Tokenizer tokenizer(sink);
  tokenizer.feed(page);
  tokenizer.finish();
  benchmark::DoNotOptimize(sink.bytes + sink.tags);
}

void whole_pass(const std::string& page) {
  benchmark::DoNotOptimize(parse_page(page, {.url = kBase, .transport = std::nullopt}));
}

void pass_and_canonical(const std::string& page) {
  static const url::Canonicalizer canonicalizer;
  const ParsedPage parsed = parse_page(page, {.url = kBase, .transport = std::nullopt});
  for (const Link& link : parsed.links) benchmark::DoNotOptimize(canonicalizer.canonical(link.url));
}

void tree(const std::string& page) {
  benchmark::DoNotOptimize(dom::parse_document(page));
}

void gumbo(const std::string& page) {
  GumboOutput* output = gumbo_parse_with_options(&kGumboDefaultOptions, page.data(), page.size());
  benchmark::DoNotOptimize(output);
  gumbo_destroy_output(&kGumboDefaultOptions, output);
}

void libxml2(const std::string& page) {
  htmlDocPtr document = htmlReadMemory(
      page.data(), static_cast<int>(page.size()), "http://example.com/", nullptr,
      HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET);
  benchmark::DoNotOptimize(document);
  xmlFreeDoc(document);
}

}  // namespace
}  // namespace freshet::parse

int main(int argc, char** argv) {
  using namespace freshet::parse;
  const std::pair<const char*, void (*)(const std::string&)> subjects[] = {
      {"tokens", tokenize},
      {"whole_pass", whole_pass},
      {"whole_pass_and_canonical", pass_and_canonical},
      {"tree", tree},
      {"gumbo_tree", gumbo},
      {"libxml2_tree", libxml2},
  };
  for (const char* which : {"sample", "real"}) {
    for (const auto& [name, f] : subjects) {
      benchmark::RegisterBenchmark(
          (std::string(name) + "/" + which).c_str(),
          [f = f, which](benchmark::State& state) { over_pages(state, pages_for(which), f); })
          ->Unit(benchmark::kMicrosecond);
    }
  }
  static const auto hostile = hostile_pages();
  for (const auto& [name, pages] : hostile) {
    benchmark::RegisterBenchmark(
        (std::string("tree/") + name).c_str(),
        [&pages = pages](benchmark::State& state) { over_pages(state, pages, tree); })
        ->Unit(benchmark::kMicrosecond);
  }
  benchmark::Initialize(&argc, argv);
  std::printf("sample page: %zu bytes; %zu real pages\n", pages_for("sample")[0].size(),
              pages_for("real").size());
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
