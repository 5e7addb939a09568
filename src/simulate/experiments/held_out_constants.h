#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "schedule/policies.h"
#include "schedule/sections.h"

namespace freshet::simulate {

// All that a run of `optimal` on histories can be given.
struct OptimalSetup {
  schedule::OptimalOptions policy;
  uint32_t pages_of_a_section = schedule::Sections::kLeastPages;
};

// A constant of `optimal` that was chosen by its results, with other values to try.
struct OptimalConstant {
  std::string_view name;
  double shipped;
  std::span<const double> others;
  void (*set)(OptimalSetup& setup, double value);
};

std::span<const OptimalConstant> optimal_constants();

}  // namespace freshet::simulate
