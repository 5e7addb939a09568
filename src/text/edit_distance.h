#pragma once

#include <cstddef>
#include <string_view>

namespace freshet::text {

// Returns how many insertions, deletions, replacements and swaps of neighbouring bytes turn one
// text into the other. Takes time proportional to the product of their lengths.
size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace freshet::text
