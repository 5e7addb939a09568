#include "frontier/calendar.h"

#include <cstddef>
#include <optional>

#include "text/ascii.h"

namespace freshet::frontier {
namespace {

// Returns the number if `text` consists of `min` to `max` digits.
std::optional<int> number(std::string_view text, size_t min, size_t max) {
  if (text.size() < min || text.size() > max) return std::nullopt;
  int value = 0;
  for (const char c : text) {
    if (!text::is_digit(c)) return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return value;
}

std::optional<int> year(std::string_view text) {
  const auto value = number(text, 4, 4);
  return value && *value >= 1500 && *value <= 2999 ? value : std::nullopt;
}

bool is_month(std::string_view text, size_t min_digits) {
  const auto value = number(text, min_digits, 2);
  return value && *value >= 1 && *value <= 12;
}

bool is_day(std::string_view text) {
  const auto value = number(text, 2, 2);
  return value && *value >= 1 && *value <= 31;
}

// Returns the year of "2031-05", "2031-05-01", "2031/05/01" or, if `without_dashes`, "20310501".
std::optional<int> year_of_date(std::string_view text, bool without_dashes) {
  if (text.size() < 7) return std::nullopt;
  const auto its_year = year(text.substr(0, 4));
  if (!its_year) return std::nullopt;
  if (without_dashes && text.size() == 8 && is_month(text.substr(4, 2), 2) &&
      is_day(text.substr(6, 2))) {
    return its_year;
  }
  const char separator = text[4];
  if (separator != '-' && separator != '/') return std::nullopt;
  if (!is_month(text.substr(5, 2), 2)) return std::nullopt;
  if (text.size() == 7) return its_year;
  const bool has_time = text.size() > 10 && (text[10] == 'T' || text[10] == '+' || text[10] == '%');
  if (text.size() != 10 && !has_time) return std::nullopt;
  return text[7] == separator && is_day(text.substr(8, 2)) ? its_year : std::nullopt;
}

bool contains_ignoring_case(std::string_view text, std::string_view part) {
  for (size_t i = 0; i + part.size() <= text.size(); ++i) {
    if (text::starts_with_ignoring_case(text.substr(i), part)) return true;
  }
  return false;
}

std::string_view cut_front(std::string_view& text, char separator) {
  const size_t end = text.find(separator);
  const std::string_view front = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  return front;
}

bool path_has_date_outside(std::string_view path, Years years) {
  const auto is_outside = [&](std::optional<int> y) {
    return y && (*y < years.first || *y > years.last);
  };
  std::optional<int> year_before;
  while (!path.empty()) {
    std::string_view segment = cut_front(path, '/');
    if (const size_t dot = segment.rfind('.'); dot != std::string_view::npos) {
      segment = segment.substr(0, dot);  // "05.html"
    }
    if (is_outside(year_before) && is_month(segment, 2)) return true;
    if (is_outside(year_of_date(segment, false))) return true;
    year_before = year(segment);
  }
  return false;
}

bool query_has_date_outside(std::string_view query, Years years) {
  const auto is_outside = [&](std::optional<int> y) {
    return y && (*y < years.first || *y > years.last);
  };
  bool has_month = false;
  bool has_year_outside = false;
  while (!query.empty()) {
    std::string_view value = cut_front(query, '&');
    const std::string_view name = cut_front(value, '=');
    const bool is_date = contains_ignoring_case(name, "date") ||
                         contains_ignoring_case(name, "day") || contains_ignoring_case(name, "cal");
    if (is_outside(year_of_date(value, is_date))) return true;
    if (contains_ignoring_case(name, "month") || text::equals_ignoring_case(name, "m") ||
        text::equals_ignoring_case(name, "mo")) {
      has_month |= is_month(value, 1);
    } else if (contains_ignoring_case(name, "year") || text::equals_ignoring_case(name, "y") ||
               text::equals_ignoring_case(name, "yr")) {
      has_year_outside |= is_outside(year(value));
    }
  }
  return has_month && has_year_outside;
}

}  // namespace

bool has_date_outside(std::string_view path, std::string_view query, Years years) {
  return path_has_date_outside(path, years) || query_has_date_outside(query, years);
}

}  // namespace freshet::frontier
