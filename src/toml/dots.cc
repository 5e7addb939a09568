#include "toml/dots.h"

#include <algorithm>

namespace freshet::toml {
namespace {

// Returns the end of a string on one line that begins with the quote at text[at].
size_t end_of_string(std::string_view text, size_t at) {
  const char quote = text[at++];
  while (at < text.size() && text[at] != quote && text[at] != '\n') {
    if (quote == '"' && text[at] == '\\') ++at;
    ++at;
  }
  return std::min(at + 1, text.size());
}

// Returns the end of a string that begins with the three quotes at text[at]. One or two quotes may
// stand before the three that end it.
size_t end_of_long_string(std::string_view text, size_t at) {
  const char quote = text[at];
  size_t quotes = 0;
  for (at += 3; at < text.size(); ++at) {
    if (text[at] == quote) {
      if (++quotes == 5) return at + 1;
      continue;
    }
    if (quotes >= 3) return at;
    quotes = 0;
    if (quote == '"' && text[at] == '\\') ++at;
  }
  return text.size();
}

}  // namespace

size_t dots_outside_strings(std::string_view text) {
  size_t dots = 0;
  size_t at = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      const bool is_long = text.size() - at >= 3 && text[at + 1] == c && text[at + 2] == c;
      at = is_long ? end_of_long_string(text, at) : end_of_string(text, at);
    } else if (c == '#') {
      at = std::min(text.find('\n', at), text.size());
    } else {
      if (c == '.') ++dots;
      ++at;
    }
  }
  return dots;
}

}  // namespace freshet::toml
