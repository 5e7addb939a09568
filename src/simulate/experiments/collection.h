#pragma once

#include <cmath>
#include <functional>
#include <span>
#include <vector>

#include "schedule/server_order.h"

namespace freshet::simulate {

// The model of paper 001: robots collect whole servers, hour by hour.

struct LoadedServer {
  schedule::HourlyLoad load{};  // from 0 (idle) to 1 (answers no request)
  double work = 0;              // the hours that one robot would need on the idle server
  double steepness = 1;         // how sharply collecting slows down as load rises

  // The work that a robot does in an hour. Hour 0 is hour 0 of the first day.
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
  // Returns all servers in the order in which they are to be collected. Finished servers are
  // skipped.
  std::function<schedule::ServerOrder(const Collection&)> order;
  // Whether a robot stops collecting a server at the beginning of this hour.
  std::function<bool(const schedule::HourlyLoad&, int hour)> stops;
};

struct Collected {
  double hours = 0;                  // until the last server is finished
  std::vector<double> done_by_hour;  // share of all work, at the end of each hour
};

// Simulates the collection. A robot that finishes a server takes the next one in the queue at once;
// a server has at most one robot. No server may have a load of 1 at all hours, since it would never
// be finished.
Collected collect(std::span<const LoadedServer> servers, size_t robots,
                  const CollectionOrder& order);

}  // namespace freshet::simulate
