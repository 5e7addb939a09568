#pragma once

#include <cstdint>
#include <vector>

#include "store/types.h"

namespace freshet::crawl {

// What makes a page weigh more than others.
enum class Importance : uint8_t {
  kLinks,  // its rank, or else how near to the seeds it is and how many pages link to it
  kDepth,  // its rank, or else how near to the seeds it is
  kEqual,  // nothing
};

// How many pages link to a page: a count-min sketch of two rows, which never tells too few, and
// too many where there are many more pages than it was made for. 8 to 16 bytes a page it was made
// for, 256 KiB at least and 64 MiB at most.
class InLinks {
 public:
  explicit InLinks(uint64_t pages);

  // A page's links, each target once; not those to itself, nor those that its author does not vouch
  // for (nofollow).
  void add(const store::PageLinks& links) { count(links, true); }
  // What add() was told before is so no longer.
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

// What a visit to the page is worth beside others: its rank, where there is one. Else links shape
// what the depth gives: ten times as many count as much as one more of the page itself.
double weight_of(const store::PageState& page, Importance importance, uint32_t in_links);

// What that goes by, for this page.
enum class WeightSource : uint8_t { kEqual, kRank, kLinks, kDepth };
WeightSource weight_source(const store::PageState& page, Importance importance);

}  // namespace freshet::crawl
