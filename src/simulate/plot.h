#pragma once

#include <string>
#include <vector>

#include "simulate/engine.h"

namespace freshet::simulate {

// What came of one run.
struct PlotRow {
  std::string policy;
  std::string host;   // "*": all together
  double budget = 0;  // visits a page and day
  Outcome outcome;
  double learning = 0.2;  // share of the time, at its beginning, that is not measured
};

// One HTML page, well-formed as XML, that needs nothing else: for every host freshness by budget
// (bars where there is one budget), freshness over time for each budget, and the figures. Rows of a
// host, a budget and a policy may come in any order; the first eight policies have colours.
std::string plot(const std::vector<PlotRow>& rows);

}  // namespace freshet::simulate
