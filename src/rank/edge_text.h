#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "rank/graph.h"
#include "rank/pair_text.h"
#include "result/result.h"

namespace freshet::rank {

// A graph whose pages have numbers of their own.
struct NumberedGraph {
  Graph graph;
  std::vector<uint64_t> number;  // by page, ascending
};

// Reads a list of links, a line `source target` each (see PairText), in pieces. Pages are the
// numbers that occur.
class EdgeText {
 public:
  Status add(std::string_view piece);
  // What finish() takes at least, with what is there by now.
  uint64_t bytes_needed() const;
  Result<NumberedGraph> finish() &&;

 private:
  void take(uint64_t source, uint64_t target) {
    if (wide_.empty() && std::max(source, target) < kWide)
      narrow_.add(static_cast<uint32_t>(source), static_cast<uint32_t>(target));
    else
      wide_.emplace_back(source, target);
  }
  Result<NumberedGraph> finish_wide();

  static constexpr uint64_t kWide = uint64_t{1} << 32;
  PairText lines_;
  GraphBuilder narrow_;                              // until a number is met that does not fit
  std::vector<std::pair<uint64_t, uint64_t>> wide_;  // from then on
};

// Reads lines `page block`. One number for each page of the graph, from 0 without gaps, in the
// order of the blocks' own numbers. Pages that the graph does not have are passed over; one that
// has no block, or two, is an error.
class BlockText {
 public:
  Status add(std::string_view piece);
  Result<std::vector<uint32_t>> finish(const NumberedGraph& graph) &&;

 private:
  PairText lines_;
  std::vector<std::pair<uint64_t, uint64_t>> blocks_;  // page, block
};

}  // namespace freshet::rank
