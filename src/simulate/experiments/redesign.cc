#include "simulate/experiments/redesign.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <mutex>
#include <numeric>

#include "result/check.h"
#include "schedule/policies.h"
#include "simulate/engine.h"
#include "simulate/experiments/chance.h"
#include "simulate/experiments/stress_comparison.h"
#include "threads/thread_pool.h"

namespace freshet::simulate {
namespace {

using schedule::Page;

constexpr double kShare = 0.9;  // of the quiet pages that must be visited for recovery
constexpr double kQuietDays = 300;
constexpr double kQuietRounds = 4;
constexpr double kRoundsAfter = 10;
constexpr double kMinDaysAfter = 30;
constexpr uint64_t kBudgets = 5;  // number of ranges of budgets
constexpr uint64_t kSizes = 2;    // number of ranges of sizes

struct Stratum {
  uint64_t number = 0;
  uint64_t count = 1;
};

// A log-uniform number from one of several ranges that are equally long on a logarithmic scale.
double log_uniform(double low, double high, Stratum stratum, Chance& chance) {
  const double share =
      (static_cast<double>(stratum.number) + chance.unit()) / static_cast<double>(stratum.count);
  return low * std::pow(high / low, share);
}

void add_events(RedesignWorld& made, std::vector<Page> order, double days, Chance& chance) {
  World& world = made.world;
  chance.shuffle(order);
  for (const Page page : order) world.events.push_back({.at = world.start, .page = page});
  for (const Page page : made.quiet) {
    world.events.push_back(
        {.at = made.redesign, .page = page, .kind = Event::Kind::kModified, .size = 10'000});
  }
  for (auto page = static_cast<Page>(made.quiet.size()); page < world.pages.size(); ++page) {
    const double rate = chance.lognormal(0.3, 1);
    for (double day = chance.exponential(rate); day < days; day += chance.exponential(rate)) {
      world.events.push_back({.at = world.start + Duration::from_seconds(day * 86'400),
                              .page = page,
                              .kind = Event::Kind::kModified,
                              .size = 10'000});
    }
  }
  std::stable_sort(world.events.begin(), world.events.end(),
                   [](const Event& a, const Event& b) { return a.at < b.at; });
}

std::string name_of(const RedesignWorld& made) {
  char name[128];
  const size_t busy = made.world.pages.size() - made.quiet.size();
  std::snprintf(name, sizeof name, "%zu quiet pages, %zu busy, %.3f visits a page and day",
                made.quiet.size(), busy, made.visits_per_page_day);
  return name;
}

RecoveryResult compare_on(uint64_t seed, std::span<const schedule::PolicyEntry* const> policies) {
  const RedesignWorld made = make_redesign(seed);
  const auto uniform = recovery_time(made, *schedule::make_uniform());
  FRESHET_CHECK(uniform, "a world shorter than a round of visits after its redesign");
  RecoveryResult result{
      .name = made.name, .uniform_days = uniform->in_days(), .ratios = {}, .recovered = {}};
  for (const auto* entry : policies) {
    const auto policy = make_policy(*entry, made.world, made.visits_per_page_day);
    const auto time = recovery_time(made, *policy);
    const Duration at_least = time.value_or(made.world.end - made.redesign);
    result.ratios.push_back(at_least.in_days() / result.uniform_days);
    result.recovered.push_back(time.has_value());
  }
  return result;
}

}  // namespace

RedesignWorld make_redesign(uint64_t seed) {
  Chance chance(seed);
  RedesignWorld made;
  World& world = made.world;
  made.visits_per_page_day = log_uniform(0.01, 1, {seed % kBudgets, kBudgets}, chance);
  const auto quiet =
      static_cast<Page>(log_uniform(100, 5'000, {seed / kBudgets % kSizes, kSizes}, chance));
  const Page busy = seed / kBudgets / kSizes % 2 == 0 ? quiet / 2 : 0;

  const double round = 1 / made.visits_per_page_day;  // days
  const double before = std::max(kQuietDays, kQuietRounds * round) + chance.between(0, 2 * round);
  const double days = before + std::max(kMinDaysAfter, kRoundsAfter * round);
  world.start = Instant::from_unix_seconds(1'700'000'000);
  world.end = world.start + Duration::from_seconds(days * 86'400);
  made.redesign = world.start + Duration::from_seconds(before * 86'400);
  world.hosts = {"h0"};
  world.first_pages = {0};
  world.pages.resize(quiet + busy, {.size = 10'000});
  made.quiet.resize(quiet);
  std::iota(made.quiet.begin(), made.quiet.end(), Page{0});
  std::vector<Page> order(quiet + busy);
  std::iota(order.begin(), order.end(), Page{0});
  add_events(made, std::move(order), days, chance);
  made.name = name_of(made);
  return made;
}

std::optional<Duration> recovery_time(const RedesignWorld& redesign, schedule::Policy& policy) {
  std::vector<bool> is_waiting(redesign.world.pages.size());
  for (const Page page : redesign.quiet) is_waiting[page] = true;
  auto left = static_cast<size_t>(std::ceil(kShare * static_cast<double>(redesign.quiet.size())));
  std::optional<Duration> time;
  RunOptions options{.visits_per_page_day = redesign.visits_per_page_day};
  options.log = [&](const Visit& visit) {
    if (visit.at < redesign.redesign || !is_waiting[visit.page]) return;
    is_waiting[visit.page] = false;
    if (left > 0 && --left == 0) time = visit.at - redesign.redesign;
  };
  run(redesign.world, policy, options);
  return time;
}

std::vector<RecoveryResult> compare_recovery(const RecoveryComparison& comparison) {
  std::vector<RecoveryResult> results(comparison.worlds);
  std::mutex progress_mutex;
  ThreadPool pool(comparison.threads);
  pool.parallel_for(results.size(), [&](size_t i) {
    results[i] = compare_on(comparison.first_seed + i, comparison.policies);
    if (!comparison.progress) return;
    const std::lock_guard lock(progress_mutex);
    comparison.progress("redesign: " + results[i].name);
  });
  return results;
}

}  // namespace freshet::simulate
