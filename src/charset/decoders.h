#pragma once

#include <string_view>

#include "charset/decode.h"
#include "charset/encoding.h"
#include "charset/utf8_sink.h"
#include "text/utf8.h"

namespace freshet::charset {

// The decoders of the Encoding Standard, one function per algorithm. Each continues from `state`,
// and if the input is the last piece, writes U+FFFD for an incomplete sequence.
struct DecoderInput {
  std::string_view bytes;
  bool last;
};

void decode_utf16(DecoderInput input, bool big_endian, DecoderState& state, Utf8Sink& out);
void decode_replacement(DecoderInput input, DecoderState& state, Utf8Sink& out);
void decode_user_defined(std::string_view bytes, Utf8Sink& out);
void decode_single_byte(std::string_view bytes, Encoding encoding, Utf8Sink& out);
void decode_euc_kr(DecoderInput input, DecoderState& state, Utf8Sink& out);
void decode_gb18030(DecoderInput input, DecoderState& state, Utf8Sink& out);
void decode_big5(DecoderInput input, DecoderState& state, Utf8Sink& out);
void decode_euc_jp(DecoderInput input, DecoderState& state, Utf8Sink& out);
void decode_shift_jis(DecoderInput input, DecoderState& state, Utf8Sink& out);
void decode_iso_2022_jp(DecoderInput input, DecoderState& state, Utf8Sink& out);

// Needs no sink, because it copies well-formed runs as a whole. Returns how many U+FFFD it wrote.
uint64_t decode_utf8(DecoderInput input, DecoderState& state, std::string& out);

// Copies the ASCII characters at the start of `bytes`, of which there must be at least one, to the
// sink. Returns how many.
inline size_t put_ascii_run(std::string_view bytes, Utf8Sink& out) {
  // Between characters of two bytes, most runs have one character: a space or a digit.
  if (bytes.size() < 2 || static_cast<uint8_t>(bytes[1]) >= 0x80) {
    out.put(static_cast<uint8_t>(bytes[0]));
    return 1;
  }
  const size_t length = text::ascii_prefix(bytes);
  out.put_run(bytes.substr(0, length));
  return length;
}

}  // namespace freshet::charset
