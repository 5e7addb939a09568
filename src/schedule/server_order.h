#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace freshet::schedule {

// In which order whole servers are collected, by the load that each has at each hour of the day:
// "A scheduling technique of Robot engine for efficient page gathering" (Jung, Kim, Park), and an
// order of our own. Servers are numbers into the caller's list of loads.

constexpr int kHoursOfDay = 24;
using HourlyLoad = std::array<double, kHoursOfDay>;  // at least 0; only comparison matters
using ServerOrder = std::vector<uint32_t>;

// The first of the hours with the least load.
int best_hour(const HourlyLoad& load);

// As the list has them; load is ignored.
ServerOrder list_order(size_t servers);

// Ascending load of this hour. Equals stay in the order of the list, here and below.
ServerOrder sorting(std::span<const HourlyLoad> loads, int hour);

// A column of the paper's priority table: first the servers whose best hour this is, then all
// others, both by ascending load of this hour.
ServerOrder mixed_sorting(std::span<const HourlyLoad> loads, int hour);

// At the turn of the hour, for a server that is not finished: whether it is left for later, because
// an hour of the same day after `next_hour` has less load. In the last hour of the day nothing is
// left for later: the table has no column after it.
bool stops_at_turn(const HourlyLoad& load, int next_hour);

// What a server still needs, as seen at the beginning of an hour.
struct ServerNeed {
  // How long a unit of work takes in this hour, the next, and so on to the end of the plan; > 0.
  std::vector<double> cost;
  double work = 0;  // units that are left
};

// Hours that the work takes if it is done in the server's own cheapest hours. Where the plan is too
// short for the work, the rest is done at the price of its most expensive hour.
double hours_needed(const ServerNeed& need);

// This hour's cost over the mean of the server's own cheapest hours that it needs: 1 is as good as
// it gets, 2 is twice as expensive as waiting would be.
double relative_load(const ServerNeed& need);

// Ascending relative load: who loses most by waiting goes first. Replanned each hour.
ServerOrder relative_load_order(std::span<const ServerNeed> needs);

// The fewest hours, starting with this one, in which `robots` could do all work if every server had
// its own cheapest hours: how far ahead a plan need look. At most `most`, which the costs must
// have.
size_t plan_length(std::span<const ServerNeed> needs, size_t robots, size_t most);

}  // namespace freshet::schedule
