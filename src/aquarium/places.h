#pragma once

#include <string>

#include "aquarium/page_writer.h"
#include "aquarium/route.h"
#include "aquarium/world.h"

namespace freshet::aquarium {

// Appends the page at a destination that is kDirectory, kNearDuplicate, kCalendar or kMaze.
void write_place(const World& world, const HostMoment& at, const Destination& to, std::string& out);

}  // namespace freshet::aquarium
