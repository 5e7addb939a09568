#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace freshet::parse {

// ASCII white space as HTML has it: tab, line feed, form feed, carriage return, space.
constexpr bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}
constexpr bool is_alpha(char c) {
  return static_cast<unsigned char>((c | 0x20) - 'a') < 26;
}
constexpr bool is_digit(char c) {
  return static_cast<unsigned char>(c - '0') < 10;
}
constexpr bool is_alnum(char c) {
  return is_alpha(c) || is_digit(c);
}
constexpr char to_lower(char c) {
  return static_cast<unsigned char>(c - 'A') < 26 ? static_cast<char>(c | 0x20) : c;
}

// True if text equals `lower` but for ASCII case; `lower` is in lower case.
constexpr bool equals_ignoring_case(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (to_lower(text[i]) != lower[i]) return false;
  }
  return true;
}

constexpr std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// The first a or b in [p, end), or end.
inline const char* find_either(const char* p, const char* end, char a, char b) {
#ifdef __SSE2__
  const __m128i all_a = _mm_set1_epi8(a);
  const __m128i all_b = _mm_set1_epi8(b);
  for (; end - p >= 16; p += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    const __m128i found = _mm_or_si128(_mm_cmpeq_epi8(bytes, all_a), _mm_cmpeq_epi8(bytes, all_b));
    const int mask = _mm_movemask_epi8(found);
    if (mask != 0) return p + __builtin_ctz(static_cast<unsigned>(mask));
  }
#endif
  while (p != end && *p != a && *p != b) ++p;
  return p;
}

inline const char* find_char(const char* p, const char* end, char c) {
  const void* found = std::memchr(p, c, static_cast<size_t>(end - p));
  return found != nullptr ? static_cast<const char*>(found) : end;
}

// A set of characters, for scanning up to the first of them.
class CharSet {
 public:
  constexpr explicit CharSet(std::string_view members) {
    for (const char c : members) has_[static_cast<unsigned char>(c)] = true;
  }
  constexpr bool has(char c) const { return has_[static_cast<unsigned char>(c)]; }
  const char* find(const char* p, const char* end) const {
    while (p != end && !has(*p)) ++p;
    return p;
  }

 private:
  std::array<bool, 256> has_{};
};

}  // namespace freshet::parse
