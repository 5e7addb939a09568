#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "schedule/policy.h"

namespace freshet::schedule {

// Pages that are thought to be alike: those of one section of a site. Numbered in a row.
using Group = uint32_t;

// Which pages a group has: four bytes a page.
class GroupPages {
 public:
  // Of one page always the same group. One that was added before is not added again.
  void add(Group group, Page page) {
    if (page >= next_.size()) next_.resize(page + size_t{1}, kUnknown);
    if (group >= first_.size()) first_.resize(group + size_t{1}, kEnd);
    if (next_[page] != kUnknown) return;
    next_[page] = first_[group];
    first_[group] = page;
  }

  template <typename Take>
  void for_each(Group group, Take take) const {
    for (Page page = first_[group]; page != kEnd; page = next_[page]) take(page);
  }

  size_t memory_bytes() const { return (next_.capacity() + first_.capacity()) * sizeof(Page); }

 private:
  static constexpr Page kEnd = std::numeric_limits<Page>::max();
  static constexpr Page kUnknown = kEnd - 1;
  std::vector<Page> first_;  // by group
  std::vector<Page> next_;   // of the same group
};

}  // namespace freshet::schedule
