#pragma once

#include <string>
#include <string_view>

namespace freshet::settings {

// The key that was most likely meant by one that does not exist; empty if none comes close.
std::string_view nearest_key(std::string_view unknown);

// How many insertions, deletions, replacements and swaps of neighbours turn one into the other.
size_t edit_distance(std::string_view a, std::string_view b);

}  // namespace freshet::settings
