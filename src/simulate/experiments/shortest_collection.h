#pragma once

#include <span>

#include "simulate/experiments/collection.h"

namespace freshet::simulate {

// A lower bound, to within 0.01 hours, on the time in which any order can collect all servers. It
// is the shortest time if robots may divide an hour among servers in any proportion.
//
// Whether a time is sufficient is a linear program. The unknowns are the robot-hours that server i
// gets in hour h. They are limited by the length of the hour, since a server has at most one robot;
// their sum over servers is limited by the number of robots; and the sum of rate times robot-hours
// over all hours is at most the server's work. The simplex method finds the least work that remains
// undone, and bisection finds the time at which that becomes zero. (Rates depend on server and
// hour, so this is a flow with gains, not a plain flow.) `enough` is a time that is known to be
// sufficient, such as that of any order.
double shortest_collection(std::span<const LoadedServer> servers, size_t robots, double enough);

// The least work that remains undone after so many hours.
double undone_work(std::span<const LoadedServer> servers, size_t robots, double hours);

}  // namespace freshet::simulate
