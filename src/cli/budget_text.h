#pragma once

#include <string>
#include <string_view>

#include "result/result.h"

namespace freshet::cli {

// Parses "2", "2/s", "120/min", "500/h" or "10000/day" into requests per second. The error message
// shows valid forms.
Result<double> parse_budget(std::string_view text);

// "2/s", "30/min", "0.5/day": in the shortest unit of time that gives at least 1.
std::string format_budget(double requests_per_second);

}  // namespace freshet::cli
