#pragma once

#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

namespace freshet::simulate {

// Minimise cost * x where every row's sum is its right side and 0 <= x <= upper.
struct LinearProgram {
  struct Variable {
    std::vector<std::pair<size_t, double>> entries;  // row, coefficient
    double cost = 0;
    double upper = std::numeric_limits<double>::infinity();
  };
  std::vector<Variable> variables;
  std::vector<double> right;  // at least 0
  // For each row a variable that stands in it alone, with coefficient 1 and no upper bound: where
  // the search begins.
  std::vector<size_t> start;
};

struct Solution {
  double cost = 0;
  std::vector<double> x;
};

// The simplex method with bounds, for programs of a few hundred rows and thousands of sparse
// columns. The cost must be bounded from below. O(rows^2 + entries) a step.
Solution minimise(const LinearProgram& program);

}  // namespace freshet::simulate
