#pragma once

#include <limits>
#include <vector>

#include "schedule/policy.h"

namespace freshet::schedule {

// Which pages a site has: four bytes a page.
class SitePages {
 public:
  // Of one page always the same site. One that was added before is not added again.
  void add(Site site, Page page) {
    if (page >= next_.size()) next_.resize(page + size_t{1}, kUnknown);
    if (site >= first_.size()) first_.resize(site + size_t{1}, kEnd);
    if (next_[page] != kUnknown) return;
    next_[page] = first_[site];
    first_[site] = page;
  }

  template <typename Take>
  void for_each(Site site, Take take) const {
    for (Page page = first_[site]; page != kEnd; page = next_[page]) take(page);
  }

  size_t memory_bytes() const { return (next_.capacity() + first_.capacity()) * sizeof(Page); }

 private:
  static constexpr Page kEnd = std::numeric_limits<Page>::max();
  static constexpr Page kUnknown = kEnd - 1;
  std::vector<Page> first_;  // by site
  std::vector<Page> next_;   // of the same site
};

}  // namespace freshet::schedule
