#pragma once

#include <vector>

#include "clock/instant.h"
#include "schedule/policy.h"

namespace freshet::simulate {

// The ages of stale pages, and their integral over time. The sum of all ages is the sum of
// (now - since) over the stale pages, so time passes in O(1).
class StaleAges {
 public:
  StaleAges(size_t pages, Instant start) : start_(start), since_(pages, Instant::never()) {}

  // The page is stale from now on; it must not be stale.
  void begin(schedule::Page page, Instant now);
  // The page is no longer stale, though it was.
  void end(schedule::Page page);
  // No page changed between these times.
  void add_time(Instant from, Instant to);

  // The integral, in seconds squared, summed over pages.
  double integral() const { return integral_; }

 private:
  const Instant start_;
  double pages_ = 0;            // that are stale
  double since_sum_ = 0;        // in seconds from the start
  std::vector<Instant> since_;  // by page; never() if the page is not stale
  double integral_ = 0;
};

}  // namespace freshet::simulate
