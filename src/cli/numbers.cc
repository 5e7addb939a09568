#include "cli/numbers.h"

#include <array>
#include <cstdio>

namespace freshet::cli {

std::string grouped(uint64_t number) {
  std::string text = std::to_string(number);
  for (size_t at = text.size(); at > 3;) {
    at -= 3;
    text.insert(at, 1, ',');
  }
  return text;
}

std::string counted(uint64_t number, std::string_view noun) {
  return grouped(number) + " " + std::string(noun) + (number == 1 ? "" : "s");
}

std::string short_bytes(uint64_t bytes) {
  constexpr std::array<const char*, 5> kUnits = {"kB", "MB", "GB", "TB", "PB"};
  if (bytes < 1000) return std::to_string(bytes) + " B";
  double amount = static_cast<double>(bytes) / 1000;
  size_t unit = 0;
  while (amount >= 1000 && unit + 1 < kUnits.size()) {
    amount /= 1000;
    ++unit;
  }
  char text[32];
  std::snprintf(text, sizeof text, amount < 10 ? "%.1f %s" : "%.0f %s", amount, kUnits[unit]);
  return text;
}

std::string short_time(double seconds) {
  char text[48];
  if (seconds < 60) {
    std::snprintf(text, sizeof text, "%.1f s", seconds);
    return text;
  }
  const auto whole = static_cast<long>(seconds);
  if (whole < 3600)
    std::snprintf(text, sizeof text, "%ld min %ld s", whole / 60, whole % 60);
  else
    std::snprintf(text, sizeof text, "%ld h %ld min", whole / 3600, whole / 60 % 60);
  return text;
}

std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %%", 100 * share);
  return text;
}

}  // namespace freshet::cli
