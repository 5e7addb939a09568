#pragma once

#include <string>
#include <vector>

#include "clock/instant.h"
#include "simulate/engine.h"

namespace freshet::simulate {

// The result of one run.
struct PlotRow {
  std::string policy;
  std::string host;   // "*": all hosts together
  double budget = 0;  // visits a page and day
  Outcome outcome;
  double learning = 0.2;  // the first share of the time, which is not measured
  // The time that the outcome covers.
  Instant start;
  Instant end;
  bool has_dates =
      false;  // label the time axis with calendar dates instead of days since the start
};

// Makes a self-contained HTML page, which is also well-formed XML. For every host, it shows
// freshness by budget (as bars if there is one budget), freshness over time for each budget with
// the lowest values and their times, and a table of all values. Rows may be in any order; the first
// eight policies have colours of their own. All rows of a host must cover the same time.
std::string plot(const std::vector<PlotRow>& rows);

}  // namespace freshet::simulate
