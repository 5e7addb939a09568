#include "settings/units.h"

#include <charconv>
#include <cmath>
#include <span>

#include "text/ascii.h"

namespace freshet::settings {
namespace {

struct Unit {
  std::string_view name;
  double size;
};

constexpr Unit kBytes[] = {
    {"", 1},      {"b", 1},      {"kb", 1e3},      {"mb", 1e6},         {"gb", 1e9},
    {"tb", 1e12}, {"kib", 1024}, {"mib", 1048576}, {"gib", 1073741824}, {"tib", 1099511627776}};

constexpr double kSecond = 1e6;
constexpr Unit kDurations[] = {{"", kSecond},
                               {"us", 1},
                               {"ms", 1e3},
                               {"s", kSecond},
                               {"second", kSecond},
                               {"seconds", kSecond},
                               {"m", 60 * kSecond},
                               {"min", 60 * kSecond},
                               {"minute", 60 * kSecond},
                               {"minutes", 60 * kSecond},
                               {"h", 3600 * kSecond},
                               {"hour", 3600 * kSecond},
                               {"hours", 3600 * kSecond},
                               {"d", 86400 * kSecond},
                               {"day", 86400 * kSecond},
                               {"days", 86400 * kSecond},
                               {"week", 604800 * kSecond},
                               {"weeks", 604800 * kSecond}};

// A double represents every whole number up to 2^53 exactly.
constexpr double kExact = 9007199254740992;

bool is_blank(char c) {
  return c == ' ';
}

std::optional<double> parse(std::string_view text, std::span<const Unit> units) {
  text = text::trim<is_blank>(text);
  if (text.empty() || !text::is_digit(text.front())) return std::nullopt;
  double number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (error != std::errc()) return std::nullopt;
  const std::string_view unit = text::trim<is_blank>({end, text.data() + text.size()});
  for (const Unit& candidate : units) {
    if (!text::equals_ignoring_case(unit, candidate.name)) continue;
    const double product = number * candidate.size;
    if (product > kExact) return std::nullopt;
    return product;
  }
  return std::nullopt;
}

struct Scale {
  const char* name;
  int64_t size;
};

// Formats a number in the largest unit of which it is a whole multiple.
std::string format(int64_t number, std::span<const Scale> scales) {
  for (const Scale& scale : scales) {
    if (number != 0 && number % scale.size == 0) {
      return std::to_string(number / scale.size) + " " + scale.name;
    }
  }
  return std::to_string(number) + " " + scales.back().name;
}

}  // namespace

std::optional<int64_t> parse_bytes(std::string_view text) {
  const auto bytes = parse(text, kBytes);
  if (!bytes || *bytes != std::floor(*bytes)) return std::nullopt;
  return static_cast<int64_t>(*bytes);
}

std::optional<int64_t> parse_duration(std::string_view text) {
  const auto us = parse(text, kDurations);
  if (!us) return std::nullopt;
  return static_cast<int64_t>(*us);
}

std::string format_bytes(int64_t bytes) {
  // A size such as 512000, which is round in both systems, is shown in powers of two.
  static constexpr Scale kScales[] = {
      {"TiB", int64_t{1} << 40}, {"GiB", 1 << 30},      {"MiB", 1 << 20},
      {"TB", 1'000'000'000'000}, {"GB", 1'000'000'000}, {"MB", 1'000'000},
      {"KiB", 1 << 10},          {"kB", 1'000},         {"B", 1}};
  return format(bytes, kScales);
}

std::string format_duration(int64_t microseconds) {
  static constexpr Scale kScales[] = {
      {"days", 86'400'000'000}, {"h", 3'600'000'000}, {"min", 60'000'000},
      {"s", 1'000'000},         {"ms", 1'000},        {"us", 1}};
  if (microseconds == 0) return "0 s";
  if (microseconds == 86'400'000'000) return "1 day";
  return format(microseconds, kScales);
}

}  // namespace freshet::settings
