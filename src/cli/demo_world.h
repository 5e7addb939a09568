#pragma once

#include <string>

#include "aquarium/world_options.h"
#include "cli/command.h"

// What the demo of one process and that of a cluster have in common.
namespace freshet::cli {

// Requests that a demo may send for each page and virtual day.
inline constexpr double kDemoVisitsPerPageDay = 0.5;

// A web that is similar to the real one: many pages never change, others change at random times, in
// office hours or at night.
aquarium::WorldOptions demo_world(const DemoArguments& arguments);

}  // namespace freshet::cli
