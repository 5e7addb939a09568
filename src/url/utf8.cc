#include "url/utf8.h"

#include <algorithm>
#include <cstdint>

namespace freshet::url {
namespace {

// What may follow a lead byte: how many bytes, and the range of the first of them (which rules out
// overlong forms, surrogates and code points above U+10FFFF).
struct Sequence {
  size_t trailing;
  uint8_t low;
  uint8_t high;
};

Sequence sequence_of(uint8_t lead) {
  if (lead >= 0xC2 && lead <= 0xDF) return {1, 0x80, 0xBF};
  if (lead == 0xE0) return {2, 0xA0, 0xBF};
  if (lead == 0xED) return {2, 0x80, 0x9F};
  if (lead >= 0xE1 && lead <= 0xEF) return {2, 0x80, 0xBF};
  if (lead == 0xF0) return {3, 0x90, 0xBF};
  if (lead >= 0xF1 && lead <= 0xF3) return {3, 0x80, 0xBF};
  if (lead == 0xF4) return {3, 0x80, 0x8F};
  return {0, 0, 0};
}

}  // namespace

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; });
}

void append_well_formed(std::string& out, std::string_view text) {
  size_t run = 0;
  size_t i = 0;
  while (i < text.size()) {
    const auto lead = static_cast<uint8_t>(text[i]);
    if (lead < 0x80) {
      ++i;
      continue;
    }
    auto [trailing, low, high] = sequence_of(lead);
    bool good = trailing > 0;
    size_t end = i + 1;
    for (; good && trailing > 0; --trailing) {
      const uint8_t byte = end < text.size() ? static_cast<uint8_t>(text[end]) : 0;
      good = byte >= low && byte <= high;
      if (good) ++end;
      low = 0x80;
      high = 0xBF;
    }
    if (!good) {
      out.append(text, run, i - run);
      out += "\xEF\xBF\xBD";
      run = end;
    }
    i = end;
  }
  out.append(text, run);
}

}  // namespace freshet::url
