#include "dom/xpath_value.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "text/ascii.h"

namespace freshet::dom {

std::string number_to_string(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number > 0 ? "Infinity" : "-Infinity";
  if (number == 0) return "0";  // also of minus zero
  std::array<char, 1100> digits;
  const auto end = std::to_chars(digits.begin(), digits.end(), number, std::chars_format::fixed);
  return {digits.data(), end.ptr};
}

double string_to_number(std::string_view text) {
  constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
  text = text::trim(text);
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  size_t points = 0;
  for (const char c : digits) {
    if (c == '.')
      ++points;
    else if (!text::is_digit(c))
      return kNoNumber;
  }
  if (points > 1 || digits.size() == points) return kNoNumber;
  double number = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  if (parsed.ec == std::errc::result_out_of_range) {
    return text.starts_with('-') ? -std::numeric_limits<double>::infinity()
                                 : std::numeric_limits<double>::infinity();
  }
  return parsed.ec == std::errc() ? number : kNoNumber;
}

}  // namespace freshet::dom
