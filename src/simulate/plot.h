#pragma once

#include <string>
#include <vector>

#include "clock/instant.h"
#include "simulate/engine.h"

namespace freshet::simulate {

// What came of one run.
struct PlotRow {
  std::string policy;
  std::string host;   // "*": all together
  double budget = 0;  // visits a page and day
  Outcome outcome;
  double learning = 0.2;  // share of the time, at its beginning, that is not measured
  // The time that the outcome covers.
  Instant start;
  Instant end;
  bool has_dates = false;  // those of a calendar; else days since the start are what counts
};

// One HTML page, well-formed as XML, that needs nothing else: for every host freshness by budget
// (bars where there is one budget), freshness over time for each budget with the lowest values and
// when they came, and the figures. Rows of a host, a budget and a policy may come in any order; the
// first eight policies have colours. All rows of a host cover the same time.
std::string plot(const std::vector<PlotRow>& rows);

}  // namespace freshet::simulate
