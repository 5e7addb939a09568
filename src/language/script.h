#pragma once

#include <string_view>

namespace freshet::language {

// If at least half of the letters of a text, and at least two, are in a script that only one
// language uses, returns that language. Otherwise returns an empty string.
std::string_view language_of_script(std::string_view text);

}  // namespace freshet::language
