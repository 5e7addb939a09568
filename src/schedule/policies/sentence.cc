#include "schedule/policies/sentence.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace freshet::schedule {

std::string in_words(double number) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3g", number);
  return text.data();
}

std::string in_words(Duration span) {
  const double seconds = span.in_seconds();
  const double size = std::abs(seconds);
  if (size < 120) return in_words(seconds) + " s";
  if (size < 7200) return in_words(seconds / 60) + " min";
  if (size < 172'800) return in_words(seconds / 3600) + " h";
  return in_words(seconds / 86'400) + " d";
}

}  // namespace freshet::schedule
