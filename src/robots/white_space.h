#pragma once

namespace freshet::robots {

// White space as defined by C's isspace(), which Google's parser uses: that of HTML and the
// vertical tab.
constexpr bool is_c_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

}  // namespace freshet::robots
