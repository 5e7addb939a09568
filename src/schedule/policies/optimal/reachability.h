#pragma once

#include <array>
#include <cstdint>

#include "change/availability.h"

namespace freshet::schedule {

// How likely a visit is to succeed, by how the last ones of the page went: what failed last time
// tends to fail again. Learned from all pages. The outcomes of a page are bits, the newest lowest,
// set where a visit succeeded, below a bit that is always set and says how many there are: ten at
// most, 1 for none.
class Reachability {
 public:
  static uint32_t with(uint32_t outcomes, bool succeeded);
  static bool last_failed(uint32_t outcomes) { return outcomes > 1 && (outcomes & 1) == 0; }

  // The outcomes of a page, after each visit.
  void saw(uint32_t outcomes);
  double next_succeeds(uint32_t outcomes) const { return chances_[state(outcomes)]; }

  Reachability();

 private:
  static constexpr size_t kStates = 2 * (change::Availability::kVisits + 1);
  // Successes among the last five, and whether the very last was one; a page with fewer visits is
  // taken to have been as at the first.
  static size_t state(uint32_t outcomes);
  void work_out();

  change::Availability table_{1};
  std::array<double, kStates> chances_{};  // from the table, now and then
  uint64_t seen_ = 0;
};

}  // namespace freshet::schedule
