#pragma once

#include <string>
#include <vector>

#include "clock/instant.h"
#include "simulate/chart.h"

namespace freshet::simulate {

// Three to ten marks between two times, at the beginning of days, months or years of the calendar
// (UTC), as days since `start`: "2023" at the beginning of a year, else "2023-03" or "03-15".
std::vector<Tick> date_ticks(Instant start, Instant end);

// "2023-01-15", in UTC.
std::string date_of(Instant time);

}  // namespace freshet::simulate
