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

// A graph with the page numbers of the file that it was read from.
struct NumberedGraph {
  Graph graph;
  std::vector<uint64_t> number;  // by page, ascending
};

// Reads a list of links in pieces. Each line is `source target` (see PairText). The pages are the
// numbers that occur.
class EdgeText {
 public:
  Status add(std::string_view piece);
  // Returns how many bytes finish() needs at least, including the links that were read so far.
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
  GraphBuilder narrow_;                              // links up to the first number of over 32 bits
  std::vector<std::pair<uint64_t, uint64_t>> wide_;  // links from there on
};

// Reads lines `page block`, in pieces. finish() returns the block of each page of the graph. Blocks
// are renumbered from 0 without gaps, in the order of their numbers in the text. Pages that the
// graph does not have are skipped. A page of the graph with no block, or with two, is an error.
class BlockText {
 public:
  Status add(std::string_view piece);
  Result<std::vector<uint32_t>> finish(const NumberedGraph& graph) &&;

 private:
  PairText lines_;
  std::vector<std::pair<uint64_t, uint64_t>> blocks_;  // page, block
};

}  // namespace freshet::rank
