// The decoder of ISO-2022-JP, the only encoding of the web whose bytes have different meanings in
// different modes.
#include "charset/decoders.h"
#include "charset/index_tables.h"

namespace freshet::charset {
namespace {

// The states of the standard's "ISO-2022-JP decoder".
enum Mode : uint8_t { kAscii, kRoman, kKatakana, kLeadByte, kTrailByte, kEscapeStart, kEscape };
static_assert(kAscii == DecoderState().mode);

constexpr int kEnd = -1;  // end of the input, in place of a byte

class Machine {
 public:
  Machine(DecoderState& state, Utf8Sink& out) : state_(state), out_(out) {}

  void consume(int byte) {
    switch (state_.mode) {
      case kEscapeStart: return consume_escape_start(byte);
      case kEscape: return consume_escape(byte);
      case kTrailByte: return consume_trail(byte);
      default: break;
    }
    if (byte == kEnd) return;
    if (byte == 0x1B) {
      state_.mode = kEscapeStart;
      return;
    }
    state_.after_escape = false;
    if (state_.mode == kLeadByte) {
      if (byte < 0x21 || byte > 0x7E) return out_.put_malformed();
      state_.held[0] = static_cast<uint8_t>(byte);
      state_.mode = kTrailByte;
      return;
    }
    if (state_.mode == kKatakana) {
      if (byte < 0x21 || byte > 0x5F) return out_.put_malformed();
      return out_.put(0xFF61u + static_cast<unsigned>(byte) - 0x21u);
    }
    if (byte >= 0x80 || byte == 0x0E || byte == 0x0F) return out_.put_malformed();
    if (state_.mode == kRoman && byte == 0x5C) return out_.put(0xA5);
    if (state_.mode == kRoman && byte == 0x7E) return out_.put(0x203E);
    out_.put(static_cast<char32_t>(byte));
  }

 private:
  void consume_trail(int byte) {
    if (byte == 0x1B) {
      state_.mode = kEscapeStart;
      return out_.put_malformed();
    }
    state_.mode = kLeadByte;
    if (byte < 0x21 || byte > 0x7E) return out_.put_malformed();
    const unsigned pointer = (state_.held[0] - 0x21u) * 94 + (static_cast<unsigned>(byte) - 0x21u);
    const uint16_t c = jis0208_index()[pointer];
    c == 0 ? out_.put_malformed() : out_.put(c);
  }

  void consume_escape_start(int byte) {
    if (byte == '$' || byte == '(') {
      state_.held[0] = static_cast<uint8_t>(byte);
      state_.mode = kEscape;
      return;
    }
    abandon_escape();
    consume(byte);
  }

  void consume_escape(int byte) {
    const uint8_t lead = state_.held[0];
    if (const int mode = designated(lead, byte); mode >= 0) {
      state_.mode = state_.output_mode = static_cast<uint8_t>(mode);
      // Two consecutive escape sequences are an error, because they could hide text from filters.
      if (state_.after_escape) out_.put_malformed();
      state_.after_escape = true;
      return;
    }
    abandon_escape();
    consume(lead);
    consume(byte);
  }

  void abandon_escape() {
    state_.after_escape = false;
    state_.mode = state_.output_mode;
    out_.put_malformed();
  }

  static int designated(uint8_t lead, int byte) {
    if (lead == '(' && byte == 'B') return kAscii;
    if (lead == '(' && byte == 'J') return kRoman;
    if (lead == '(' && byte == 'I') return kKatakana;
    if (lead == '$' && (byte == '@' || byte == 'B')) return kLeadByte;
    return -1;
  }

  DecoderState& state_;
  Utf8Sink& out_;
};

}  // namespace

void decode_iso_2022_jp(DecoderInput input, DecoderState& state, Utf8Sink& out) {
  Machine machine(state, out);
  for (const char byte : input.bytes) machine.consume(static_cast<uint8_t>(byte));
  if (input.last) machine.consume(kEnd);
}

}  // namespace freshet::charset
