#include "simulate/stale_ages.h"

namespace freshet::simulate {

void StaleAges::begin(schedule::Page page, Instant now) {
  since_[page] = now;
  ++pages_;
  since_sum_ += (now - start_).in_seconds();
}

void StaleAges::end(schedule::Page page) {
  --pages_;
  since_sum_ -= (since_[page] - start_).in_seconds();
  since_[page] = Instant::never();
}

void StaleAges::add_time(Instant from, Instant to) {
  const double begin = (from - start_).in_seconds();
  const double end = (to - start_).in_seconds();
  integral_ += (to - from).in_seconds() * (pages_ * (begin + end) / 2 - since_sum_);
}

}  // namespace freshet::simulate
