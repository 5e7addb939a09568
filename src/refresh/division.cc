#include "refresh/division.h"

#include <algorithm>

namespace freshet::refresh {
namespace {

// Visits that one kind of pages could not use go to the other kind. They are not saved up.
constexpr double kMostCredit = 2;
constexpr double kStep = 1.0 / 16;

}  // namespace

double Division::share() const {
  if (options_.known_share) return *options_.known_share;
  const bool are_known = known_worth_ > 0 && new_worth_ > 0;
  return are_known && known_worth_ > new_worth_ ? 1 - options_.floor : options_.floor;
}

void Division::add_new_worth(double worth) {
  new_worth_ += (new_worth_ > 0 ? kStep : 1) * (worth - new_worth_);
}

void Division::add_credit(double more) {
  credit_ = std::clamp(credit_ + more, -kMostCredit, kMostCredit);
}

}  // namespace freshet::refresh
