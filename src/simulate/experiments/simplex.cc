#include "simulate/experiments/simplex.h"

#include <cmath>

#include "result/check.h"

namespace freshet::simulate {
namespace {

constexpr double kTiny = 1e-9;
// After so many steps without progress, columns are chosen by Bland's rule, which cannot cycle.
constexpr int kMaxStalledSteps = 200;

class Simplex {
 public:
  explicit Simplex(const LinearProgram& program)
      : program_(program),
        rows_(program.right.size()),
        basis_(program.start),
        value_(program.right),
        inverse_(rows_ * rows_),
        place_(program.variables.size(), Place::kLower) {
    FRESHET_CHECK(basis_.size() == rows_, "a start with too few variables");
    for (size_t i = 0; i < rows_; ++i) {
      inverse_[i * rows_ + i] = 1;
      place_[basis_[i]] = Place::kBasis;
    }
  }

  Solution run() {
    while (step()) {
    }
    Solution solution;
    solution.x.resize(program_.variables.size());
    for (size_t j = 0; j < solution.x.size(); ++j)
      if (place_[j] == Place::kUpper) solution.x[j] = program_.variables[j].upper;
    for (size_t i = 0; i < rows_; ++i) solution.x[basis_[i]] = value_[i];
    for (size_t j = 0; j < solution.x.size(); ++j)
      solution.cost += program_.variables[j].cost * solution.x[j];
    return solution;
  }

 private:
  enum class Place : char { kLower, kUpper, kBasis };
  // How far the entering variable moves, and the row that limits it (rows_: its own bound does).
  struct Move {
    double length = 0;
    size_t row = 0;
  };

  bool step() {
    const size_t entering = choose();
    if (entering == program_.variables.size()) return false;
    const double sign = place_[entering] == Place::kLower ? 1 : -1;
    const std::vector<double> direction = through_inverse(entering);
    const Move move = longest_move(entering, sign, direction);
    stalled_ = move.length > kTiny ? 0 : stalled_ + 1;
    for (size_t i = 0; i < rows_; ++i) value_[i] -= sign * move.length * direction[i];
    if (move.row == rows_) {
      place_[entering] = sign > 0 ? Place::kUpper : Place::kLower;
      return true;
    }
    const double from = place_[entering] == Place::kLower ? 0 : program_.variables[entering].upper;
    exchange(move.row, entering, sign * direction[move.row] > 0 ? Place::kLower : Place::kUpper,
             direction);
    value_[move.row] = from + sign * move.length;
    return true;
  }

  // The column with the steepest decrease of the cost; the number of columns if no column decreases
  // it.
  size_t choose() const {
    std::vector<double> price(rows_);
    for (size_t i = 0; i < rows_; ++i)
      if (const double cost = program_.variables[basis_[i]].cost; cost != 0)
        for (size_t k = 0; k < rows_; ++k) price[k] += cost * inverse_[i * rows_ + k];
    size_t best = program_.variables.size();
    double steepest = kTiny;
    for (size_t j = 0; j < program_.variables.size(); ++j) {
      if (place_[j] == Place::kBasis) continue;
      double reduced = program_.variables[j].cost;
      for (const auto& [row, coefficient] : program_.variables[j].entries)
        reduced -= price[row] * coefficient;
      const double gain = place_[j] == Place::kLower ? -reduced : reduced;
      if (gain <= steepest) continue;
      best = j;
      if (stalled_ > kMaxStalledSteps) break;
      steepest = gain;
    }
    return best;
  }

  std::vector<double> through_inverse(size_t variable) const {
    std::vector<double> result(rows_);
    for (const auto& [row, coefficient] : program_.variables[variable].entries)
      for (size_t i = 0; i < rows_; ++i) result[i] += inverse_[i * rows_ + row] * coefficient;
    return result;
  }

  Move longest_move(size_t entering, double sign, const std::vector<double>& direction) const {
    Move move{.length = program_.variables[entering].upper, .row = rows_};
    for (size_t i = 0; i < rows_; ++i) {
      const double fall = sign * direction[i];
      if (std::abs(fall) < kTiny) continue;
      const double room = fall > 0 ? value_[i] : program_.variables[basis_[i]].upper - value_[i];
      const double length = std::max(0.0, room / std::abs(fall));
      // Ties are broken by the lowest variable, as Bland's rule requires.
      const bool ties = move.row != rows_ && length == move.length && basis_[i] < basis_[move.row];
      if (length < move.length || ties) move = {.length = length, .row = i};
    }
    FRESHET_CHECK(std::isfinite(move.length), "a program without a least cost");
    return move;
  }

  void exchange(size_t row, size_t entering, Place leaves_to,
                const std::vector<double>& direction) {
    place_[basis_[row]] = leaves_to;
    place_[entering] = Place::kBasis;
    basis_[row] = entering;
    double* const pivot = &inverse_[row * rows_];
    for (size_t k = 0; k < rows_; ++k) pivot[k] /= direction[row];
    for (size_t i = 0; i < rows_; ++i) {
      if (i == row || direction[i] == 0) continue;
      double* const other = &inverse_[i * rows_];
      for (size_t k = 0; k < rows_; ++k) other[k] -= direction[i] * pivot[k];
    }
  }

  const LinearProgram& program_;
  size_t rows_;
  std::vector<size_t> basis_;    // a variable for each row
  std::vector<double> value_;    // of the variables in the basis
  std::vector<double> inverse_;  // of the basis' columns, row after row
  std::vector<Place> place_;     // of each variable
  int stalled_ = 0;
};

}  // namespace

Solution minimise(const LinearProgram& program) {
  return Simplex(program).run();
}

}  // namespace freshet::simulate
