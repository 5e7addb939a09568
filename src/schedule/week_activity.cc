#include "schedule/week_activity.h"

#include "schedule/load_profile.h"

namespace freshet::schedule {

WeekActivity flat_week() {
  WeekActivity activity;
  activity.fill(1);
  return activity;
}

WeekActivity with_mean_one(const WeekActivity& activity) {
  double sum = 0;
  for (size_t bin = 0; bin < kWeekBins; ++bin) sum += (bin < 24 ? 5 : 2) * activity[bin];
  if (sum <= 0) return flat_week();
  WeekActivity scaled = activity;
  for (double& each : scaled) each *= kHoursOfWeek / sum;
  return scaled;
}

}  // namespace freshet::schedule
