#pragma once

#include <optional>
#include <string_view>

#include "schedule/week_profile.h"

namespace freshet::simulate {

// When in the week pages change: "flat"; "daily": half as much again at noon, half as much at
// midnight; "office": nine of ten changes on weekdays from 9 to 17; "nightly": between 2 and 3.
std::optional<schedule::WeekActivity> rhythm_named(std::string_view name);

}  // namespace freshet::simulate
