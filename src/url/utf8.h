#pragma once

#include <string>
#include <string_view>

namespace freshet::url {

// True if no byte is above 0x7F.
bool is_ascii(std::string_view text);

// Appends text as the Encoding Standard's UTF-8 decoder reads it: each maximal part of an
// ill-formed sequence becomes one U+FFFD.
void append_well_formed(std::string& out, std::string_view text);

}  // namespace freshet::url
