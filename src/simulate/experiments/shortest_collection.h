#pragma once

#include <span>

#include "simulate/experiments/collection.h"

namespace freshet::simulate {

// A time in hours, to within 0.01, in which no order whatsoever can collect all servers: what is
// left if robots may share an hour among servers in any proportion.
//
// Whether that is possible within a horizon is a linear program. Unknown are the robot-hours that
// server i gets in hour h: no more than the hour has (one robot to a server), all servers together
// no more than the robots have, and rate times robot-hours over all hours make up the server's
// work. The least work that stays undone is found by simplex; the horizon is bisected for where it
// vanishes. (Rates depend on both server and hour, so this is a flow with gains, not a plain flow.)
// `enough` is a horizon that is long enough, such as any order's.
double shortest_collection(std::span<const LoadedServer> servers, size_t robots, double enough);

// The least work that stays undone within this many hours.
double undone_work(std::span<const LoadedServer> servers, size_t robots, double hours);

}  // namespace freshet::simulate
