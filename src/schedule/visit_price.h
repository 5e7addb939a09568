#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace freshet::schedule {

// The price of a visit: what recent visits were worth.
class VisitPrice {
 public:
  double now() const { return price_; }
  // The price for which waits are computed, and whether it is this share away from the price.
  double reference() const { return reference_; }
  bool has_moved(double share) const { return std::abs(price_ - reference_) > share * reference_; }
  void update_reference() { reference_ = price_; }

  void set(double price) { price_ = price; }
  // A visit is worth so much, while so many pages wait. The price takes about a thirtieth of a
  // round through all pages to get used to another budget.
  void follow(double value, size_t pages) {
    constexpr double kRoundsToLearn = 1.0 / 30;
    constexpr double kLargestStep = 1.0 / 16;
    before_ = price_;
    const double step = 1 / (kRoundsToLearn * static_cast<double>(pages) + 1);
    price_ += std::min(step, kLargestStep) * (value - price_);
  }
  // The visit of the last follow() is not made.
  void take_back() { price_ = before_; }

 private:
  double price_ = 0;
  double before_ = 0;  // the last follow()
  double reference_ = 0;
};

}  // namespace freshet::schedule
