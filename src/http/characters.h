#pragma once

#include <string_view>

#include "text/ascii.h"

namespace freshet::http {

// HTTP white space of the Fetch standard: tab, line feed, carriage return, space. Unlike HTML white
// space it does not include form feed.
constexpr bool is_http_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

constexpr bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

// A character of a token (RFC 9110, section 5.6.2).
constexpr bool is_token_character(char c) {
  return text::is_alnum(c) || std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

constexpr bool is_token(std::string_view text) {
  for (const char c : text) {
    if (!is_token_character(c)) return false;
  }
  return !text.empty();
}

}  // namespace freshet::http
