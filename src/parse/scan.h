#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace freshet::parse {

// Returns the first a or b in [p, end), or end.
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

// A set of characters.
class CharSet {
 public:
  constexpr explicit CharSet(std::string_view members) {
    for (const char c : members) has_[static_cast<unsigned char>(c)] = true;
  }
  constexpr bool has(char c) const { return has_[static_cast<unsigned char>(c)]; }
  // Returns the first character of the set in [p, end), or end.
  const char* find(const char* p, const char* end) const {
    while (p != end && !has(*p)) ++p;
    return p;
  }

 private:
  std::array<bool, 256> has_{};
};

}  // namespace freshet::parse
