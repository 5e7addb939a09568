#include "refresh/division.h"

#include <algorithm>

namespace freshet::refresh {
namespace {

// What one side could not use is the other's: it is not saved up.
constexpr double kMostOwed = 2;
constexpr double kStep = 1.0 / 16;

}  // namespace

double Division::share() const {
  if (options_.known_share) return *options_.known_share;
  const bool is_told = known_worth_ > 0 && new_worth_ > 0;
  return is_told && known_worth_ > new_worth_ ? 1 - options_.floor : options_.floor;
}

void Division::new_is_worth(double worth) {
  new_worth_ += (new_worth_ > 0 ? kStep : 1) * (worth - new_worth_);
}

void Division::owe(double more) {
  owed_ = std::clamp(owed_ + more, -kMostOwed, kMostOwed);
}

}  // namespace freshet::refresh
