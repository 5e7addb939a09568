#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace freshet::language {

// Returns a sample from all parts of a text: well-formed UTF-8 of at most `max_bytes`, which must
// be at least 64. Malformed bytes, control characters, noncharacters and private-use characters
// become spaces.
std::string sample_of(std::string_view text, size_t max_bytes);

}  // namespace freshet::language
