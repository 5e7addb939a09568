#include "schedule/server_order.h"

#include <algorithm>
#include <numeric>

#include "result/check.h"

namespace freshet::schedule {
namespace {

template <typename Key>
ServerOrder ordered(size_t servers, Key key) {
  ServerOrder order = list_order(servers);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return key(a) < key(b); });
  return order;
}

size_t index_of(int hour) {
  FRESHET_CHECK(hour >= 0 && hour < kHoursOfDay, "no such hour of the day");
  return static_cast<size_t>(hour);
}

// The work done in the cheapest hours first.
struct Planned {
  double hours = 0;
  double mean_cost = 0;  // of the hours used, each counted whole
};

Planned plan(std::vector<double> cost, double work) {
  FRESHET_CHECK(!cost.empty(), "a plan of no hours");
  std::sort(cost.begin(), cost.end());
  Planned planned;
  double sum = 0;
  size_t used = 0;
  for (; used < cost.size() && (work > 0 || used == 0); ++used) {
    planned.hours += std::min(1.0, work * cost[used]);
    work -= 1 / cost[used];
    sum += cost[used];
  }
  if (work > 0) planned.hours += work * cost.back();
  planned.mean_cost = sum / static_cast<double>(used);
  return planned;
}

}  // namespace

int best_hour(const HourlyLoad& load) {
  return static_cast<int>(std::min_element(load.begin(), load.end()) - load.begin());
}

ServerOrder list_order(size_t servers) {
  ServerOrder order(servers);
  std::iota(order.begin(), order.end(), 0U);
  return order;
}

ServerOrder sorting(std::span<const HourlyLoad> loads, int hour) {
  const size_t h = index_of(hour);
  return ordered(loads.size(), [&](uint32_t server) { return loads[server][h]; });
}

ServerOrder mixed_sorting(std::span<const HourlyLoad> loads, int hour) {
  const size_t h = index_of(hour);
  std::vector<char> has_best_hour_elsewhere(loads.size());
  for (size_t i = 0; i < loads.size(); ++i)
    has_best_hour_elsewhere[i] = best_hour(loads[i]) != hour ? 1 : 0;
  return ordered(loads.size(), [&](uint32_t server) {
    return std::pair(has_best_hour_elsewhere[server], loads[server][h]);
  });
}

bool stops_at_turn(const HourlyLoad& load, int next_hour) {
  const auto next = load.begin() + static_cast<ptrdiff_t>(index_of(next_hour));
  return std::any_of(next + 1, load.end(), [&](double later) { return *next > later; });
}

double hours_needed(const ServerNeed& need) {
  return plan(need.cost, need.work).hours;
}

double relative_load(const ServerNeed& need) {
  return need.cost.front() / plan(need.cost, need.work).mean_cost;
}

ServerOrder relative_load_order(std::span<const ServerNeed> needs) {
  std::vector<double> relative;
  relative.reserve(needs.size());
  for (const ServerNeed& need : needs) relative.push_back(relative_load(need));
  return ordered(needs.size(), [&](uint32_t server) { return relative[server]; });
}

size_t plan_length(std::span<const ServerNeed> needs, size_t robots, size_t most) {
  for (size_t length = 1; length < most; ++length) {
    double hours = 0;
    for (const ServerNeed& need : needs) {
      FRESHET_CHECK(need.cost.size() >= most, "costs that end before the plan");
      hours += hours_needed(
          {.cost = {need.cost.begin(), need.cost.begin() + static_cast<ptrdiff_t>(length)},
           .work = need.work});
    }
    if (hours <= static_cast<double>(length * robots)) return length;
  }
  return most;
}

}  // namespace freshet::schedule
