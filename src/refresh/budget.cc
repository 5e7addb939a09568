#include "refresh/budget.h"

#include <algorithm>
#include <cmath>

namespace freshet::refresh {
namespace {

// Sums of fractions may fall short of 1 because of rounding.
constexpr double kOne = 1 - 1e-9;

}  // namespace

double Budget::most() const {
  return std::max(1.0, rate_ * saved_up_for_.in_seconds());
}

void Budget::refill(Instant now) {
  if (started_ && now > refilled_until_) {
    tokens_ += rate_ * (now - refilled_until_).in_seconds();
    tokens_ = std::min(tokens_, most());
  }
  started_ = true;
  refilled_until_ = now;
}

void Budget::set_rate(double requests_per_second, Instant now) {
  refill(now);
  rate_ = requests_per_second;
}

bool Budget::allows_one(Instant now) {
  refill(now);
  return tokens_ >= kOne;
}

void Budget::spend() {
  tokens_ -= 1;
}

Instant Budget::next(Instant now) const {
  if (tokens_ >= kOne) return now;
  if (rate_ <= 0) return Instant::never();
  const double wait = std::min((1 - tokens_) / rate_, 1e9);
  // Rounded up, so that the token is there at that time.
  return now + Duration::from_seconds(wait) + Duration::microseconds(1);
}

}  // namespace freshet::refresh
