#pragma once

#include <string_view>

namespace freshet::frontier {

struct Years {
  int first = 0;
  int last = 0;
};

// Whether a path ("/a/b") or a query ("a=b&c=d") contains a date whose year is outside `years`.
// Numbers below 1500 and above 2999 do not count as years. They need not, because a crawler follows
// an endless calendar step by step and finds nearer years first.
bool has_date_outside(std::string_view path, std::string_view query, Years years);

}  // namespace freshet::frontier
