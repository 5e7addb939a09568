#pragma once

#include <algorithm>
#include <cstdint>

namespace freshet::crawl {

// Whether a site's pages are worth quick visits: second visits at once, which show what of a page
// differs at every visit (change::Comparison::needs_quick_visit). On a site whose pages are edited
// often and carry no clocks or adverts such visits prove nothing, and soon there are only a few
// more: as many as the number of needs has binary digits.
class QuickVisits {
 public:
  // A page of the site needs one. True: it may be made, and ended() will be called.
  bool allow() {
    ++needs_;
    const bool is_power_of_two = (needs_ & (needs_ - 1)) == 0;
    if (credit_ == 0 && !is_power_of_two) return false;
    if (credit_ > 0) --credit_;
    return true;
  }
  // Each that proves something pays for itself and one more.
  void ended(bool proved_noise) {
    if (proved_noise) credit_ = std::min(credit_ + 2, kMostCredit);
  }

 private:
  static constexpr uint32_t kMostCredit = 8;

  uint32_t needs_ = 0;
  uint32_t credit_ = 2;  // visits that may be made although none of them has proved anything
};

}  // namespace freshet::crawl
