#pragma once

#include <algorithm>
#include <cstdint>

namespace freshet::crawl {

// Decides whether a quick visit is made: a second visit at once, which shows what of a page differs
// at every visit (change::Comparison::needs_quick_visit). On a site whose pages are edited often
// and have no clocks or adverts such visits prove nothing and become rare: their number is that of
// the binary digits of the number of requests for them.
class QuickVisits {
 public:
  // Called when a page of the site needs a quick visit. If it returns true, the visit may be made,
  // and ended() must be called.
  bool allow() {
    ++needs_;
    const bool is_power_of_two = (needs_ & (needs_ - 1)) == 0;
    if (credit_ == 0 && !is_power_of_two) return false;
    if (credit_ > 0) --credit_;
    return true;
  }
  // Called after a quick visit. One that found noise allows two more.
  void ended(bool proved_noise) {
    if (proved_noise) credit_ = std::min(credit_ + 2, kMostCredit);
  }

 private:
  static constexpr uint32_t kMostCredit = 8;

  uint32_t needs_ = 0;
  uint32_t credit_ = 2;  // visits that are allowed before any has found noise
};

}  // namespace freshet::crawl
