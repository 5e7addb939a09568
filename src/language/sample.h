#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace freshet::language {

inline constexpr size_t kSampleBytes = 1'024;

// Well-formed UTF-8 of at most kSampleBytes from all parts of a text, with nothing in it that is
// not text: malformed bytes, control characters and noncharacters are spaces.
std::string sample_of(std::string_view text);

}  // namespace freshet::language
