#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "charset/encoding.h"

namespace freshet::charset {

// What a decoder remembers between pieces. Private to the decoders.
struct DecoderState {
  // The bytes of a sequence that has begun and may still become a character.
  std::array<uint8_t, 3> held = {};
  uint8_t held_count = 0;
  uint16_t lead_surrogate = 0;  // UTF-16; 0 is none
  // ISO-2022-JP: the mode now, the mode to go back to after a broken escape sequence, and whether
  // an escape sequence was the last thing seen.
  uint8_t mode = 0;
  uint8_t output_mode = 0;
  bool after_escape = false;
  bool finished = false;  // "replacement": its one U+FFFD is out
};

// Turns bytes of one encoding into UTF-8, a piece at a time; malformed sequences become U+FFFD
// exactly where the Encoding Standard puts them. How the input is cut into pieces does not matter.
// A byte order mark is not looked at: see decide() for what it means and how long it is.
class Decoder {
 public:
  explicit Decoder(Encoding encoding) : encoding_(encoding) {}

  // Appends to out, which is then valid UTF-8 if it was before. After `last` the decoder is as new,
  // but for the count of malformed sequences.
  void decode(std::string_view bytes, bool last, std::string& out);

  Encoding encoding() const { return encoding_; }
  // How many U+FFFD were put in for malformed input so far.
  uint64_t malformed() const { return malformed_; }

 private:
  Encoding encoding_;
  DecoderState state_;
  uint64_t malformed_ = 0;
};

// The whole input at once. Strips a byte order mark of that encoding.
std::string decode(Encoding encoding, std::string_view bytes);

// True if the bytes are UTF-8 throughout (then decoding as UTF-8 is the identity).
bool is_valid_utf8(std::string_view bytes);

// Bytes of `utf8` in the encoding, as the Encoding Standard's encode() with "html" error mode: what
// the encoding cannot express comes out as "&#NNNN;". UTF-16 and "replacement" have no encoder;
// they give UTF-8, as "get an output encoding" has it. Malformed UTF-8 counts as U+FFFD.
std::string encode(Encoding encoding, std::string_view utf8);

// encode() for the queries of a document's links; an empty function where the answer is UTF-8 as it
// stands. Each call is on its own: ISO-2022-JP begins and ends in ASCII.
std::function<std::string(std::string_view)> query_encoder(Encoding encoding);

}  // namespace freshet::charset
