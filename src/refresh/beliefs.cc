#include "refresh/beliefs.h"

#include <algorithm>
#include <cmath>

namespace freshet::refresh {

void Belief::add(const Belief& other) {
  pages += other.pages;
  weight += other.weight;
  current += other.current;
  age += other.age;
}

double expected_age_after(double seconds, double unchanged) {
  constexpr double kSurely = 1e-9;
  if (seconds <= 0) return 0;
  // Without a change with probability p = exp(-rate seconds).
  const double p = std::clamp(unchanged, kSurely, 1.0);
  const double changes = -std::log(p);
  return changes < kSurely ? 0 : seconds * (1 - (1 - p) / changes);
}

Beliefs::Beliefs(const schedule::Policy& policy, double visits_per_page_day) : policy_(policy) {
  if (!policy.tells_current()) estimator_.emplace(visits_per_page_day);
}

void Beliefs::add(schedule::Page page, const schedule::PageFacts& facts, Instant now) {
  if (estimator_) estimator_->add(page, facts, now);
}

void Beliefs::visited(schedule::Page page, bool changed, Instant now) {
  if (estimator_) estimator_->visited(page, changed, now);
}

void Beliefs::audited(schedule::Page page, bool is_current, Instant now) {
  const double believed = raw(page, now);
  calibration_.saw(experience_.corrected(believed), is_current);
  experience_.saw(believed, is_current);
}

double Beliefs::raw(schedule::Page page, Instant now) const {
  return estimator_ ? estimator_->current(page, now) : policy_.current(page, now).value_or(0);
}

}  // namespace freshet::refresh
