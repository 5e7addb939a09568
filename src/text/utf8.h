#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

// UTF-8 as bytes, which may be malformed anywhere. Well-formed is what Unicode, table 3-7 says: the
// shortest form of a scalar value, so neither surrogates nor anything beyond U+10FFFF.
namespace freshet::text {

inline constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD";  // U+FFFD

// How many bytes from the start are ASCII.
size_t ascii_prefix(std::string_view bytes);

inline bool is_ascii(std::string_view bytes) {
  return ascii_prefix(bytes) == bytes.size();
}

// How many bytes from the start are whole, well-formed sequences.
size_t valid_utf8_prefix(std::string_view bytes);

// A byte that is not the first of its character.
constexpr bool is_continuation(char byte) {
  return (byte & 0xC0) == 0x80;
}

namespace internal {

// What may follow a lead byte: the length of the sequence, 0 if the byte leads nothing, and the
// range of the second byte.
struct Lead {
  uint8_t length;
  uint8_t second_from;
  uint8_t second_to;
};
constexpr Lead lead(uint8_t byte) {
  if (byte < 0xC2) return {0, 0, 0};
  if (byte < 0xE0) return {2, 0x80, 0xBF};
  if (byte == 0xE0) return {3, 0xA0, 0xBF};
  if (byte == 0xED) return {3, 0x80, 0x9F};
  if (byte < 0xF0) return {3, 0x80, 0xBF};
  if (byte == 0xF0) return {4, 0x90, 0xBF};
  if (byte < 0xF4) return {4, 0x80, 0xBF};
  if (byte == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

}  // namespace internal

// What stands at the start of bytes that are not empty: a whole sequence, the beginning of one (the
// bytes end too early), or a malformed one. `length` is that of the sequence; of a malformed one it
// is the "maximal subpart", the bytes that one U+FFFD stands for.
struct Utf8Sequence {
  enum Kind : uint8_t { kWhole, kCut, kMalformed } kind;
  uint8_t length;
};
constexpr Utf8Sequence utf8_sequence(std::string_view bytes) {
  const auto first = static_cast<uint8_t>(bytes[0]);
  if (first < 0x80) return {Utf8Sequence::kWhole, 1};
  const internal::Lead lead = internal::lead(first);
  if (lead.length == 0) return {Utf8Sequence::kMalformed, 1};
  if (bytes.size() < 2) return {Utf8Sequence::kCut, 1};
  const auto second = static_cast<uint8_t>(bytes[1]);
  if (second < lead.second_from || second > lead.second_to) return {Utf8Sequence::kMalformed, 1};
  for (uint8_t i = 2; i < lead.length; ++i) {
    if (bytes.size() <= i) return {Utf8Sequence::kCut, i};
    if (!is_continuation(bytes[i])) return {Utf8Sequence::kMalformed, i};
  }
  return {Utf8Sequence::kWhole, lead.length};
}

// The scalar value of the whole sequence at the start of `bytes`.
constexpr char32_t utf8_scalar(std::string_view bytes) {
  const auto at = [&](size_t i) { return static_cast<char32_t>(static_cast<uint8_t>(bytes[i])); };
  if (at(0) < 0x80) return at(0);
  if (at(0) < 0xE0) return (at(0) & 0x1F) << 6 | (at(1) & 0x3F);
  if (at(0) < 0xF0) return (at(0) & 0x0F) << 12 | (at(1) & 0x3F) << 6 | (at(2) & 0x3F);
  return (at(0) & 0x07) << 18 | (at(1) & 0x3F) << 12 | (at(2) & 0x3F) << 6 | (at(3) & 0x3F);
}

// How many bytes are left if a character that the end of the text cuts in two is left out.
constexpr size_t whole_characters(std::string_view text) {
  for (size_t back = 1; back <= 3 && back <= text.size(); ++back) {
    const size_t start = text.size() - back;
    if (is_continuation(text[start])) continue;
    return utf8_sequence(text.substr(start)).kind == Utf8Sequence::kCut ? start : text.size();
  }
  return text.size();
}

// Writes a scalar value and returns the end; there is room for four bytes.
inline char* write_utf8(char* to, char32_t c) {
  if (c < 0x80) {
    *to++ = static_cast<char>(c);
  } else if (c < 0x800) {
    *to++ = static_cast<char>(0xC0 | c >> 6);
    *to++ = static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    *to++ = static_cast<char>(0xE0 | c >> 12);
    *to++ = static_cast<char>(0x80 | (c >> 6 & 0x3F));
    *to++ = static_cast<char>(0x80 | (c & 0x3F));
  } else {
    *to++ = static_cast<char>(0xF0 | c >> 18);
    *to++ = static_cast<char>(0x80 | (c >> 12 & 0x3F));
    *to++ = static_cast<char>(0x80 | (c >> 6 & 0x3F));
    *to++ = static_cast<char>(0x80 | (c & 0x3F));
  }
  return to;
}

inline void append_utf8(std::string& out, char32_t c) {
  char bytes[4];
  out.append(bytes, static_cast<size_t>(write_utf8(bytes, c) - bytes));
}

// Appends bytes as the Encoding Standard's UTF-8 decoder reads them: each maximal subpart of a
// malformed sequence becomes one U+FFFD.
void append_well_formed(std::string& out, std::string_view bytes);

}  // namespace freshet::text
