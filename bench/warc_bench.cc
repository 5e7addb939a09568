// Measures writing an archive: CPU time for one visit to a page of 9.5 kB with all its records.
#include <benchmark/benchmark.h>
#include <stdlib.h>

#include <filesystem>
#include <string>

#include "sample_page.h"
#include "warc/archive.h"
#include "warc/reader.h"

namespace {

namespace fs = std::filesystem;
using freshet::Duration;
using freshet::Instant;
using freshet::warc::Archive;
using freshet::warc::Exchange;

constexpr std::string_view kRequest =
    "GET /articles/sample.html HTTP/1.1\r\nHost: www.example.com\r\n"
    "User-Agent: freshet/0.1.0 (+http://example.com/bot)\r\n"
    "Accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.5\r\nAccept-Encoding: gzip, br, zstd";
constexpr std::string_view kReply =
    "HTTP/1.1 200 OK\r\nDate: Mon, 05 Jan 2026 07:09:34 GMT\r\nServer: nginx/1.22.1\r\n"
    "Content-Type: text/html; charset=utf-8\r\nTransfer-Encoding: chunked\r\n"
    "Last-Modified: Sun, 04 Jan 2026 18:00:00 GMT\r\nETag: \"5f3c-61a2b\"\r\n"
    "Cache-Control: max-age=600\r\nVary: Accept-Encoding";

// A folder that is deleted when the benchmark ends.
struct Folder {
  fs::path path;
  Folder() {
    std::string name = (fs::temp_directory_path() / "freshet-warc-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) path = name;
  }
  ~Folder() { fs::remove_all(path); }
};

Exchange visit_of(const std::string& page) {
  Exchange visit;
  visit.url = "http://www.example.com/articles/sample.html";
  visit.date = Instant::from_unix_seconds(1'767'596'974);
  visit.request_head = kRequest;
  visit.reply_head = kReply;
  visit.body = page;
  visit.address = "192.0.2.7";
  visit.protocol = "HTTP/1.1";
  visit.metadata = {{"fetchTimeMs", "37"}, {"outcome", "new"}, {"hopsFromSeed", "3"}};
  return visit;
}

enum Kind { kHashedHere, kDigestKnown, kRevisit };

void write_visits(benchmark::State& state, Kind kind, int level) {
  const Folder folder;
  const std::string page = freshet::bench::sample_page();
  auto archive = Archive::open(folder.path, {}, {.software = "bench", .compression_level = level});
  if (!archive) return state.SkipWithError(archive.error().message.c_str());
  Exchange visit = visit_of(page);
  if (kind != kHashedHere) visit.payload_digest = freshet::digest::sha256(page);
  if (kind == kRevisit) visit.original = {.url = visit.url, .date = visit.date};
  for (auto _ : state) {
    visit.date += Duration::microseconds(1);
    auto written = (*archive)->write(visit);
    if (!written) return state.SkipWithError(written.error().message.c_str());
  }
  const auto end = (*archive)->end();
  state.counters["bytes/visit"] =
      static_cast<double>(end.bytes) / static_cast<double>(state.iterations());
}
BENCHMARK_CAPTURE(write_visits, digest_known, kDigestKnown, 1);
BENCHMARK_CAPTURE(write_visits, hashed_here, kHashedHere, 1);
BENCHMARK_CAPTURE(write_visits, revisit, kRevisit, 1);
BENCHMARK_CAPTURE(write_visits, level_6, kDigestKnown, 6);

void close_file(benchmark::State& state) {
  const std::string page = "short";
  for (auto _ : state) {
    state.PauseTiming();
    const Folder folder;
    auto archive = Archive::open(folder.path, {}, {.software = "bench"});
    Exchange visit = visit_of(page);
    std::string url;
    for (int i = 0; i < 10'000; ++i) {
      url = "http://host" + std::to_string(i % 97) + ".example.com/page/" + std::to_string(i);
      visit.url = url;
      if (!(*archive)->write(visit)) return state.SkipWithError("write");
    }
    if (!(*archive)->flush(false)) return state.SkipWithError("flush");
    state.ResumeTiming();
    if (!(*archive)->close()) return state.SkipWithError("close");
  }
  state.SetItemsProcessed(state.iterations() * 10'000);
}
BENCHMARK(close_file)->Unit(benchmark::kMillisecond);

void read_back(benchmark::State& state) {
  const Folder folder;
  const std::string page = freshet::bench::sample_page();
  auto archive = Archive::open(folder.path, {}, {.software = "bench"});
  const Exchange visit = visit_of(page);
  for (int i = 0; i < 1'000; ++i) {
    if (!(*archive)->write(visit)) return state.SkipWithError("write");
  }
  if (!(*archive)->close()) return state.SkipWithError("close");
  for (auto _ : state) {
    auto reader = freshet::warc::Reader::open((*archive)->files().front());
    while (true) {
      const auto found = reader->next();
      if (!found) return state.SkipWithError(found.error().message.c_str());
      if (!*found) break;
    }
  }
  state.SetItemsProcessed(state.iterations() * 1'000);
}
BENCHMARK(read_back)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
