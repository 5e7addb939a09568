#include "cli/budget_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace freshet::cli {
namespace {

struct Unit {
  std::string_view name;
  double seconds;
};
constexpr std::array<Unit, 12> kUnits = {{{"s", 1},
                                          {"sec", 1},
                                          {"second", 1},
                                          {"min", 60},
                                          {"minute", 60},
                                          {"m", 60},
                                          {"h", 3600},
                                          {"hour", 3600},
                                          {"hr", 3600},
                                          {"day", 86'400},
                                          {"d", 86'400},
                                          {"days", 86'400}}};
constexpr double kMaxPerSecond = 1e6;

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

std::string in_units(double number, std::string_view unit) {
  char text[64];
  std::snprintf(text, sizeof text, "%.4g/%.*s", number, static_cast<int>(unit.size()), unit.data());
  return text;
}

}  // namespace

Result<double> parse_budget(std::string_view text) {
  const auto wrong = [&] {
    return fail("the budget \"" + std::string(text) +
                "\" is not a number of requests per time; write it like 2/s, 30/min, 500/h or "
                "10000/day");
  };
  const size_t slash = text.find('/');
  const std::string_view number = trimmed(text.substr(0, slash));
  double requests = 0;
  const char* const end = number.data() + number.size();
  const auto [after, error] = std::from_chars(number.data(), end, requests);
  // The condition is also true for NaN.
  if (error != std::errc() || after != end || std::signbit(requests) || !(requests >= 0)) {
    return wrong();
  }
  double seconds = 1;
  if (slash != std::string_view::npos) {
    const std::string_view name = trimmed(text.substr(slash + 1));
    seconds = 0;
    for (const Unit& unit : kUnits) {
      if (unit.name == name) seconds = unit.seconds;
    }
    if (seconds == 0) return wrong();
  }
  if (!(requests / seconds <= kMaxPerSecond)) {
    return fail("the budget " + std::string(text) + " is more than 1,000,000 requests per second");
  }
  return requests / seconds;
}

std::string format_budget(double requests_per_second) {
  if (requests_per_second <= 0 || requests_per_second >= 1) {
    return in_units(requests_per_second, "s");
  }
  for (const Unit& unit : kUnits) {
    const bool is_shown = unit.name == "min" || unit.name == "h";
    if (is_shown && requests_per_second * unit.seconds >= 1) {
      return in_units(requests_per_second * unit.seconds, unit.name);
    }
  }
  return in_units(requests_per_second * 86'400, "day");
}

}  // namespace freshet::cli
