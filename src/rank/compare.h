#pragma once

#include <span>

namespace freshet::rank {

// Sum of absolute differences.
double l1_distance(std::span<const double> a, std::span<const double> b);

// Spearman's rho: the correlation of positions, from -1 to 1. Values that are equal to seven digits
// share their mean position, since what differs further back is rounding. 1 for less than two
// pages, and for vectors that do not differ in position at all.
double spearman(std::span<const double> a, std::span<const double> b);

}  // namespace freshet::rank
