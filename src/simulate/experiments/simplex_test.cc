#include "simulate/experiments/simplex.h"

#include <gtest/gtest.h>

#include <cmath>

#include "simulate/experiments/chance.h"

namespace freshet::simulate {
namespace {

using Variable = LinearProgram::Variable;

// maximise 3x + 2y, x + y <= 4, x + 3y <= 6, x <= 3: x = 3, y = 1.
TEST(Simplex, SolvesATextbookCase) {
  const LinearProgram program{
      .variables = {{{{0, 1}, {1, 1}}, -3, 3}, {{{0, 1}, {1, 3}}, -2}, {{{0, 1}}}, {{{1, 1}}}},
      .right = {4, 6},
      .start = {2, 3}};
  const Solution solution = minimise(program);
  EXPECT_NEAR(solution.cost, -11, 1e-9);
  EXPECT_NEAR(solution.x[0], 3, 1e-9);
  EXPECT_NEAR(solution.x[1], 1, 1e-9);
}

TEST(Simplex, KeepsTheStartIfNothingCanBeGained) {
  const LinearProgram program{.variables = {{{{0, 1}}, 1}, {{{0, 1}}}}, .right = {5}, .start = {1}};
  const Solution solution = minimise(program);
  EXPECT_EQ(solution.cost, 0);
  EXPECT_EQ(solution.x[1], 5);
}

// If all rates are equal and no server's own limit applies, the work that can be done is known: the
// smaller one of total capacity and total work.
TEST(Simplex, AgreesWithAClosedFormSolution) {
  Chance chance(5);
  for (int round = 0; round < 50; ++round) {
    const size_t servers = 2 + chance.below(6);
    const size_t hours = 2 + chance.below(6);
    LinearProgram program;
    double work = 0;
    double capacity = 0;
    for (size_t i = 0; i < servers; ++i) {
      program.right.push_back(chance.between(0.1, 3));
      work += program.right.back();
      program.start.push_back(program.variables.size());
      program.variables.push_back({.entries = {{i, 1}}, .cost = 1});
    }
    for (size_t h = 0; h < hours; ++h) {
      program.right.push_back(chance.between(0.1, 3));
      capacity += program.right.back();
      program.start.push_back(program.variables.size());
      program.variables.push_back({.entries = {{servers + h, 1}}});
    }
    for (size_t i = 0; i < servers; ++i)
      for (size_t h = 0; h < hours; ++h)
        program.variables.push_back({.entries = {{i, 1}, {servers + h, 1}}, .upper = 3});
    const Solution solution = minimise(program);
    EXPECT_NEAR(solution.cost, std::max(0.0, work - capacity), 1e-7) << "round " << round;
    // Every row's sum equals its right side, and all bounds hold.
    std::vector<double> sums(program.right.size());
    for (size_t j = 0; j < program.variables.size(); ++j) {
      EXPECT_GE(solution.x[j], -1e-9);
      EXPECT_LE(solution.x[j], program.variables[j].upper + 1e-9);
      for (const auto& [row, c] : program.variables[j].entries) sums[row] += c * solution.x[j];
    }
    for (size_t i = 0; i < sums.size(); ++i) EXPECT_NEAR(sums[i], program.right[i], 1e-7);
  }
}

}  // namespace
}  // namespace freshet::simulate
