#pragma once

#include <string>
#include <string_view>

namespace freshet::robots {

// The one form in which paths and patterns are compared (RFC 9309, section 2.2.2): unreserved
// characters are decoded, escapes of all others are kept with upper-case digits, and what may not
// stand in a URL (non-ASCII, spaces, <, > and the like) is escaped. Reserved characters stay as
// they are, so that %2F and / differ; only * and $ are escaped, because in a pattern they are
// operators. Every input byte yields at most three.

// True if `path` is already in that form; the common case.
bool is_normal_path(std::string_view path);

// Writes to `out`, which has room for 3 * path.size() bytes, and returns the number written. A %
// that starts no escape is escaped itself. Idempotent.
size_t normalise_path(std::string_view path, char* out);

// Appends to `out`. * stays, as does $ at the very end; there they are operators. A last % or %h
// before the end or a * stays too: "/*%" means any path with an escape in it.
void append_normal_pattern(std::string& out, std::string_view pattern);

}  // namespace freshet::robots
