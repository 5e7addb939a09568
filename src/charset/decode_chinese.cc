// The decoders of Big5 with the Hong Kong supplement, and of gb18030, which also decodes GBK.
#include <algorithm>

#include "charset/decode_two_bytes.h"
#include "charset/index_tables.h"

namespace freshet::charset {
namespace {

struct Big5Rules {
  std::span<const char32_t> index;

  static bool is_lead(uint8_t byte) { return byte >= 0x81 && byte <= 0xFE; }
  static char32_t single(uint8_t) { return 0; }
  bool put_pair(uint8_t lead, uint8_t trail, Utf8Sink& out) const {
    if (trail < 0x40 || (trail > 0x7E && trail < 0xA1) || trail > 0xFE) return false;
    const size_t pointer = (lead - 0x81u) * 157 + (trail - (trail < 0x7F ? 0x40u : 0x62u));
    const char32_t c = index[pointer];
    if (c != 0) {
      out.put(c);
      return true;
    }
    // Four pointers stand for a letter and a combining mark.
    switch (pointer) {
      case 1133: out.put(0xCA), out.put(0x304); return true;
      case 1135: out.put(0xCA), out.put(0x30C); return true;
      case 1164: out.put(0xEA), out.put(0x304); return true;
      case 1166: out.put(0xEA), out.put(0x30C); return true;
      default: return false;
    }
  }
};

// "Index gb18030 ranges code point"; 0 if there is none.
char32_t four_byte_code_point(uint32_t pointer) {
  if ((pointer > 39419 && pointer < 189000) || pointer > 1237575) return 0;
  if (pointer == 7457) return 0xE7C7;
  const auto ranges = gb18030_ranges();
  const auto after = std::upper_bound(
      ranges.begin(), ranges.end(), pointer,
      [](uint32_t wanted, const Gb18030Range& range) { return wanted < range.pointer; });
  const Gb18030Range& range = *(after - 1);
  return range.code_point + pointer - range.pointer;
}

char32_t two_byte_code_point(std::span<const uint16_t> index, uint8_t lead, uint8_t trail) {
  if (trail < 0x40 || trail == 0x7F || trail > 0xFE) return 0;
  return index[(lead - 0x81u) * 190 + (trail - (trail < 0x7F ? 0x40u : 0x41u))];
}

bool is_digit(uint8_t byte) {
  return byte >= 0x30 && byte <= 0x39;
}

bool is_gb18030_lead(uint8_t byte) {
  return byte >= 0x81 && byte <= 0xFE;
}

// Adds the next byte to the sequence in `state`. Returns false if the byte does not belong to the
// sequence and must be processed again; the sequence was then written as malformed.
bool extend_gb18030(uint8_t byte, std::span<const uint16_t> index, DecoderState& state,
                    Utf8Sink& out) {
  auto& [first, second, third] = state.held;
  switch (state.held_count) {
    case 1: {
      if (is_digit(byte)) {
        second = byte;
        state.held_count = 2;
        return true;
      }
      state.held_count = 0;
      const char32_t c = two_byte_code_point(index, first, byte);
      if (c != 0) {
        out.put(c);
        return true;
      }
      out.put_malformed();
      return byte >= 0x80;
    }
    case 2:
      if (is_gb18030_lead(byte)) {
        third = byte;
        state.held_count = 3;
        return true;
      }
      // The digit is processed again, and stands for itself.
      state.held_count = 0;
      out.put_malformed();
      out.put(second);
      return false;
    default:
      if (!is_digit(byte)) {
        // The digit and the third byte are processed again: the digit stands for itself, and the
        // third byte begins a sequence.
        out.put_malformed();
        out.put(second);
        first = third;
        state.held_count = 1;
        return false;
      }
      state.held_count = 0;
      const char32_t c = four_byte_code_point((first - 0x81u) * 12600 + (second - 0x30u) * 1260 +
                                              (third - 0x81u) * 10 + (byte - 0x30u));
      c == 0 ? out.put_malformed() : out.put(c);
      return true;
  }
}

}  // namespace

void decode_big5(DecoderInput input, DecoderState& state, Utf8Sink& out) {
  decode_two_bytes(input, Big5Rules{big5_index()}, state, out);
}

void decode_gb18030(DecoderInput input, DecoderState& state, Utf8Sink& out) {
  const auto index = gb18030_index();
  const std::string_view bytes = input.bytes;
  for (size_t at = 0; at < bytes.size();) {
    const auto byte = static_cast<uint8_t>(bytes[at]);
    if (state.held_count > 0) {
      if (extend_gb18030(byte, index, state, out)) ++at;
    } else if (byte < 0x80) {
      at += put_ascii_run(bytes.substr(at), out);
    } else if (is_gb18030_lead(byte)) {
      ++at;
      const char32_t c = at == bytes.size()
                             ? 0
                             : two_byte_code_point(index, byte, static_cast<uint8_t>(bytes[at]));
      if (c != 0) {
        out.put(c);
        ++at;
      } else {
        state.held[0] = byte;
        state.held_count = 1;
      }
    } else {
      byte == 0x80 ? out.put(0x20AC) : out.put_malformed();
      ++at;
    }
  }
  if (input.last && state.held_count > 0) out.put_malformed();
}

}  // namespace freshet::charset
