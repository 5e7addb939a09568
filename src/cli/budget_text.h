#pragma once

#include <string>
#include <string_view>

#include "result/result.h"

namespace freshet::cli {

// "2", "2/s", "120/min", "500/h", "10000/day" -> requests per second. An error says what would do.
Result<double> parse_budget(std::string_view text);

// "2/s", "30/min", "0.5/day": in the unit that gives the shortest number from 1 on.
std::string budget_in_words(double requests_per_second);

}  // namespace freshet::cli
