#pragma once

#include <optional>
#include <string_view>

#include "clock/instant.h"

namespace freshet::parse {

// A date as sitemaps and Atom write it (W3C date and time formats, ISO 8601 profile): a year, a
// month or a day alone mean their beginning; a time without zone is UTC; a space may stand for the
// 'T'.
std::optional<Instant> parse_w3c_date(std::string_view text);

// A date in a feed: RFC 822 as RSS has it, or the form above, whichever it is. A time of day
// without a zone could be off by a day and is not taken.
std::optional<Instant> parse_feed_date(std::string_view text);

}  // namespace freshet::parse
