#pragma once

#include <cstdint>
#include <functional>

#include "clock/instant.h"

namespace freshet::simulate {

// The budget of visits, which grows with time and with the pages of the collection. The budget of
// an hour may be kept; if that is less than a visit, the budget for one visit.
class VisitBudget {
 public:
  // Both must outlive this. `factor` as in RunOptions::budget_factor.
  VisitBudget(double visits_per_page_day, const std::function<double(Instant)>& factor,
              Instant start)
      : visits_per_page_day_(visits_per_page_day), factor_(factor), paid_until_(start) {}

  // The collection had so many pages since the last call.
  void pay_until(Instant now, uint64_t pages);
  void spend();
  // Returns when there is budget for a visit; never() if it does not grow.
  Instant next(uint64_t pages) const;

 private:
  double visits_per_second(uint64_t pages) const;

  const double visits_per_page_day_;
  const std::function<double(Instant)>& factor_;
  double visits_ = 0;
  Instant paid_until_;
};

}  // namespace freshet::simulate
