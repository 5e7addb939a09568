#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "clock/instant.h"

namespace freshet::http {

// A date in any of the three forms of RFC 9110 (section 5.6.7), or in the many that servers send
// instead: parts in any order, any punctuation between them, two-digit years (70..99 are 19xx),
// zones by name or offset, no time of day. Nullopt if a part is missing, doubled or unknown, or the
// year is before 1583. ISO 8601 is not among the forms. Takes no memory; linear time.
std::optional<Instant> parse_http_date(std::string_view text);

// "Sun, 06 Nov 1994 08:49:37 GMT"
std::string format_http_date(Instant instant);

}  // namespace freshet::http
