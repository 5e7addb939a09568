#pragma once

#include <cmath>
#include <functional>
#include <span>
#include <vector>

#include "schedule/server_order.h"

namespace freshet::simulate {

// Robots that collect whole servers, hour by hour; the model of paper 001.

struct LoadedServer {
  schedule::HourlyLoad load{};  // 0 idle .. 1 answers nothing
  double work = 0;              // hours that one robot would need if the server were idle
  double steepness = 1;         // how sharply collecting slows down as load rises

  // Work done by a robot in an hour, counted from the start at hour 0 of a day.
  double rate(size_t hour) const {
    return std::pow(1 - load[hour % schedule::kHoursOfDay], steepness);
  }
};

// The state at the beginning of an hour.
struct Collection {
  std::span<const LoadedServer> servers;
  std::vector<double> work_left;  // of each server
  size_t robots = 0;
  size_t hour = 0;  // since the start

  int hour_of_day() const { return static_cast<int>(hour % schedule::kHoursOfDay); }
};

struct CollectionOrder {
  // All servers, the first to be collected first; those finished are passed over.
  std::function<schedule::ServerOrder(const Collection&)> order;
  // Whether a server under way is left at the turn to this hour.
  std::function<bool(const schedule::HourlyLoad&, int hour)> stops;
};

struct Collected {
  double hours = 0;                  // until the last server is finished
  std::vector<double> done_by_hour;  // share of all work, at the end of each hour
};

// A robot that finishes a server takes the next in the queue at once; no server has two robots.
// Every server must be finished some day: no load is 1 at all hours.
Collected collect(std::span<const LoadedServer> servers, size_t robots,
                  const CollectionOrder& order);

}  // namespace freshet::simulate
