// Measures the cost of a collection for a run: the time from the histories of pages to the first
// choice, the time of a choice, and the bytes of memory for a page, with 16 visits of each page to
// replay and 1,000 pages on each site. The goals are seconds for a million pages and 100 bytes for
// a page. Times are processor times of the one thread that works, so that the load of the machine
// does not matter.
#include <benchmark/benchmark.h>
#include <malloc.h>

#include <cstdlib>
#include <ctime>
#include <new>
#include <string>

#include "digest/split_mix.h"
#include "refresh/refresher.h"

namespace {

size_t g_bytes = 0;  // allocated and not freed
size_t g_most = 0;

}  // namespace

void* operator new(size_t size) {
  void* at = std::malloc(size);
  if (at == nullptr) std::abort();
  g_bytes += malloc_usable_size(at);
  if (g_bytes > g_most) g_most = g_bytes;
  return at;
}
void* operator new(size_t size, std::align_val_t alignment) {
  const auto align = static_cast<size_t>(alignment);
  void* at = std::aligned_alloc(align, (size + align - 1) / align * align);
  if (at == nullptr) std::abort();
  g_bytes += malloc_usable_size(at);
  if (g_bytes > g_most) g_most = g_bytes;
  return at;
}
void operator delete(void* at) noexcept {
  g_bytes -= malloc_usable_size(at);
  std::free(at);
}
void operator delete(void* at, size_t /*size*/) noexcept {
  operator delete(at);
}
void operator delete(void* at, std::align_val_t /*alignment*/) noexcept {
  operator delete(at);
}
void operator delete(void* at, size_t /*size*/, std::align_val_t /*alignment*/) noexcept {
  operator delete(at);
}

namespace freshet::refresh {
namespace {

const Instant kStart = Instant::from_unix_seconds(1'800'000'000);

std::string history_of(uint64_t page) {
  change::History history;
  for (uint64_t i = 0; i < change::History::kRecent; ++i) {
    history.record({.at = kStart + Duration::seconds(static_cast<int64_t>(
                                       i * 172'800 + digest::split_mix(page) % 172'800)),
                    .changed = i > 0 && digest::split_mix(page * 16 + i) % (2 + page % 40) == 0,
                    .size = 1'000 + page % 50'000});
  }
  return history.encode();
}

double seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

void start(benchmark::State& state, const std::string& policy) {
  const auto pages = static_cast<uint64_t>(state.range(0));
  std::vector<std::string> histories;
  for (uint64_t page = 0; page < 10'000; ++page) histories.push_back(history_of(page));
  const Instant now = kStart + Duration::days(62);
  for (auto _ : state) {
    const size_t before = g_bytes;
    g_most = g_bytes;
    Refresher refresher({.policy = policy});
    double begin = seconds();
    for (uint64_t page = 0; page < pages; ++page) {
      const auto history = change::History::decode(histories[page % histories.size()]);
      refresher.recall({.key = {{page / 1'000}, {digest::split_mix(page)}}}, *history, 1);
    }
    state.counters["recall_s"] = seconds() - begin;
    begin = seconds();
    refresher.begin(now);
    state.counters["begin_s"] = seconds() - begin;
    begin = seconds();
    benchmark::DoNotOptimize(refresher.next(now));
    state.counters["first_s"] = seconds() - begin;
    const auto each = static_cast<double>(pages);
    state.counters["bytes_a_page"] = static_cast<double>(g_bytes - before) / each;
    state.counters["most_bytes_a_page"] = static_cast<double>(g_most - before) / each;
    constexpr int kChoices = 100'000;
    begin = seconds();
    for (int i = 0; i < kChoices; ++i) {
      const auto at = now + Duration::milliseconds(10 * i);
      const auto choice = refresher.next(at);
      if (!choice) continue;
      refresher.visited(*choice, {.kind = Found::Kind::kSame}, at);
      refresher.rest(choice->key.site, at + Duration::seconds(1));
    }
    state.counters["choice_us"] = (seconds() - begin) / kChoices * 1e6;
  }
}

BENCHMARK_CAPTURE(start, optimal, "optimal")
    ->Arg(100'000)
    ->Arg(1'000'000)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(start, uniform, "uniform")
    ->Arg(100'000)
    ->Arg(1'000'000)
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace freshet::refresh

BENCHMARK_MAIN();
