#pragma once

#include "charset/decoders.h"

namespace freshet::charset {

// Decodes the structure that EUC-KR, Big5 and Shift_JIS share: ASCII, characters of one byte, and
// pairs of a lead and a trail byte. If an ASCII byte does not make a pair with the lead byte before
// it, it is decoded by itself, so that malformed text cannot hide markup. Rules must have
//   static bool is_lead(uint8_t);
//   static char32_t single(uint8_t);                          returns 0 if malformed
//   bool put_pair(uint8_t lead, uint8_t trail, Utf8Sink&);    returns false if malformed
template <typename Rules>
void decode_two_bytes(DecoderInput input, const Rules& rules, DecoderState& state, Utf8Sink& out) {
  const std::string_view bytes = input.bytes;
  size_t at = 0;
  const auto take_trail = [&](uint8_t lead) {
    const auto trail = static_cast<uint8_t>(bytes[at]);
    const bool known = rules.put_pair(lead, trail, out);
    if (!known) out.put_malformed();
    if (known || trail >= 0x80) ++at;
  };

  if (state.held_count > 0 && !bytes.empty()) {
    state.held_count = 0;
    take_trail(state.held[0]);
  }
  while (at < bytes.size()) {
    const auto byte = static_cast<uint8_t>(bytes[at]);
    if (byte < 0x80) {
      at += put_ascii_run(bytes.substr(at), out);
    } else if (Rules::is_lead(byte)) {
      if (++at == bytes.size()) {
        state.held[0] = byte;
        state.held_count = 1;
        break;
      }
      take_trail(byte);
    } else {
      const char32_t c = Rules::single(byte);
      c == 0 ? out.put_malformed() : out.put(c);
      ++at;
    }
  }
  if (input.last && state.held_count > 0) out.put_malformed();
}

}  // namespace freshet::charset
