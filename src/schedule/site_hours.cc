#include "schedule/site_hours.h"

#include <algorithm>
#include <cmath>

namespace freshet::schedule {
namespace {

// The score is bounded, so that what happened long ago neither keeps hours in use after they have
// stopped predicting nor keeps them out of use when they begin to predict.
constexpr float kMost = 20;
constexpr float kLeast = -5;
constexpr double kShortestWait = 1e-6;  // in days
constexpr uint16_t kVisitsPerLesson = 32;
// A rhythm that has stopped leaves a flat profile, which predicts no worse: the score must fade.
constexpr float kKeptPerLesson = 0.97F;

}  // namespace

void SiteHours::saw(const Visit& visit, const change::Belief& belief) {
  const double plain = visit.to - visit.from;
  if (plain > kLongestWait || plain <= 0) return;
  const HourClock& clock = profile_.clock();
  const double by_hours = clock.at(visit.to) - clock.at(visit.from);
  score_ +=
      static_cast<float>(belief.log_likelihood(std::max(by_hours, kShortestWait), visit.changed) -
                         belief.log_likelihood(std::max(plain, kShortestWait), visit.changed));
  score_ = std::clamp(score_, kLeast, kMost);
  if (visit.changed_at)
    profile_.saw_change_at(*visit.changed_at, visit.to, belief.mean());
  else
    profile_.saw(visit.from, visit.to, visit.changed, belief.mean());
  if (++visits_ >= kVisitsPerLesson) learn(visit.to);
}

// To visit later loses the time for which a new copy would be current meanwhile and ours is not. It
// gains, if the page changes meanwhile, the time for which the later copy is current. Where all
// hours are alike, both are the same for a page that is due: so a visit is put off when more
// changes come soon than later, or when there were few since the last visit.
double SiteHours::best_delay(double from, double now, double rate) const {
  constexpr double kHour = 1.0 / 24;
  constexpr double kLeastWait = 0.25;
  constexpr double kLongestDelay = 0.5;
  constexpr double kFewDays = 8;
  constexpr double kLeastGain = 0.02;  // of the wait: less is not worth the trouble
  const double wait = now - from;
  if (wait < kLeastWait || wait > kFewDays) return 0;
  const double longest = std::min(kLongestDelay, wait / 2);
  const HourClock& clock = profile_.clock();
  const double seen_at = clock.at(from);
  const double now_at = clock.at(now);
  double best = 0;
  double best_gain = kLeastGain * wait;
  double lost = 0;
  double before = now;
  double better_before = 1 - std::exp(-rate * (now_at - seen_at));
  // Hours differ, moments within an hour do not.
  for (double until = (std::floor(now / kHour) + 1) * kHour; until <= now + longest;
       until += kHour) {
    const double at = clock.at(until);
    const double new_copy = std::exp(-rate * (at - now_at));
    // By how much likelier a copy of now would be current then.
    const double better = new_copy - std::exp(-rate * (at - seen_at));
    lost += (until - before) * (better_before + better) / 2;
    better_before = better;
    before = until;
    const double changes = rate * (clock.at(until + wait) - at);  // until the visit after
    const double current_for = wait * (changes > 1e-6 ? -std::expm1(-changes) / changes : 1);
    const double gain = (1 - new_copy) * current_for - lost;
    if (gain <= best_gain) continue;
    best_gain = gain;
    best = until - now;
  }
  return best;
}

void SiteHours::learn(double now) {
  visits_ = 0;
  score_ *= kKeptPerLesson;
  profile_.learn(now);
  is_used_ = score_ >= (is_used_ ? score_to_use_ / 2 : score_to_use_);
}

}  // namespace freshet::schedule
