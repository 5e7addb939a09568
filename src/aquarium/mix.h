#pragma once

#include <array>
#include <cstddef>

#include "aquarium/kind_names.h"

namespace freshet::aquarium {

// The shares of the kinds, on any positive scale.
template <typename Kind>
struct Mix {
  std::array<double, count_of<Kind>()> weight = {};

  static constexpr Mix only(Kind kind) { return Mix().with(kind, 1); }
  constexpr Mix with(Kind kind, double share) const {
    Mix changed = *this;
    changed.weight[static_cast<size_t>(kind)] = share;
    return changed;
  }

  constexpr double total() const {
    double sum = 0;
    for (const double w : weight) sum += w;
    return sum;
  }
  constexpr bool has(Kind kind) const { return weight[static_cast<size_t>(kind)] > 0; }

  // The kind at a quantile in [0, 1) of the cumulative shares; the first kind if all shares are 0.
  constexpr Kind at(double quantile) const {
    double left = quantile * total();
    size_t last = 0;
    for (size_t i = 0; i < weight.size(); ++i) {
      if (weight[i] <= 0) continue;
      last = i;
      left -= weight[i];
      if (left < 0) break;
    }
    return static_cast<Kind>(last);
  }
};

}  // namespace freshet::aquarium
