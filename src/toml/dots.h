#pragma once

#include <cstddef>
#include <string_view>

namespace freshet::toml {

// Counts the dots of a TOML text that are in neither strings nor comments: those of keys and
// numbers. In a text with a syntax error, the count is exact up to the error.
size_t dots_outside_strings(std::string_view text);

}  // namespace freshet::toml
