#pragma once

#include <string>
#include <string_view>

namespace freshet::settings {

// Returns the existing key that is most similar to an unknown one; empty if none is similar.
std::string_view nearest_key(std::string_view unknown);

// Returns how many insertions, deletions, replacements and swaps of neighbouring characters turn
// one text into the other.
size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace freshet::settings
