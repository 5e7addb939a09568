#pragma once

#include <cstdint>
#include <vector>

#include "store/types.h"

namespace freshet::collection {

// What the weight of a page depends on.
enum class Importance : uint8_t {
  kLinks,  // its rank; without one, its depth and the number of links to it
  kDepth,  // its rank; without one, its depth
  kEqual,  // nothing
};

// Counts the pages that link to a page, with a count-min sketch of two rows. A count is never too
// low, and too high if there are many more pages than the sketch was made for. Memory: 8 to 16
// bytes for each page that it was made for, at least 256 KiB and at most 64 MiB.
class InLinks {
 public:
  explicit InLinks(uint64_t pages);

  // Adds a page's links, each target once, except those to itself and those with nofollow.
  void add(const store::PageLinks& links) { count(links, true); }
  // Removes links that were added before.
  void remove(const store::PageLinks& links) { count(links, false); }
  uint32_t to(store::PageId page) const;

 private:
  void count(const store::PageLinks& links, bool more);
  size_t first_cell(store::PageId page) const { return page.value & mask_; }
  size_t second_cell(store::PageId page) const { return page.value >> 32 & mask_; }

  uint64_t mask_;
  std::vector<uint16_t> first_;
  std::vector<uint16_t> second_;
};

// Returns the weight of a page: its rank, if it has one; otherwise a function of depth and links,
// in which ten times as many links count as much as one level of depth.
double weight_of(const store::PageState& page, Importance importance, uint32_t in_links);

// The source of a page's weight.
enum class WeightSource : uint8_t { kEqual, kRank, kLinks, kDepth };
WeightSource weight_source(const store::PageState& page, Importance importance);

}  // namespace freshet::collection
