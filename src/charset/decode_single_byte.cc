#include <array>

#include "charset/decoders.h"
#include "charset/index_tables.h"
#include "text/utf8.h"

namespace freshet::charset {
namespace {

// The UTF-8 of a character. All characters are in the Basic Multilingual Plane.
struct Character {
  char utf8[3];
  uint8_t length;  // 0: the byte stands for no character
};
static_assert(sizeof(Character) == 4);
using Characters = std::array<Character, 128>;

Characters make_characters(Encoding encoding) {
  Characters made = {};
  const UpperHalf& index = single_byte_index(encoding);
  for (size_t i = 0; i < index.size(); ++i) {
    if (index[i] == 0) continue;
    char utf8[4] = {};
    made[i].length = static_cast<uint8_t>(text::write_utf8(utf8, index[i]) - utf8);
    std::memcpy(made[i].utf8, utf8, sizeof made[i].utf8);
  }
  return made;
}

const Characters& characters_of(Encoding encoding) {
  static const auto kAll = [] {
    std::array<Characters, kEncodingCount> made = {};
    for (int i = 0; i < kEncodingCount; ++i) {
      const auto each = static_cast<Encoding>(i);
      if (is_single_byte(each)) made[static_cast<size_t>(i)] = make_characters(each);
    }
    return made;
  }();
  return kAll[static_cast<size_t>(encoding)];
}

}  // namespace

void decode_single_byte(std::string_view bytes, Encoding encoding, Utf8Sink& out) {
  const Characters& characters = characters_of(encoding);
  for (size_t at = 0; at < bytes.size();) {
    const auto byte = static_cast<uint8_t>(bytes[at]);
    if (byte < 0x80) {
      at += put_ascii_run(bytes.substr(at), out);
      continue;
    }
    const Character& character = characters[byte - 0x80u];
    if (character.length == 0) {
      out.put_malformed();
    } else {
      out.put_short(&character, character.length);
    }
    ++at;
  }
}

}  // namespace freshet::charset
