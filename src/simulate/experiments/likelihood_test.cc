#include "simulate/experiments/likelihood.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "simulate/experiments/experiments.h"
#include "simulate/experiments/held_out.h"
#include "simulate/experiments/held_out_constants.h"
#include "simulate/synthetic.h"

namespace freshet::simulate {
namespace {

size_t index_of(const std::vector<NamedModel>& models, const std::string& name) {
  return static_cast<size_t>(
      std::find_if(models.begin(), models.end(), [&](const auto& m) { return m.name == name; }) -
      models.begin());
}

// 300 pages change 0.05 times a day. The probability of a change is 1 - e^-0.25 for four of five
// visits, and 1 - e^-1 for the fifth. The best possible mean is about -0.55 a visit; random
// variation is 0.01.
TEST(Likelihood, IsNearTheOptimumIfAllPagesHaveTheSameRate) {
  const auto made = make_synthetic({.pages = 300,
                                    .hosts = 1,
                                    .median_rate = 0.05,
                                    .host_spread = 0,
                                    .page_spread = 0,
                                    .zipf_weights = false,
                                    .days = 400,
                                    .seed = 5});
  const auto models = change_models();
  const PredictionScores scores = predict_visits(made.world, models);
  const auto entropy = [](double p) { return p * std::log(p) + (1 - p) * std::log1p(-p); };
  const double best = 0.8 * entropy(-std::expm1(-0.25)) + 0.2 * entropy(-std::expm1(-1));
  EXPECT_NEAR(static_cast<double>(scores.visits), 0.8 * 400 * 150 * (0.2 + 0.05), 200);
  EXPECT_NEAR(scores.log_likelihoods[index_of(models, "site")], best, 0.02);
  for (size_t i = 0; i < models.size(); ++i) {
    EXPECT_LT(scores.log_likelihoods[i], best + 0.02) << models[i].name;
  }
  // A model must know how long a page was not visited: pages have two different intervals.
  EXPECT_GT(scores.log_likelihoods[index_of(models, "as optimal")], best - 0.03);
}

// Where pages differ, those that learn of each page predict better than the site's rate.
TEST(Likelihood, IsBetterWithABeliefPerPageIfPagesDiffer) {
  const auto made = make_synthetic({.pages = 300,
                                    .hosts = 1,
                                    .median_rate = 0.05,
                                    .host_spread = 0,
                                    .page_spread = 1.5,
                                    .days = 600,
                                    .seed = 6});
  const auto models = change_models();
  const auto of = predict_visits(made.world, models).log_likelihoods;
  EXPECT_GT(of[index_of(models, "Gamma")], of[index_of(models, "site")] + 0.03);
  EXPECT_GT(of[index_of(models, "Gamma")], of[index_of(models, "ratio")]);
  EXPECT_GT(of[index_of(models, "as optimal")], of[index_of(models, "site")] + 0.03);
}

TEST(HeldOut, TheSettingOfAHostDoesNotDependOnItsScores) {
  // Setting 1 is by far the best on the first host; on the others, setting 2 is.
  const std::vector<HostScores> hosts = {
      {"a", {0.5, 1, 0.4}}, {"b", {0.5, 0.4, 0.6}}, {"c", {0.5, 0.5, 0.6}}};
  const std::vector<size_t> all = {0, 1, 2};
  EXPECT_EQ(best_without(hosts, 0, all), 2u);
  EXPECT_EQ(best_without(hosts, 1, all), 1u);
  const std::vector<size_t> two = {0, 2};
  EXPECT_EQ(best_without(hosts, 2, two), 0u);  // of equal ones, the first
}

TEST(HeldOut, HasARowForEachConstantAndForEachHost) {
  const auto made = make_synthetic({.pages = 20, .hosts = 2, .days = 60, .seed = 7});
  const Table table = held_out_experiment({.histories = &made.world});
  ASSERT_EQ(table.rows.size(), optimal_constants().size());
  for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size());
  EXPECT_GT(table.number("memory, days", "mean, held out"), 0);
  ASSERT_EQ(table.details.size(), 1u);
  EXPECT_EQ(table.details[0].rows.size(), 2u);
  EXPECT_EQ(to_json(table), to_json(held_out_experiment({.histories = &made.world, .threads = 2})));
}

TEST(HeldOut, TriesASmallerAndALargerValueOfEachConstant) {
  for (const OptimalConstant& constant : optimal_constants()) {
    ASSERT_EQ(constant.others.size(), 2u) << constant.name;
    EXPECT_LT(constant.others[0], constant.shipped) << constant.name;
    EXPECT_GT(constant.others[1], constant.shipped) << constant.name;
  }
}

}  // namespace
}  // namespace freshet::simulate
