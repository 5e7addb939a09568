#pragma once

#include <cstddef>
#include <string>
#include <string_view>

// Character classes and letter case of ASCII, independent of the locale. A byte above 0x7F belongs
// to no class and has no case, so these functions leave UTF-8 unchanged.
namespace freshet::text {

// White space as HTML defines it: tab, line feed, form feed, carriage return, space.
constexpr bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}
constexpr bool is_digit(char c) {
  return static_cast<unsigned char>(c - '0') < 10;
}
constexpr bool is_alpha(char c) {
  return static_cast<unsigned char>((c | 0x20) - 'a') < 26;
}
constexpr bool is_alnum(char c) {
  return is_alpha(c) || is_digit(c);
}
constexpr char to_lower(char c) {
  return static_cast<unsigned char>(c - 'A') < 26 ? static_cast<char>(c | 0x20) : c;
}

// Returns the value of a hexadecimal digit of either case, or -1.
constexpr int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  const char lower = to_lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

inline std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = to_lower(c);
  return out;
}

// Return the text without white space at its start, its end, or both. The template argument selects
// another definition of white space than that of HTML: trim<is_blank>(text).
template <bool (*kIsSpace)(char) = is_space>
constexpr std::string_view trim_start(std::string_view text) {
  while (!text.empty() && kIsSpace(text.front())) text.remove_prefix(1);
  return text;
}
template <bool (*kIsSpace)(char) = is_space>
constexpr std::string_view trim_end(std::string_view text) {
  while (!text.empty() && kIsSpace(text.back())) text.remove_suffix(1);
  return text;
}
template <bool (*kIsSpace)(char) = is_space>
constexpr std::string_view trim(std::string_view text) {
  return trim_end<kIsSpace>(trim_start<kIsSpace>(text));
}

constexpr bool is_same_ignoring_case(char a, char b) {
  return a == b || ((a ^ b) == 0x20 && is_alpha(a));  // the two cases of a letter differ in one bit
}
constexpr bool starts_with_ignoring_case(std::string_view text, std::string_view start) {
  if (text.size() < start.size()) return false;
  for (size_t i = 0; i < start.size(); ++i) {
    if (!is_same_ignoring_case(text[i], start[i])) return false;
  }
  return true;
}
constexpr bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() && starts_with_ignoring_case(a, b);
}

}  // namespace freshet::text
