#pragma once

namespace freshet::robots {

// White space as C's isspace() has it, and with it Google's parser: HTML's and the vertical tab.
constexpr bool is_c_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

}  // namespace freshet::robots
