// Decodes a text, whole and in pieces, and decides on its encoding. The first byte of the input is
// the encoding, the second the size of the pieces, and the rest is the text.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "charset/decide.h"
#include "charset/decode.h"
#include "charset/encoding.h"
#include "result/check.h"

using namespace freshet::charset;

namespace {

void decode_whole_and_in_pieces(Encoding encoding, std::string_view bytes, size_t piece) {
  std::string whole;
  Decoder at_once(encoding);
  at_once.decode(bytes, true, whole);
  FRESHET_CHECK(is_valid_utf8(whole), name(encoding));

  std::string pieces;
  Decoder cut(encoding);
  for (size_t at = 0; at < bytes.size(); at += piece) {
    cut.decode(bytes.substr(at, piece), false, pieces);
  }
  cut.decode({}, true, pieces);
  FRESHET_CHECK(pieces == whole, name(encoding));
  FRESHET_CHECK(cut.malformed() == at_once.malformed(), name(encoding));

  // What was decoded can be encoded, and decoded again without error.
  if (encoding == Encoding::kUtf16Be || encoding == Encoding::kUtf16Le) return;
  Decoder again(encoding);
  std::string text;
  again.decode(encode(encoding, whole), true, text);
  FRESHET_CHECK(again.malformed() == 0 || encoding == Encoding::kReplacement, name(encoding));
}

void decide_on(std::string_view bytes) {
  for (const Decision& decision : {decide(bytes, std::nullopt), decide_xml(bytes, std::nullopt)}) {
    FRESHET_CHECK(decision.bom_length <= bytes.size(), describe(decision.evidence));
  }
  const auto declared = prescan_meta(bytes);
  FRESHET_CHECK(declared != Encoding::kXUserDefined || bytes.starts_with("<?xml"), "prescan");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
  decode_whole_and_in_pieces(static_cast<Encoding>(data[0] % kEncodingCount), bytes,
                             1 + data[1] % 16);
  decide_on(bytes);
  return 0;
}
