#include "simulate/experiments/stress_comparison.h"

#include <algorithm>
#include <cstdio>
#include <mutex>

#include "schedule/policies.h"
#include "simulate/engine.h"
#include "threads/thread_pool.h"

namespace freshet::simulate {
namespace {

constexpr double kPoints = 100;  // of freshness 1
constexpr double kTolerated = 1;

StressResult compare_on(const StressOptions& options,
                        std::span<const schedule::PolicyEntry* const> policies) {
  const StressWorld stress = make_stress(options);
  const auto freshness = [&](schedule::Policy& policy) {
    return run(stress.world, policy, {.visits_per_page_day = stress.visits_per_page_day}).freshness;
  };
  StressResult result{.seed = options.seed, .name = stress.name, .kinds = {}, .ahead = {}};
  for (const StressSection& section : stress.sections) result.kinds.push_back(section.kind);
  std::sort(result.kinds.begin(), result.kinds.end());
  result.kinds.erase(std::unique(result.kinds.begin(), result.kinds.end()), result.kinds.end());
  result.uniform = freshness(*schedule::make_uniform());
  for (const auto* entry : policies) {
    const auto policy = make_policy(*entry, stress.world, stress.visits_per_page_day);
    result.ahead.push_back(kPoints * (freshness(*policy) - result.uniform));
  }
  return result;
}

// "seed 7: optimal -0.31 points, in 1 host, ..."
std::string in_words(const StressResult& result,
                     std::span<const schedule::PolicyEntry* const> policies) {
  std::string line = "seed " + std::to_string(result.seed) + ":";
  for (size_t i = 0; i < policies.size(); ++i) {
    char points[32];
    std::snprintf(points, sizeof points, " %+.2f points,", result.ahead[i]);
    line.append(" ").append(policies[i]->name).append(points);
  }
  return line + " in " + result.name;
}

}  // namespace

std::unique_ptr<schedule::Policy> make_policy(const schedule::PolicyEntry& entry,
                                              const World& world, double visits_per_page_day) {
  schedule::PolicyContext context{.visits_per_page_day = visits_per_page_day};
  if (entry.needs_known_rates) context.known_rates = world.true_rates();
  return entry.make(context);
}

std::vector<StressResult> compare_with_uniform(const StressComparison& comparison) {
  std::vector<StressResult> results(comparison.worlds);
  std::mutex progress_mutex;
  ThreadPool pool(comparison.threads);
  pool.parallel_for(results.size(), [&](size_t i) {
    StressOptions options = comparison.first;
    options.seed += i;
    results[i] = compare_on(options, comparison.policies);
    if (!comparison.progress) return;
    const std::lock_guard lock(progress_mutex);
    comparison.progress(in_words(results[i], comparison.policies));
  });
  return results;
}

StressSummary summarise(std::span<const StressResult> results, size_t policy) {
  StressSummary summary{.worst = results.front().ahead[policy]};
  for (const StressResult& result : results) {
    const double ahead = result.ahead[policy];
    summary.mean += ahead / static_cast<double>(results.size());
    summary.worst = std::min(summary.worst, ahead);
    summary.behind += ahead < -kTolerated;
    summary.ahead += ahead > kTolerated;
  }
  return summary;
}

}  // namespace freshet::simulate
