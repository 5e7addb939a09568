#pragma once

#include <cstdint>
#include <vector>

#include "change/belief.h"
#include "schedule/policy.h"

namespace freshet::schedule {

// What is believed of pages by one who chooses none: for policies that do not say themselves how
// probably a copy is current. A Gamma belief of each page's rate of change (change/belief.h): what
// was seen of the page, on top of a prior of its site that is fitted anew from time to time. 16
// bytes a page.
class FreshnessEstimator {
 public:
  explicit FreshnessEstimator(double visits_per_page_day);

  void add(Page page, const PageFacts& facts, Instant now);
  // A visit that succeeded; others tell nothing of changes.
  void visited(Page page, bool changed, Instant now);
  double current(Page page, Instant now) const;

 private:
  struct Known {
    Site site = 0;
    uint32_t last_visit = 0;  // Unix seconds
    // Its belief; of a page that was never seen to change, the days that it was watched, and no
    // shape: it stands on the prior of the day.
    float a = 0;
    float b = 0;
  };

  change::Belief belief_of(const Known& page) const;
  void fit_priors();

  const change::Belief start_;
  change::Belief collection_;
  std::vector<Known> pages_;
  std::vector<change::Belief> priors_;  // by Site
  size_t visits_until_fit_;
};

}  // namespace freshet::schedule
