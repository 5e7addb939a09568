#pragma once

#include "extract/date_time.h"
#include "extract/date_tokens.h"

namespace freshet::extract {

// Reads the time of day and its zone, if they are behind a date: "T10:00:00Z", ", 10:00 +0100",
// "at 3:20 p.m. EST". `cursor` is behind the date.
void read_time_of_day(TokenCursor cursor, DateTime& date);

// Reads a time zone: "Z", "GMT", "EST", "+0100", "-05:00", "UTC+1". `may_have_colon`: whether an
// offset may be other than four digits.
std::optional<Duration> read_zone(TokenCursor& cursor, bool may_have_colon);

}  // namespace freshet::extract
