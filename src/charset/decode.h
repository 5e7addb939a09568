#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "charset/encoding.h"

namespace freshet::charset {

// Turns bytes of one encoding into UTF-8, a piece at a time; malformed sequences become U+FFFD
// exactly where the Encoding Standard puts them. How the input is cut into pieces does not matter.
// A byte order mark is not looked at: see decide() for what it means and how long it is.
class Decoder {
 public:
  explicit Decoder(Encoding encoding);

  // Appends to out. After `last` the decoder is as new.
  void decode(std::string_view bytes, bool last, std::string& out);

  Encoding encoding() const { return encoding_; }
  // How many U+FFFD were put in for malformed input so far.
  uint64_t malformed() const { return malformed_; }

 private:
  // (the implementation's state)
  Encoding encoding_;
  uint64_t malformed_ = 0;
};

// The whole input at once. Strips a byte order mark of that encoding.
std::string decode(Encoding encoding, std::string_view bytes);

// True if the bytes are UTF-8 throughout (then decoding as UTF-8 is the identity).
bool is_valid_utf8(std::string_view bytes);

// Bytes of `utf8` in the encoding, as the Encoding Standard's encode() with "html" error mode: what
// the encoding cannot express comes out as "&#NNNN;". For form and link queries.
std::string encode(Encoding encoding, std::string_view utf8);

}  // namespace freshet::charset
