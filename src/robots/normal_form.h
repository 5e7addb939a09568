#pragma once

#include <string>
#include <string_view>

namespace freshet::robots {

// The normal form in which paths and patterns are compared (RFC 9309, section 2.2.2). Escapes of
// unreserved characters are decoded, and those of other characters are kept with upper-case digits.
// Characters that a URL must not contain (non-ASCII, spaces, <, > and others) are escaped. Reserved
// characters are kept, so that %2F and / differ, except for * and $, which are escaped because they
// are operators in a pattern. An input byte becomes at most three bytes.

// Whether `path` is already in normal form, which is the common case.
bool is_normal_path(std::string_view path);

// Writes the normal form to `out`, which must have room for 3 * path.size() bytes, and returns its
// length. A % that begins no escape is escaped. Normalising again changes nothing.
size_t normalise_path(std::string_view path, char* out);

// Appends the normal form of a pattern to `out`. The operators * and, at the end, $ are kept. A %
// or %h (h is a digit) before the end of the pattern or before a * is also kept: "/*%" matches any
// path that contains an escape.
void append_normal_pattern(std::string& out, std::string_view pattern);

}  // namespace freshet::robots
