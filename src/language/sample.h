#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace freshet::language {

// Well-formed UTF-8 of at most `most_bytes` (at least 64) from all parts of a text, with nothing in
// it that is not text: malformed bytes, control characters and noncharacters are spaces.
std::string sample_of(std::string_view text, size_t most_bytes);

}  // namespace freshet::language
