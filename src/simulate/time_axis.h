#pragma once

#include <string>
#include <vector>

#include "clock/instant.h"
#include "simulate/chart.h"

namespace freshet::simulate {

// About three to ten ticks between two times, at the beginning of calendar days, months or years
// (UTC). Their positions are days since `start`. The label is "2023" at the beginning of a year,
// otherwise "2023-03" or "03-15".
std::vector<Tick> date_ticks(Instant start, Instant end);

// "2023-01-15", in UTC.
std::string date_of(Instant time);

}  // namespace freshet::simulate
