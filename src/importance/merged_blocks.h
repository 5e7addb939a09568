#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "importance/block_part.h"

namespace freshet::importance {

// The blocks of all parts, and their ranks.
class MergedBlocks {
 public:
  // Adds a block of a part. A row without pages has further shares of the one before.
  void add(BlockRow row);
  // Computes the ranks of the blocks, which sum to 1.
  void rank(double alpha);

  size_t count() const { return rows_.size(); }
  uint64_t pages() const { return pages_; }
  // In the order of sites, after rank().
  struct Ranked {
    store::SiteId site;
    double rank = 0;
  };
  const std::vector<Ranked>& ranked() const { return ranked_; }

 private:
  std::vector<BlockRow> rows_;
  uint64_t pages_ = 0;
  std::vector<Ranked> ranked_;
};

}  // namespace freshet::importance
