// The decoders of EUC-JP and Shift_JIS.
#include "charset/decode_two_bytes.h"
#include "charset/index_tables.h"

namespace freshet::charset {
namespace {

constexpr char32_t kHalfwidthKatakana = 0xFF61;  // the character of the byte 0xA1

struct ShiftJisRules {
  std::span<const uint16_t> index;

  static bool is_lead(uint8_t byte) {
    return (byte >= 0x81 && byte <= 0x9F) || (byte >= 0xE0 && byte <= 0xFC);
  }
  static char32_t single(uint8_t byte) {
    if (byte == 0x80) return 0x80;
    if (byte >= 0xA1 && byte <= 0xDF) return kHalfwidthKatakana + (byte - 0xA1u);
    return 0;
  }
  bool put_pair(uint8_t lead, uint8_t trail, Utf8Sink& out) const {
    if (trail < 0x40 || trail == 0x7F || trail > 0xFC) return false;
    const size_t pointer =
        (lead - (lead < 0xA0 ? 0x81u : 0xC1u)) * 188 + (trail - (trail < 0x7F ? 0x40u : 0x41u));
    // The area for user-defined characters, which Windows maps to private use.
    const char32_t c = pointer >= 8836 && pointer <= 10715
                           ? static_cast<char32_t>(0xE000 + (pointer - 8836))
                           : index[pointer];
    if (c == 0) return false;
    out.put(c);
    return true;
  }
};

bool is_jis_byte(uint8_t byte) {
  return byte >= 0xA1 && byte <= 0xFE;
}

// Adds the next byte to the sequence in `state`, which is a lead byte or 0x8F and a lead byte.
// Returns false if the byte does not belong to the sequence and must be processed again.
bool extend_euc_jp(uint8_t byte, DecoderState& state, Utf8Sink& out) {
  const uint8_t lead = state.held[state.held_count - 1];
  const bool jis0212 = state.held_count == 2;
  if (!jis0212 && lead == 0x8F && is_jis_byte(byte)) {
    state.held[1] = byte;
    state.held_count = 2;
    return true;
  }
  state.held_count = 0;
  if (lead == 0x8E && byte >= 0xA1 && byte <= 0xDF) {
    out.put(kHalfwidthKatakana + (byte - 0xA1u));
    return true;
  }
  char32_t c = 0;
  if (is_jis_byte(lead) && is_jis_byte(byte)) {
    c = (jis0212 ? jis0212_index() : jis0208_index())[(lead - 0xA1u) * 94 + (byte - 0xA1u)];
  }
  if (c != 0) {
    out.put(c);
    return true;
  }
  out.put_malformed();
  return byte >= 0x80;
}

}  // namespace

void decode_shift_jis(DecoderInput input, DecoderState& state, Utf8Sink& out) {
  decode_two_bytes(input, ShiftJisRules{jis0208_index()}, state, out);
}

void decode_euc_jp(DecoderInput input, DecoderState& state, Utf8Sink& out) {
  const auto jis0208 = jis0208_index();
  const std::string_view bytes = input.bytes;
  for (size_t at = 0; at < bytes.size();) {
    const auto byte = static_cast<uint8_t>(bytes[at]);
    if (state.held_count > 0) {
      if (extend_euc_jp(byte, state, out)) ++at;
    } else if (byte < 0x80) {
      at += put_ascii_run(bytes.substr(at), out);
    } else if (is_jis_byte(byte) || byte == 0x8E || byte == 0x8F) {
      ++at;
      const uint8_t next = at < bytes.size() ? static_cast<uint8_t>(bytes[at]) : 0;
      const char32_t c = is_jis_byte(byte) && is_jis_byte(next)
                             ? jis0208[(byte - 0xA1u) * 94 + (next - 0xA1u)]
                             : 0;
      if (c != 0) {
        out.put(c);
        ++at;
      } else {
        state.held[0] = byte;
        state.held_count = 1;
      }
    } else {
      out.put_malformed();
      ++at;
    }
  }
  if (input.last && state.held_count > 0) out.put_malformed();
}

}  // namespace freshet::charset
