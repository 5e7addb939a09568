#pragma once

#include <cstdint>
#include <optional>

#include "change/belief.h"
#include "schedule/week_profile.h"

namespace freshet::schedule {

// In which hours of the week a site changes, and whether to go by them. Hours are used once they
// have predicted what visits found clearly better than plain time, and no more when plain time has
// predicted better since. Days are counted from a Sunday, 0:00 UTC. For one thread.
class SiteHours {
 public:
  // Visits after a longer wait tell next to nothing of hours: they neither teach nor score.
  static constexpr double kLongestWait = 2;
  // The score from which on hours are used. A site without a rhythm seldom reaches it: its score
  // drifts down, and each lesson takes a part of it away.
  static constexpr float kScoreToUse = 10;
  // More than 20 is never reached. Hours are given up at half of the score.
  explicit SiteHours(float score_to_use = kScoreToUse) : score_to_use_(score_to_use) {}

  struct Visit {
    double from = 0;  // the last before it
    double to = 0;
    bool changed = false;
    std::optional<double> changed_at;  // where that is known
  };
  // Of a page of which this was believed.
  void saw(const Visit& visit, const change::Belief& belief);

  // It will be told of such a visit.
  void prefetch(double from, double to) const {
    __builtin_prefetch(&score_, 1);
    profile_.prefetch(from, to);
  }

  bool is_used() const { return is_used_; }

  // By how many days it is best to put off the visit of a page that is due now, was last visited at
  // `from` and changes `rate` times a day: half a day, and half of the time since `from`, at most.
  double best_delay(double from, double now, double rate) const;

  // The logarithm of how much better hours have predicted, within bounds.
  double score() const { return score_; }
  const WeekActivity& activity() const { return profile_.activity(); }

 private:
  void learn(double now);

  const float score_to_use_;
  WeekProfile profile_;
  float score_ = 0;
  uint16_t visits_ = 0;  // since the last lesson
  bool is_used_ = false;
};

}  // namespace freshet::schedule
