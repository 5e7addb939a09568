#pragma once

#include <optional>
#include <string>

#include "clock/instant.h"

namespace freshet {

// A date and time of day in UTC, in the proleptic Gregorian calendar.
struct CivilTime {
  int year = 1970;
  int month = 1;  // 1..12
  int day = 1;    // 1..31
  int hour = 0;
  int minute = 0;
  int second = 0;  // 0..60: a leap second counts as the first of the next minute

  bool operator==(const CivilTime&) const = default;
};

// Returns the number of days from 1970-01-01 to the date. A month or day out of range carries over
// into the year or month.
int64_t days_from_civil(int year, int month, int day);

// Returns 0 for Sunday to 6 for Saturday.
int weekday(int64_t days_since_1970);

bool is_leap_year(int year);
int days_in_month(int year, int month);

// Returns nullopt for a date or time that does not exist, or a year outside 0..9999.
std::optional<Instant> to_instant(const CivilTime& civil);

CivilTime to_civil(Instant instant);

// Return "2026-11-15T07:09:34Z"; with the fraction, "2026-11-15T07:09:34.120000Z".
std::string format_iso8601(Instant instant);
std::optional<std::string> format_iso8601(const std::optional<Instant>& instant);
std::string format_iso8601_fraction(Instant instant);

}  // namespace freshet
