#pragma once

#include <optional>

#include "clock/instant.h"
#include "refresh/calibration.h"
#include "schedule/freshness_estimator.h"
#include "schedule/policy.h"

namespace freshet::refresh {

// The belief about pages, or the sum of the beliefs about some.
struct Belief {
  double pages = 0;
  double weight = 0;
  double current = 0;  // sum of weight times the probability that the copy is current
  double age = 0;      // sum of weight times expected_age_after() in seconds

  void add(const Belief& other);
};

// Returns the mean of the time since the first change within `seconds`, if changes follow a Poisson
// process that makes no change in that time with probability `unchanged`.
double expected_age_after(double seconds, double unchanged);

// The probability that the copy of a page is current: the belief of the policy, or of an estimator
// if the policy has none, corrected by what audits found. Times are the policy's.
class Beliefs {
 public:
  // The policy must outlive this.
  Beliefs(const schedule::Policy& policy, double visits_per_page_day);

  // To be called for each page and each visit that succeeded, as for a policy.
  void add(schedule::Page page, const schedule::PageFacts& facts, Instant now);
  void visited(schedule::Page page, bool changed, Instant now);
  // An audit is visiting the page. Must be called before visited().
  void audited(schedule::Page page, bool is_current, Instant now);

  double current(schedule::Page page, Instant now) const {
    return experience_.corrected(raw(page, now));
  }
  Calibration& calibration() { return calibration_; }
  const Calibration& calibration() const { return calibration_; }

 private:
  double raw(schedule::Page page, Instant now) const;

  const schedule::Policy& policy_;
  std::optional<schedule::FreshnessEstimator> estimator_;  // for a policy without beliefs
  // Compares the raw beliefs with the results of audits; reported beliefs are corrected by it.
  // Other visits do not count, because pages that a policy chooses are not representative.
  Calibration experience_;
  Calibration calibration_;  // compares the corrected beliefs with the results of audits
};

}  // namespace freshet::refresh
