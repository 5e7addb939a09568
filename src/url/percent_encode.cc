#include "url/percent_encode.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/percent.h"

namespace freshet::url {
namespace {

constexpr char kEscape = '\x1B';

// Returns the length of the "&#NNNN;" at text[at], or 0 if there is none.
size_t character_reference_length(std::string_view text, size_t at) {
  if (!text.substr(at).starts_with("&#")) return 0;
  size_t end = at + 2;
  while (end < text.size() && text::is_digit(text[end])) ++end;
  if (end == at + 2 || end == text.size() || text[end] != ';') return 0;
  return end + 1 - at;
}

}  // namespace

void append_escape(std::string& out, char byte) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const auto value = static_cast<uint8_t>(byte);
  const char escape[3] = {'%', kDigits[value >> 4], kDigits[value & 0xF]};
  out.append(escape, 3);
}

void append_percent_encoded(std::string& out, std::string_view text, EncodeSet set) {
  size_t run = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!must_encode(text[i], set)) continue;
    out.append(text, run, i - run);
    append_escape(out, text[i]);
    run = i + 1;
  }
  out.append(text, run);
}

void append_encoded_query(std::string& out, std::string_view text, const QueryEncoder& encoder) {
  const bool plain =
      std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
  if (plain) {
    append_percent_encoded(out, text, EncodeSet::kSpecialQuery);
    return;
  }
  // A query contains no '#', so the encoder wrote "&#NNNN;" for a character that the encoding
  // cannot represent. Its '&', '#' and ';' are escaped. Only two-byte characters of ISO-2022-JP,
  // between ESC $ and ESC (, may look the same. Other encodings contain ESC only if the text does.
  const bool may_shift = text.find(kEscape) == std::string_view::npos;
  bool two_byte = false;
  const std::string bytes = encoder(text);
  for (size_t i = 0; i < bytes.size(); ++i) {
    if (may_shift && bytes[i] == kEscape && i + 1 < bytes.size()) two_byte = bytes[i + 1] == '$';
    const size_t reference = two_byte ? 0 : character_reference_length(bytes, i);
    if (reference > 0) {
      out += "%26%23";
      out.append(bytes, i + 2, reference - 3);
      out += "%3B";
      i += reference - 1;
    } else if (must_encode(bytes[i], EncodeSet::kSpecialQuery)) {
      append_escape(out, bytes[i]);
    } else {
      out += bytes[i];
    }
  }
}

std::string percent_decode(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    const int byte = text::escaped_byte(text, i);
    if (byte < 0) {
      out += text[i];
    } else {
      out += static_cast<char>(byte);
      i += 2;
    }
  }
  return out;
}

}  // namespace freshet::url
