#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace freshet::schedule {

// Estimates how long a round takes, in which all pages are visited once, by the time between recent
// visits. Times are in seconds.
class RoundLength {
 public:
  // To be called at each visit; `alive` pages are in the collection.
  void visited(uint32_t now, size_t alive) {
    constexpr double kLeastVisits = 16;
    constexpr double kRounds = 0.25;
    // A gap so many times as long as usual, and not short beside a round, says little of others.
    constexpr double kPause = 16;
    constexpr double kPartOfRound = 1.0 / 64;
    const auto pages = static_cast<double>(alive);
    if (last_visit_) {
      gaps_ = std::min(gaps_ + 1, std::max(kLeastVisits, kRounds * pages));
      const double gap = now - std::min(*last_visit_, now);
      const double longest = std::max(kPause * gap_, kPartOfRound * seconds_) + 1;
      gap_ += ((gaps_ > 1 ? std::min(gap, longest) : gap) - gap_) / gaps_;
    }
    last_visit_ = now;
    seconds_ = gap_ * pages;
    over_ += 1 / std::max(pages, 1.0);
  }

  bool is_known() const { return seconds_ > 0; }
  double seconds() const { return seconds_; }
  // How many rounds are over.
  double over() const { return over_; }

 private:
  std::optional<uint32_t> last_visit_;
  double gaps_ = 0;     // between visits, that were seen
  double gap_ = 0;      // their mean, of late
  double seconds_ = 0;  // of a round
  double over_ = 0;
};

}  // namespace freshet::schedule
