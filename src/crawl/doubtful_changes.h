#pragma once

#include <algorithm>

namespace freshet::crawl {

// Decides for each doubtful change of a site (change::VolatileMask::Doubts) whether it is reported
// to the policy. The share that is reported is the share that turned out to be real where doubts
// were settled before. Thus a site full of clocks and adverts does not seem to change all the time
// while its pages are new, and other sites lose nothing.
class DoubtfulChanges {
 public:
  // Call it for each doubtful change. Returns true if it is to be reported as no change.
  bool reports_as_same() {
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
  static constexpr double kMemory = 1'000;  // older results are weighted down beyond this
  static constexpr double kCaution = 4;     // prior: this many changes assumed to be real

  double retracted_ = 0;
  double confirmed_ = 0;
  double owed_ = 0;
};

}  // namespace freshet::crawl
