#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "clock/instant.h"

namespace freshet::http {

// Parses a date in any of the three forms of RFC 9110 (section 5.6.7), and in many other forms that
// servers send: parts in any order, any punctuation between them, two-digit years (70..99 mean
// 19xx), time zones by name or offset, no time of day. Does not parse ISO 8601. Returns nullopt if
// day, month or year is missing, if a part occurs twice or is unknown, or if the year is before
// 1583. Takes linear time and allocates nothing.
std::optional<Instant> parse_http_date(std::string_view text);

// Returns "Sun, 06 Nov 1994 08:49:37 GMT".
std::string format_http_date(Instant instant);

}  // namespace freshet::http
