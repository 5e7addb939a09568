#pragma once

#include <span>
#include <string>
#include <vector>

namespace freshet::simulate {

// Choosing a setting on all hosts but one.

// What came of each setting on a host: a number for each, of which more is better.
struct HostScores {
  std::string host;
  std::vector<double> scores;  // by setting
};

// Of the settings named, the one with the largest mean over all hosts but `left_out`; the first of
// equals.
size_t best_without(std::span<const HostScores> hosts, size_t left_out,
                    std::span<const size_t> settings);

}  // namespace freshet::simulate
