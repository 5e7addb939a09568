#pragma once

#include <optional>
#include <string_view>

#include "clock/instant.h"

namespace freshet::parse {

// Parses a date in the W3C date and time formats, a profile of ISO 8601, which sitemaps and Atom
// use. A year, month or day without a time means its beginning; a time without a zone is UTC. A
// space may stand for the 'T'.
std::optional<Instant> parse_w3c_date(std::string_view text);

// Parses a date of a feed: in the form of RFC 822, which RSS uses, or in one of the formats above.
// Returns nullopt for an RFC 822 date with a time but without a zone, because it could be wrong by
// a day.
std::optional<Instant> parse_feed_date(std::string_view text);

}  // namespace freshet::parse
