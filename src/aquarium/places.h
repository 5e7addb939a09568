#pragma once

#include <cstdint>
#include <string>

#include "aquarium/route.h"
#include "aquarium/world.h"

namespace freshet::aquarium {

// Appends the page at a destination that is kDirectory, kNearDuplicate, kCalendar or kMaze.
void write_place(const World& world, uint32_t host, const Destination& to, std::string& out);

}  // namespace freshet::aquarium
