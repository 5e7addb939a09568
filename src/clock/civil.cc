#include "clock/civil.h"

#include <array>
#include <charconv>

namespace freshet {
namespace {

constexpr int64_t kSecondsPerDay = 86'400;
// The Gregorian calendar repeats every 400 years.
constexpr int64_t kDaysPerEra = 146'097;
constexpr int64_t kDaysTo1970 = 719'468;  // from 0000-03-01

int64_t floor_div(int64_t a, int64_t b) {
  return a / b - ((a % b != 0 && (a % b < 0) != (b < 0)) ? 1 : 0);
}

// Every archive record contains dates, and snprintf would take ten times as long.
void append_number(std::string& out, int64_t number, int width) {
  if (number < 0) out += '-';
  std::array<char, 24> digits{};
  const char* end =
      std::to_chars(digits.data(), digits.data() + digits.size(), number < 0 ? -number : number)
          .ptr;
  for (auto length = end - digits.data(); length < width; ++length) out += '0';
  out.append(digits.data(), static_cast<size_t>(end - digits.data()));
}

// 2026-01-05T07:09:34
std::string date_and_time(const CivilTime& c) {
  std::string out;
  out.reserve(32);
  append_number(out, c.year, 4);
  for (const auto& [mark, number] :
       {std::pair{'-', c.month}, {'-', c.day}, {'T', c.hour}, {':', c.minute}, {':', c.second}}) {
    out += mark;
    append_number(out, number, 2);
  }
  return out;
}

}  // namespace

int64_t days_from_civil(int year, int month, int day) {
  // Years are counted from March, so that the leap day is the last day of a year.
  const int64_t months = int64_t{year} * 12 + (month - 1) - 2;
  const int64_t y = floor_div(months, 12);
  const int64_t m = months - y * 12;  // 0 March .. 11 February
  const int64_t era = floor_div(y, 400);
  const int64_t year_of_era = y - era * 400;
  const int64_t day_of_year = (153 * m + 2) / 5 + day - 1;
  const int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * kDaysPerEra + day_of_era - kDaysTo1970;
}

int weekday(int64_t days_since_1970) {
  const int64_t shifted = days_since_1970 + 4;  // 1970-01-01 was a Thursday
  return static_cast<int>(shifted - floor_div(shifted, 7) * 7);
}

bool is_leap_year(int year) {
  return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

int days_in_month(int year, int month) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && is_leap_year(year) ? 29 : kDays[month - 1];
}

std::optional<Instant> to_instant(const CivilTime& c) {
  if (c.year < 0 || c.year > 9999 || c.month < 1 || c.month > 12) return std::nullopt;
  if (c.day < 1 || c.day > days_in_month(c.year, c.month)) return std::nullopt;
  if (c.hour < 0 || c.hour > 23 || c.minute < 0 || c.minute > 59) return std::nullopt;
  if (c.second < 0 || c.second > 60) return std::nullopt;
  const int64_t days = days_from_civil(c.year, c.month, c.day);
  return Instant::from_unix_seconds(days * kSecondsPerDay + c.hour * 3'600 + c.minute * 60 +
                                    c.second);
}

CivilTime to_civil(Instant instant) {
  const int64_t seconds = instant.unix_seconds();
  const int64_t days = floor_div(seconds, kSecondsPerDay);
  const auto of_day = static_cast<int>(seconds - days * kSecondsPerDay);

  const int64_t shifted = days + kDaysTo1970;
  const int64_t era = floor_div(shifted, kDaysPerEra);
  const int64_t day_of_era = shifted - era * kDaysPerEra;
  const int64_t year_of_era =
      (day_of_era - day_of_era / 1'460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
  const int64_t day_of_year =
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const int64_t m = (5 * day_of_year + 2) / 153;

  CivilTime civil;
  civil.day = static_cast<int>(day_of_year - (153 * m + 2) / 5 + 1);
  civil.month = static_cast<int>(m < 10 ? m + 3 : m - 9);
  civil.year = static_cast<int>(era * 400 + year_of_era + (civil.month <= 2 ? 1 : 0));
  civil.hour = of_day / 3'600;
  civil.minute = of_day / 60 % 60;
  civil.second = of_day % 60;
  return civil;
}

std::string format_iso8601(Instant instant) {
  std::string text = date_and_time(to_civil(instant));
  text += 'Z';
  return text;
}

std::optional<std::string> format_iso8601(const std::optional<Instant>& instant) {
  if (!instant) return std::nullopt;
  return format_iso8601(*instant);
}

std::string format_iso8601_fraction(Instant instant) {
  std::string text = date_and_time(to_civil(instant));
  text += '.';
  append_number(text, instant.unix_microseconds() - instant.unix_seconds() * 1'000'000, 6);
  text += 'Z';
  return text;
}

}  // namespace freshet
