#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "schedule/policy.h"

namespace freshet::schedule {

// Goes through the numbers of all pages in a fixed order, which does not depend on the pages: a
// permutation of the numbers below the next power of two, over and over again. At least half of
// them are numbers of pages.
class PageOrder {
 public:
  // The next number; there is no such page if it is `pages` or more.
  uint64_t next(size_t pages) {
    fetched_ = std::max(fetched_ - 1, 0);
    return cursor_ = after(cursor_, pages);
  }

  // Calls prefetch(page) for pages that come soon: at most `at_once` of those that next() will
  // return in the next `ahead` calls, each page once.
  template <typename Prefetch>
  void prefetch(size_t pages, int ahead, int at_once, Prefetch prefetch) {
    if (fetched_ == 0 || std::bit_ceil(pages) != fetched_of_) {
      fetched_ = 0;
      fetched_of_ = std::bit_ceil(pages);
      last_fetched_ = cursor_;
    }
    for (const int enough = std::min(fetched_ + at_once, ahead); fetched_ < enough; ++fetched_) {
      last_fetched_ = after(last_fetched_, pages);
      if (last_fetched_ < pages) prefetch(static_cast<Page>(last_fetched_));
    }
  }

 private:
  // Each number below the power of two comes once in a period.
  static uint64_t after(uint64_t number, size_t pages) {
    constexpr uint64_t kFactor = 6'364'136'223'846'793'005U;
    constexpr uint64_t kStep = 1'442'695'040'888'963'407U;
    return (number * kFactor + kStep) & (std::bit_ceil(pages) - 1);
  }

  uint64_t cursor_ = 0;
  // Of the numbers after the cursor that were prefetched: the last one, how many there are, and the
  // power of two below which they are.
  uint64_t last_fetched_ = 0;
  int fetched_ = 0;
  size_t fetched_of_ = 0;
};

}  // namespace freshet::schedule
