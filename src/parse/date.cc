#include "parse/date.h"

#include "clock/civil.h"
#include "http/date.h"
#include "text/ascii.h"

namespace freshet::parse {
namespace {

// The functions below parse something at the start of `rest` and remove it from there.

// Parses exactly `count` digits.
std::optional<int> take_digits(std::string_view& rest, size_t count) {
  if (rest.size() < count) return std::nullopt;
  int number = 0;
  for (size_t i = 0; i < count; ++i) {
    if (!text::is_digit(rest[i])) return std::nullopt;
    number = number * 10 + (rest[i] - '0');
  }
  rest.remove_prefix(count);
  return number;
}

bool take(std::string_view& rest, char c) {
  if (rest.empty() || rest.front() != c) return false;
  rest.remove_prefix(1);
  return true;
}

// Parses "hh:mm", "hh:mm:ss" or "hh:mm:ss.fff".
bool take_time(std::string_view& rest, CivilTime& civil) {
  const auto hour = take_digits(rest, 2);
  if (!hour || !take(rest, ':')) return false;
  const auto minute = take_digits(rest, 2);
  if (!minute) return false;
  civil.hour = *hour;
  civil.minute = *minute;
  if (!take(rest, ':')) return true;
  const auto second = take_digits(rest, 2);
  if (!second) return false;
  civil.second = *second;
  if (take(rest, '.') || take(rest, ',')) {
    while (!rest.empty() && text::is_digit(rest.front())) rest.remove_prefix(1);
  }
  return true;
}

// Parses "Z", "+hh:mm", "-hhmm", "+hh" or nothing.
std::optional<Duration> take_zone(std::string_view& rest) {
  rest = text::trim(rest);
  if (rest.empty()) return Duration();
  if (take(rest, 'Z') || take(rest, 'z')) return Duration();
  const int sign = rest.front() == '-' ? -1 : 1;
  if (!take(rest, '+') && !take(rest, '-')) return std::nullopt;
  const auto hours = take_digits(rest, 2);
  if (!hours || *hours > 23) return std::nullopt;
  int minutes = 0;
  if (!rest.empty()) {
    take(rest, ':');
    const auto some = take_digits(rest, 2);
    if (!some || *some > 59) return std::nullopt;
    minutes = *some;
  }
  return Duration::minutes(sign * (*hours * 60 + minutes));
}

bool has_time_of_day(std::string_view text) {
  return text.find(':') != std::string_view::npos;
}

// Whether there is a zone after the time: "GMT", "EST", "+0100", "-01:00".
bool has_zone(std::string_view text) {
  const size_t time = text.find(':');
  return text.find_first_of("+-ABCDEFGHIJKLMNOPQRSTUVWXYZ", time) != std::string_view::npos;
}

}  // namespace

std::optional<Instant> parse_w3c_date(std::string_view text) {
  std::string_view rest = text::trim(text);
  CivilTime civil;
  const auto year = take_digits(rest, 4);
  if (!year) return std::nullopt;
  civil.year = *year;
  Duration zone;
  if (take(rest, '-')) {
    const auto month = take_digits(rest, 2);
    if (!month) return std::nullopt;
    civil.month = *month;
    if (take(rest, '-')) {
      const auto day = take_digits(rest, 2);
      if (!day) return std::nullopt;
      civil.day = *day;
      if (take(rest, 'T') || take(rest, 't') || take(rest, ' ')) {
        if (!take_time(rest, civil)) return std::nullopt;
        const auto offset = take_zone(rest);
        if (!offset) return std::nullopt;
        zone = *offset;
      }
    }
  }
  if (!rest.empty()) return std::nullopt;
  const auto local = to_instant(civil);
  if (!local) return std::nullopt;
  return *local - zone;
}

std::optional<Instant> parse_feed_date(std::string_view text) {
  if (const auto date = parse_w3c_date(text)) return date;
  if (has_time_of_day(text) && !has_zone(text)) return std::nullopt;
  return http::parse_http_date(text);
}

}  // namespace freshet::parse
