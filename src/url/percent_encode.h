#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "url/url.h"

namespace freshet::url {

// The percent-encode sets of the URL Standard, section 1.3. All of them contain every byte above
// 0x7E.
enum class EncodeSet : uint8_t {
  kC0Control = 1 << 0,
  kFragment = 1 << 1,
  kQuery = 1 << 2,
  kSpecialQuery = 1 << 3,
  kPath = 1 << 4,
  kUserinfo = 1 << 5,
};

namespace internal {

constexpr std::array<uint8_t, 256> make_encode_sets() {
  std::array<uint8_t, 256> sets = {};
  const auto add = [&sets](std::string_view characters, auto... which) {
    for (const char c : characters) {
      ((sets[static_cast<uint8_t>(c)] |= static_cast<uint8_t>(which)), ...);
    }
  };
  for (int c = 0; c < 256; ++c) {
    if (c < 0x20 || c > 0x7E) sets[static_cast<size_t>(c)] = 0xFF;
  }
  using enum EncodeSet;
  add(" \"<>`", kFragment);
  add(" \"#<>", kQuery, kSpecialQuery, kPath, kUserinfo);
  add("'", kSpecialQuery);
  add("?^`{}", kPath, kUserinfo);
  add("/:;=@[\\]|", kUserinfo);
  return sets;
}

inline constexpr std::array<uint8_t, 256> kEncodeSets = make_encode_sets();

}  // namespace internal

constexpr bool must_encode(char c, EncodeSet set) {
  return (internal::kEncodeSets[static_cast<uint8_t>(c)] & static_cast<uint8_t>(set)) != 0;
}

// Appends the byte as %XX.
void append_escape(std::string& out, char byte);

// Appends the text and escapes the bytes of the set as %XX.
void append_percent_encoded(std::string& out, std::string_view text, EncodeSet set);

// Appends the query of a special URL in the encoding of a document ("percent-encode after
// encoding"). `encoder` gets the whole text at once, because ISO-2022-JP has states. It is not
// called for printable ASCII, which is the same in every encoding of the web.
void append_encoded_query(std::string& out, std::string_view text, const QueryEncoder& encoder);

// Replaces every %XX by its byte. Does not decode the result again.
std::string percent_decode(std::string_view text);

}  // namespace freshet::url
