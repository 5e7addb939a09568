// What a decision costs: next() and visited(), with 200,000 pages on 1,000 sites, at 140 decisions
// a simulated minute. The goal is a simulation of ten million decisions in seconds.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <functional>

#include "schedule/policies.h"

namespace freshet::schedule {
namespace {

constexpr Page kPages = 200'000;
constexpr Site kSites = 1'000;

uint64_t mixed(uint64_t x) {  // SplitMix64
  x += 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

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
    policy->add(
        page,
        {.site = page % kSites, .weight = 1.0 / (1 + page % 5'000), .size = size_of(mixed(page))},
        now);
  for (auto _ : state) {
    now += Duration::milliseconds(430);
    const std::optional<Page> page = policy->next(now);
    if (!page) continue;
    const uint64_t drawn = mixed(++random);
    policy->visited(*page, {.changed = drawn % 4 == 0, .size = size_of(drawn >> 8)}, now);
  }
  state.SetItemsProcessed(state.iterations());
}

// A million decisions, so that hours turn and rounds end.
void add(const char* name, const std::function<std::unique_ptr<Policy>()>& make) {
  benchmark::RegisterBenchmark(name, decide, make)->Iterations(1'000'000);
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
}

}  // namespace
}  // namespace freshet::schedule

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  freshet::schedule::add_all();
  benchmark::RunSpecifiedBenchmarks();
}
