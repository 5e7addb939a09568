#pragma once

#include <string_view>

namespace freshet::frontier {

struct Years {
  int first = 0;
  int last = 0;
};

// Whether a path ("/a/b") or a query ("a=b&c=d") names a date whose year is outside the years.
// Calendars are walked step by step, so numbers that are hardly years (below 1500, above 2999) need
// not count.
bool has_date_outside(std::string_view path, std::string_view query, Years years);

}  // namespace freshet::frontier
