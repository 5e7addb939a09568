#pragma once

#include <span>
#include <string>
#include <vector>

namespace freshet::simulate {

// Leave-one-out cross-validation: a setting is chosen on all hosts but one, and tested on that one.

// The scores of all settings on a host; a greater score is better.
struct HostScores {
  std::string host;
  std::vector<double> scores;  // by setting
};

// Returns the one of these settings that has the largest mean score over all hosts but `left_out`;
// of equal ones, the first.
size_t best_without(std::span<const HostScores> hosts, size_t left_out,
                    std::span<const size_t> settings);

}  // namespace freshet::simulate
