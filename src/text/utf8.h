#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

// Functions for bytes that should be UTF-8 but may be malformed anywhere. A sequence is well-formed
// as in Unicode, table 3-7: the shortest encoding of a scalar value, so neither a surrogate nor a
// value beyond U+10FFFF.
namespace freshet::text {

inline constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD";  // U+FFFD

// Returns how many bytes from the start are ASCII.
size_t ascii_prefix(std::string_view bytes);

inline bool is_ascii(std::string_view bytes) {
  return ascii_prefix(bytes) == bytes.size();
}

// Returns how many bytes from the start are whole, well-formed sequences.
size_t valid_utf8_prefix(std::string_view bytes);

// Whether the byte can only be the second or a later byte of a sequence.
constexpr bool is_continuation(char byte) {
  return (byte & 0xC0) == 0x80;
}

namespace internal {

// What a lead byte says of its sequence: the length (0 if no sequence begins with this byte) and
// the range of the second byte.
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

// Describes the start of `bytes`, which must not be empty: a whole sequence, a sequence that the
// end of the bytes cuts off, or a malformed one. `length` is the number of bytes of the sequence;
// for a malformed one it is the "maximal subpart", the bytes that one U+FFFD replaces.
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

// Returns the scalar value of the sequence at the start of `bytes`, which must be whole.
constexpr char32_t utf8_scalar(std::string_view bytes) {
  const auto at = [&](size_t i) { return static_cast<char32_t>(static_cast<uint8_t>(bytes[i])); };
  if (at(0) < 0x80) return at(0);
  if (at(0) < 0xE0) return (at(0) & 0x1F) << 6 | (at(1) & 0x3F);
  if (at(0) < 0xF0) return (at(0) & 0x0F) << 12 | (at(1) & 0x3F) << 6 | (at(2) & 0x3F);
  return (at(0) & 0x07) << 18 | (at(1) & 0x3F) << 12 | (at(2) & 0x3F) << 6 | (at(3) & 0x3F);
}

// Returns the length of the text without a character at its end that is cut off.
constexpr size_t whole_characters(std::string_view text) {
  for (size_t back = 1; back <= 3 && back <= text.size(); ++back) {
    const size_t start = text.size() - back;
    if (is_continuation(text[start])) continue;
    return utf8_sequence(text.substr(start)).kind == Utf8Sequence::kCut ? start : text.size();
  }
  return text.size();
}

// Writes a scalar value and returns the end of what was written. `to` must have room for 4 bytes.
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

// Appends the bytes as the UTF-8 decoder of the Encoding Standard reads them: each maximal subpart
// of a malformed sequence becomes one U+FFFD.
void append_well_formed(std::string& out, std::string_view bytes);

}  // namespace freshet::text
