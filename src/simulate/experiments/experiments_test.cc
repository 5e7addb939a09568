// The papers' figures. Every experiment is printed, so that this is also the way to see them.
#include "simulate/experiments/experiments.h"

#include <gtest/gtest.h>

#include <cstdio>

namespace freshet::simulate {
namespace {

constexpr uint64_t kSeed = 1;

Table shown(const char* name) {
  const Experiment* experiment = find_experiment(name);
  const Table table = experiment->run(kSeed);
  std::printf("%s\n", to_text(table).c_str());
  return table;
}

TEST(Experiments, AreFoundByName) {
  for (const Experiment& experiment : experiments())
    EXPECT_EQ(find_experiment(experiment.name), &experiment);
  EXPECT_EQ(find_experiment("nonsense"), nullptr);
}

TEST(Experiments, Staleness) {
  const Table table = shown("staleness");
  // A round of 470 minutes; sizes disturb the order a little.
  EXPECT_NEAR(table.number("staleness", "staleness min"), 235.4, 8);
  // The spread of 1,880 drawn rates and weights moves the proportions by some percent.
  EXPECT_NEAR(table.number("change-frequency", "times the rule"), 2.24, 0.35);
  EXPECT_NEAR(table.number("importance-order", "times the rule"), 3.81, 0.6);
}

TEST(Experiments, StalenessGap) {
  const Table table = shown("staleness-gap");
  for (const auto& row : table.rows) {
    EXPECT_GT(std::get<double>(row[2]), 0);
    EXPECT_LT(std::get<double>(row[2]), 10);
  }
}

TEST(Experiments, MixedSorting) {
  const Table table = shown("mixed-sorting");
  // Means over 20 worlds, whose finish has a deviation of about an hour.
  EXPECT_NEAR(table.number("list-order", "hours"), 26, 1);
  EXPECT_NEAR(table.number("sorting", "hours"), 21, 1);
  EXPECT_NEAR(table.number("mixed-sorting", "hours"), 19, 1);
  EXPECT_NEAR(table.number("relative-load", "hours"), 15.6, 1);
  EXPECT_NEAR(table.number("lower bound", "hours"), 13.4, 1);
}

TEST(Experiments, Cycle) {
  const Table table = shown("cycle");
  EXPECT_NEAR(table.number("by arithmetic", "requests a day"), 791.6, 0.05);
  EXPECT_NEAR(table.number("groups", "requests a day"), 791.6, 0.5);
  EXPECT_NEAR(table.number("uniform", "requests a day"), 791.6, 1);
  // Visits as frequent as changes: 1 - 1/e of the time current, whatever the rate.
  EXPECT_NEAR(table.number("groups", "% current"), 63.2, 1);
  EXPECT_GT(table.number("uniform", "% current"), table.number("groups", "% current"));
  // In the mean over changes both wait half of pages / requests: 18.2 h.
  EXPECT_NEAR(table.number("groups", "hours until a change is seen"), 18.2, 0.4);
  EXPECT_NEAR(table.number("uniform", "hours until a change is seen"), 18.2, 0.4);
  // What the policy finds out by itself comes near to what it would be told.
  EXPECT_NEAR(table.number("cycle", "requests a day"), 791.6, 40);
}

TEST(Experiments, TheSameSeedGivesTheSameTable) {
  EXPECT_EQ(to_json(cycle_experiment(7)), to_json(cycle_experiment(7)));
  EXPECT_NE(to_json(cycle_experiment(7)), to_json(cycle_experiment(8)));
}

}  // namespace
}  // namespace freshet::simulate
