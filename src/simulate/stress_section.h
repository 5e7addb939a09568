#pragma once

#include "simulate/experiments/chance.h"
#include "simulate/stress.h"

namespace freshet::simulate {

// Draws what happens to the pages of a section of the given kind, appends it to the world's events
// (out of order), and sets the section's name and moment. Needs the world's start and end.
void draw_section(StressSection& section, World& world, Chance& chance);

}  // namespace freshet::simulate
