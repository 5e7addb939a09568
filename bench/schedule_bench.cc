// Measures the cost of a decision: next() and visited(), with 200,000 pages on 1,000 sites, at 140
// decisions in a simulated minute. The goal is a simulation of ten million decisions in seconds.
// The policy `optimal` is also measured with 1, 10 and 100 million pages, where the goals are half
// a microsecond, and 20 bytes for a page in the queue.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <ctime>
#include <fstream>
#include <functional>
#include <string>

#include "digest/split_mix.h"
#include "schedule/policies.h"
#include "schedule/policies/optimal/optimal.h"

namespace freshet::schedule {
namespace {

constexpr Page kPages = 200'000;
constexpr Site kSites = 1'000;
constexpr size_t kBytesNeeded = 80;  // for a page, of the policy and of the simulated web

HourlyLoad load_of(Site site) {
  HourlyLoad load;
  for (size_t h = 0; h < load.size(); ++h) load[h] = static_cast<double>(1 + (h + site) % 24);
  return load;
}

double seconds_per_byte(Site site, Instant /*now*/) {
  return 1e-6 * (1 + site % 10);
}

uint32_t size_of(uint64_t random) {
  return static_cast<uint32_t>(1'000 + random % 100'000);
}

void decide(benchmark::State& state, const std::function<std::unique_ptr<Policy>()>& make) {
  const auto policy = make();
  Instant now;
  uint64_t random = 0;
  for (Page page = 0; page < kPages; ++page)
    policy->add(page,
                {.site = page % kSites,
                 .weight = 1.0 / (1 + page % 5'000),
                 .size = size_of(digest::split_mix(page))},
                now);
  for (auto _ : state) {
    now += Duration::milliseconds(430);
    const std::optional<Page> page = policy->next(now);
    if (!page) continue;
    const uint64_t drawn = digest::split_mix(++random);
    policy->visited(*page, {.changed = drawn % 4 == 0, .size = size_of(drawn >> 8)}, now);
  }
  state.SetItemsProcessed(state.iterations());
}

// A million decisions, so that several hours pass and rounds end.
void add(const char* name, const std::function<std::unique_ptr<Policy>()>& make) {
  benchmark::RegisterBenchmark(name, decide, make)->Iterations(1'000'000);
}

// A web of many sites. The rates of change differ by site and by page (the logarithms are normally
// distributed, with a deviation of 1.4 each, around 0.05 changes a day). Weights follow Zipf's law.
class ManyPages {
 public:
  explicit ManyPages(Page pages) : last_visit_(pages) {
    // The sum of twelve uniform numbers is close enough to a normal distribution, and fast.
    for (size_t i = 0; i < factors_.size(); ++i) {
      double sum = -6;
      for (uint64_t k = 0; k < 12; ++k)
        sum += static_cast<double>(digest::split_mix(i * 12 + k) >> 11) * 0x1p-53;
      factors_[i] = static_cast<float>(std::exp(1.4 * sum));
    }
  }

  PageFacts facts(Page page) const {
    const uint64_t rank = 1 + digest::split_mix(page) % last_visit_.size();
    return {.site = static_cast<Site>(page / kPagesOfASite),
            .weight = 1.0 / static_cast<double>(rank)};
  }
  bool visit(Page page, uint32_t second) {
    const double rate = 0.05 * factors_[digest::split_mix(page / kPagesOfASite) % factors_.size()] *
                        factors_[digest::split_mix(~uint64_t{page}) % factors_.size()];
    const double days = (second - last_visit_[page]) / 86'400.0;
    last_visit_[page] = second;
    return static_cast<double>(digest::split_mix(++random_) >> 11) * 0x1p-53 <
           -std::expm1(-rate * days);
  }

 private:
  static constexpr Page kPagesOfASite = 500;
  std::vector<uint32_t> last_visit_;
  std::array<float, 65'536> factors_;
  uint64_t random_ = 0;
};

size_t bytes_in_use() {
  std::ifstream file("/proc/self/statm");
  size_t all = 0;
  size_t resident = 0;
  file >> all >> resident;
  return resident * 4'096;
}

// Returns processor time, since other programs may run on the machine.
struct Clock {
  static std::chrono::nanoseconds now() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
  }
};

size_t bytes_free() {
  std::ifstream file("/proc/meminfo");
  std::string word;
  while (file >> word)
    if (word == "MemAvailable:") break;
  size_t kilobytes = 0;
  file >> kilobytes;
  return kilobytes * 1'024;
}

// Measures the policy `optimal` with a number of pages: only the time of next() and visited(),
// without the simulated web, after three rounds in which the beliefs have diverged (one round if
// that takes minutes).
void decide_among_many(benchmark::State& state) {
  const auto pages = static_cast<Page>(state.range(0));
  if (bytes_free() < pages * size_t{kBytesNeeded}) {
    state.SkipWithError("not enough memory");
    return;
  }
  ManyPages web(pages);
  const size_t before = bytes_in_use();
  constexpr double kVisitsPerDay = 0.2;  // of a page
  Optimal policy({.visits_per_page_day = kVisitsPerDay});
  const Duration apart = Duration::from_seconds(86'400 / kVisitsPerDay / pages);
  const Instant start;
  for (Page page = 0; page < pages; ++page) policy.add(page, web.facts(page), start);
  std::array<Page, 256> hand;
  std::array<bool, 256> changed;
  uint64_t decisions = 0;
  const auto one_hand = [&] {
    const Instant now =
        start + Duration::from_seconds(apart.in_seconds() * static_cast<double>(decisions));
    decisions += hand.size();
    const auto began = Clock::now();
    for (Page& page : hand) page = *policy.next(now);
    const auto chosen = Clock::now();
    const auto second = static_cast<uint32_t>((now - start).in_whole_seconds());
    for (size_t i = 0; i < hand.size(); ++i) changed[i] = web.visit(hand[i], second);
    const auto fetched = Clock::now();
    for (size_t i = 0; i < hand.size(); ++i) policy.visited(hand[i], {.changed = changed[i]}, now);
    return (chosen - began) + (Clock::now() - fetched);
  };
  const uint64_t rounds = pages < 100'000'000 ? 3 : 1;
  while (decisions < rounds * pages) one_hand();
  std::chrono::nanoseconds spent{};
  const uint64_t warm = decisions;
  for (auto _ : state) spent += one_hand();
  state.counters["ns"] = static_cast<double>(spent.count()) / static_cast<double>(decisions - warm);
  const Optimal::Footprint footprint = policy.footprint();
  state.counters["classes"] = static_cast<double>(footprint.classes);
  state.counters["bytes_in_queue"] = static_cast<double>(footprint.queue) / pages;
  state.counters["bytes_of_sites"] = static_cast<double>(footprint.sites) / pages;
  state.counters["bytes_in_all"] = static_cast<double>(bytes_in_use() - before) / pages;
}

void add_all() {
  const ServerOrderOptions sites{.load = load_of};
  add("staleness", [] { return make_staleness({}); });
  add("staleness, sites apart",
      [] { return make_staleness({.seconds_per_byte = seconds_per_byte}); });
  add("staleness, sites apart, period 1 min", [] {
    return make_staleness({.period = Duration::minutes(1), .seconds_per_byte = seconds_per_byte});
  });
  add("change-frequency", [] { return make_change_frequency({}); });
  add("importance-order", [] { return make_importance_order({}); });
  add("list-order", [=] { return make_list_order(sites); });
  add("sorting", [=] { return make_sorting(sites); });
  add("mixed-sorting", [=] { return make_mixed_sorting(sites); });
  add("relative-load", [=] { return make_relative_load(sites); });
  add("cycle", [] { return make_cycle({}); });
  add("optimal", [] { return make_optimal({}); });
  // The first is small enough for a profiler that counts instructions.
  for (const int64_t pages : {100'000, 1'000'000, 10'000'000, 100'000'000})
    benchmark::RegisterBenchmark("optimal, pages", decide_among_many)
        ->Arg(pages)
        ->Iterations(pages < 1'000'000 ? 800 : 8'000);
}

}  // namespace
}  // namespace freshet::schedule

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  freshet::schedule::add_all();
  benchmark::RunSpecifiedBenchmarks();
}
