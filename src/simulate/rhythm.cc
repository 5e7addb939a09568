#include "simulate/rhythm.h"

#include <cmath>
#include <numbers>

namespace freshet::simulate {

std::optional<schedule::WeekActivity> rhythm_named(std::string_view name) {
  schedule::WeekActivity activity = schedule::flat_week();
  if (name == "flat") return activity;
  const bool daily = name == "daily";
  const bool office = name == "office";
  if (!daily && !office && name != "nightly") return std::nullopt;
  // 40 of the week's 168 hours are office hours.
  const double busy = 0.9 / 40;
  const double quiet = 0.1 / 128;
  for (size_t bin = 0; bin < activity.size(); ++bin) {
    const size_t hour = bin % 24;
    if (daily) {
      const double day = (static_cast<double>(hour) + 0.5) / 24;
      activity[bin] = 1 - 0.5 * std::cos(2 * std::numbers::pi * day);
    } else if (office) {
      activity[bin] = bin < 24 && hour >= 9 && hour < 17 ? busy : quiet;
    } else {
      activity[bin] = hour == 2 ? 1 : 0;
    }
  }
  return schedule::with_mean_one(activity);
}

}  // namespace freshet::simulate
