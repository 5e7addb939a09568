#pragma once

#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

namespace freshet::simulate {

// Minimise cost * x subject to A x = right and 0 <= x <= upper. The columns of A are the variables'
// entries.
struct LinearProgram {
  struct Variable {
    std::vector<std::pair<size_t, double>> entries;  // row, coefficient
    double cost = 0;
    double upper = std::numeric_limits<double>::infinity();
  };
  std::vector<Variable> variables;
  std::vector<double> right;  // at least 0
  // The initial basis: for each row a variable that occurs only in this row, with coefficient 1 and
  // no upper bound.
  std::vector<size_t> start;
};

struct Solution {
  double cost = 0;
  std::vector<double> x;
};

// Solves the program by the simplex method with bounded variables, for a few hundred rows and
// thousands of sparse columns. The cost must be bounded from below. A step takes O(rows^2 +
// entries).
Solution minimise(const LinearProgram& program);

}  // namespace freshet::simulate
