#pragma once

#include <cstddef>
#include <string_view>

#include "text/ascii.h"

// Percent-encoding (RFC 3986, section 2.1), which URLs and robots.txt use.
namespace freshet::text {

// Whether the character means the same with and without percent-encoding (RFC 3986, section 2.3).
constexpr bool is_unreserved(char c) {
  return is_alnum(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

// Returns the byte that "%XX" at text[at] stands for, or -1 if no escape begins there.
constexpr int escaped_byte(std::string_view text, size_t at) {
  if (text.size() - at < 3 || text[at] != '%') return -1;
  const int high = hex_digit(text[at + 1]);
  const int low = hex_digit(text[at + 2]);
  return high < 0 || low < 0 ? -1 : high << 4 | low;
}

}  // namespace freshet::text
