#include "simulate/visit_budget.h"

#include <algorithm>

namespace freshet::simulate {
namespace {

constexpr double kDay = 86'400;

}  // namespace

double VisitBudget::visits_per_second(uint64_t pages) const {
  const double factor = factor_ ? factor_(paid_until_) : 1;
  return visits_per_page_day_ * factor * static_cast<double>(pages) / kDay;
}

void VisitBudget::pay_until(Instant now, uint64_t pages) {
  const double most = std::max(1.0, visits_per_second(pages) * 3'600);
  const double seconds = (now - paid_until_).in_seconds();
  visits_ = std::min(most, visits_ + visits_per_second(pages) * seconds);
  paid_until_ = now;
}

void VisitBudget::spend() {
  visits_ = std::max(visits_ - 1, 0.0);
}

Instant VisitBudget::next(uint64_t pages) const {
  if (pages == 0 || visits_per_page_day_ <= 0) return Instant::never();
  if (visits_ >= 1) return paid_until_;
  // Rounded up, so that the budget is sufficient then.
  const double wait = (1 - visits_) / visits_per_second(pages);
  return paid_until_ + (Duration::from_seconds(wait) + Duration::microseconds(1));
}

}  // namespace freshet::simulate
