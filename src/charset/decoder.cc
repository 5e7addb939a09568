#include <algorithm>

#include "charset/decode.h"
#include "charset/decoders.h"
#include "text/utf8.h"

namespace freshet::charset {

void Decoder::decode(std::string_view bytes, bool last, std::string& out) {
  const DecoderInput input{bytes, last};
  if (encoding_ == Encoding::kUtf8) {
    malformed_ += decode_utf8(input, state_, out);
  } else {
    // Most legacy encodings make at most three bytes from two. The string grows if that is too
    // little.
    if (out.capacity() - out.size() < bytes.size()) {
      out.reserve(std::max(out.size() + bytes.size() + bytes.size() / 2, out.capacity() * 2));
    }
    Utf8Sink sink(out);
    switch (encoding_) {
      case Encoding::kUtf16Be: decode_utf16(input, true, state_, sink); break;
      case Encoding::kUtf16Le: decode_utf16(input, false, state_, sink); break;
      case Encoding::kReplacement: decode_replacement(input, state_, sink); break;
      case Encoding::kXUserDefined: decode_user_defined(bytes, sink); break;
      case Encoding::kEucKr: decode_euc_kr(input, state_, sink); break;
      case Encoding::kGbk:
      case Encoding::kGb18030: decode_gb18030(input, state_, sink); break;
      case Encoding::kBig5: decode_big5(input, state_, sink); break;
      case Encoding::kEucJp: decode_euc_jp(input, state_, sink); break;
      case Encoding::kShiftJis: decode_shift_jis(input, state_, sink); break;
      case Encoding::kIso2022Jp: decode_iso_2022_jp(input, state_, sink); break;
      default: decode_single_byte(bytes, encoding_, sink); break;
    }
    malformed_ += sink.malformed();
  }
  if (last) state_ = {};
}

std::string decode(Encoding encoding, std::string_view bytes) {
  const std::string_view mark = encoding == Encoding::kUtf8      ? "\xEF\xBB\xBF"
                                : encoding == Encoding::kUtf16Be ? "\xFE\xFF"
                                : encoding == Encoding::kUtf16Le ? "\xFF\xFE"
                                                                 : "";
  if (bytes.starts_with(mark)) bytes.remove_prefix(mark.size());
  std::string out;
  Decoder(encoding).decode(bytes, true, out);
  return out;
}

bool is_valid_utf8(std::string_view bytes) {
  return text::valid_utf8_prefix(bytes) == bytes.size();
}

}  // namespace freshet::charset
