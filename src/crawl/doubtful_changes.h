#pragma once

#include <algorithm>

namespace freshet::crawl {

// How many of a site's doubtful changes (change::VolatileMask::Doubts) the policy is told of: as
// many as turned out to be changes, on average, where doubts were settled before. So a site full of
// clocks and adverts does not seem to change all the time while its pages are new, and one without
// loses nothing.
class DoubtfulChanges {
 public:
  // Of each doubtful change: whether the policy is told that the page is the same.
  bool is_told_as_same() {
    owed_ += share_of_noise();
    if (owed_ < 1) return false;
    owed_ -= 1;
    return true;
  }
  void settled(int retracted, int confirmed) {
    retracted_ += retracted;
    confirmed_ += confirmed;
    if (retracted_ + confirmed_ <= kMemory) return;
    retracted_ /= 2;
    confirmed_ /= 2;
  }
  double share_of_noise() const { return retracted_ / (retracted_ + confirmed_ + kCaution); }

 private:
  static constexpr double kMemory = 1'000;  // what was settled before counts less and less
  static constexpr double kCaution = 4;     // so many are thought to be changes, at first

  double retracted_ = 0;
  double confirmed_ = 0;
  double owed_ = 0;
};

}  // namespace freshet::crawl
