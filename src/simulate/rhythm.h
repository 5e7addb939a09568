#pragma once

#include <optional>
#include <string_view>

#include "schedule/week_activity.h"

namespace freshet::simulate {

// How changes are distributed over the week. "flat": evenly. "daily": 1.5 times the mean at noon,
// and half the mean at midnight. "office": nine of ten changes on weekdays from 9 to 17. "nightly":
// all changes between 2 and 3. Returns nullopt for other names.
std::optional<schedule::WeekActivity> rhythm_named(std::string_view name);

}  // namespace freshet::simulate
