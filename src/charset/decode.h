#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "charset/encoding.h"

namespace freshet::charset {

// The state of a decoder between pieces of input. Only the decoders use its members.
struct DecoderState {
  // The bytes of a sequence that is not complete yet.
  std::array<uint8_t, 3> held = {};
  uint8_t held_count = 0;
  uint16_t lead_surrogate = 0;  // UTF-16; 0 if there is none
  // ISO-2022-JP: the current mode, the mode to return to after an invalid escape sequence, and
  // whether the last bytes were an escape sequence.
  uint8_t mode = 0;
  uint8_t output_mode = 0;
  bool after_escape = false;
  bool finished = false;  // "replacement": its one U+FFFD was written
};

// Converts bytes of one encoding to UTF-8, in pieces of any size; the result does not depend on the
// sizes. Malformed sequences become U+FFFD as the Encoding Standard requires. A byte order mark is
// decoded like any other character: decide() finds its length, and the caller skips it.
class Decoder {
 public:
  explicit Decoder(Encoding encoding) : encoding_(encoding) {}

  // Appends valid UTF-8 to `out`. After the last piece the decoder is in its initial state again,
  // except for the count of malformed sequences.
  void decode(std::string_view bytes, bool last, std::string& out);

  Encoding encoding() const { return encoding_; }
  // How many U+FFFD were written for malformed input so far.
  uint64_t malformed() const { return malformed_; }

 private:
  Encoding encoding_;
  DecoderState state_;
  uint64_t malformed_ = 0;
};

// Decodes the whole input, and removes a byte order mark of that encoding.
std::string decode(Encoding encoding, std::string_view bytes);

// Whether all bytes are well-formed UTF-8.
bool is_valid_utf8(std::string_view bytes);

// Encodes a text like encode() of the Encoding Standard with the error mode "html": a character
// that the encoding cannot represent becomes "&#NNNN;". UTF-16 and "replacement" have no encoder;
// the result is then UTF-8, as by "get an output encoding". Malformed UTF-8 counts as U+FFFD.
std::string encode(Encoding encoding, std::string_view utf8);

// Returns encode() for the queries of a document's links, or an empty function if the output
// encoding is UTF-8. Calls are independent: the result for ISO-2022-JP begins and ends in ASCII
// mode.
std::function<std::string(std::string_view)> query_encoder(Encoding encoding);

}  // namespace freshet::charset
