#include "simulate/freshness_curve.h"

#include <algorithm>

namespace freshet::simulate {

void FreshnessCurve::add_time(Instant from, Instant to, const Weights& weights) {
  const double all = (end_ - start_).in_seconds();
  const auto part_of = [&](Instant t) {
    const double share = (t - start_).in_seconds() / all;
    return std::min(static_cast<size_t>(share * kParts), kParts - 1);
  };
  const double seconds = (to - from).in_seconds();
  const size_t first = part_of(from);
  const size_t last = part_of(to);
  for (size_t part = first; part <= last; ++part) {
    // Nearly always there is one part. A span over several is divided evenly; in a plot the error
    // cannot be seen.
    const double share = seconds / static_cast<double>(last - first + 1);
    parts_[part].known += weights.known * share;
    parts_[part].current += weights.current * share;
  }
}

std::vector<double> FreshnessCurve::values() const {
  std::vector<double> values;
  values.reserve(kParts);
  for (const Weights& part : parts_) {
    values.push_back(part.known > 0 ? part.current / part.known : 0);
  }
  return values;
}

}  // namespace freshet::simulate
