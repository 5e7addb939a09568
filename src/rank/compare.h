#pragma once

#include <span>

namespace freshet::rank {

// Returns the sum of absolute differences.
double l1_distance(std::span<const double> a, std::span<const double> b);

// Returns Spearman's rho: the correlation of the positions in sorted order, from -1 to 1. Values
// that are equal to seven digits share their mean position, because smaller differences are
// rounding errors. The result is 1 if all positions are equal, also with less than two pages.
double spearman(std::span<const double> a, std::span<const double> b);

}  // namespace freshet::rank
