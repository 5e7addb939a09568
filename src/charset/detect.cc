#include "charset/detect.h"

#include <uchardet.h>

#include <algorithm>
#include <memory>
#include <string>

#include "charset/decode.h"
#include "text/utf8.h"

namespace freshet::charset {
namespace {

// Text counts as UTF-8 if it has more than this many well-formed sequences per malformed one. Text
// in another encoding has hardly any: Latin-1 has a few by chance ("Ã©"), and far more malformed
// ones.
constexpr size_t kGoodPerMalformed = 30;

// ISO-2022-JP, which Japanese mail and old pages use, is seven-bit text with the escape sequence
// that selects JIS X 0208.
bool looks_like_iso_2022_jp(std::string_view bytes) {
  if (bytes.find("\x1B$B") == std::string_view::npos &&
      bytes.find("\x1B$@") == std::string_view::npos) {
    return false;
  }
  Decoder decoder(Encoding::kIso2022Jp);
  std::string ignored;
  decoder.decode(bytes, false, ignored);
  return decoder.malformed() == 0;
}

// Returns the encoding for a name that uchardet uses. Two of its names are not labels of the
// Encoding Standard; others (VISCII, IBM852, EUC-TW, MAC-CENTRALEUROPE, ...) are not encodings of
// the web.
std::optional<Encoding> encoding_for_detector_name(std::string_view detected) {
  if (detected == "UHC") return Encoding::kEucKr;
  if (detected == "MAC-CYRILLIC") return Encoding::kXMacCyrillic;
  return encoding_for_label(detected);
}

// Returns how many non-ASCII bytes a text must have before uchardet's guess is credible; nullopt if
// the guess is never credible. uchardet distinguishes Latin alphabets by the frequency of accented
// letters, so a few "é" are not enough. Other scripts are recognised from few bytes.
std::optional<size_t> bytes_needed_for(Encoding guess) {
  switch (guess) {
    case Encoding::kReplacement:
    case Encoding::kUtf16Le:
    case Encoding::kUtf16Be:
    case Encoding::kUtf8:       // looks_like_utf8() is more reliable
    case Encoding::kIso8859_3:  // this and those below are so rare that the guess is mostly wrong
    case Encoding::kIso8859_10:
    case Encoding::kIso8859_14:
    case Encoding::kIso8859_15:
    case Encoding::kIso8859_16:
    case Encoding::kMacintosh: return std::nullopt;
    case Encoding::kIso8859_2:
    case Encoding::kIso8859_4:
    case Encoding::kIso8859_7:
    case Encoding::kIso8859_13:
    case Encoding::kWindows1250:
    case Encoding::kWindows1253:
    case Encoding::kWindows1254:
    case Encoding::kWindows1257:
    case Encoding::kWindows1258: return 12;
    default: return 1;
  }
}

std::optional<Encoding> guess_with_uchardet(std::string_view bytes) {
  const std::unique_ptr<uchardet, void (*)(uchardet_t)> detector(uchardet_new(), uchardet_delete);
  if (uchardet_handle_data(detector.get(), bytes.data(), bytes.size()) != 0) return std::nullopt;
  uchardet_data_end(detector.get());
  return encoding_for_detector_name(uchardet_get_charset(detector.get()));
}

}  // namespace

bool looks_like_utf8(std::string_view bytes) {
  size_t good = 0;
  size_t malformed = 0;
  while (!bytes.empty()) {
    if (static_cast<uint8_t>(bytes[0]) < 0x80) {
      bytes.remove_prefix(text::ascii_prefix(bytes));
      continue;
    }
    const text::Utf8Sequence sequence = text::utf8_sequence(bytes);
    if (sequence.kind == text::Utf8Sequence::kWhole) ++good;
    if (sequence.kind == text::Utf8Sequence::kMalformed) ++malformed;
    bytes.remove_prefix(sequence.length);
  }
  return good > malformed * kGoodPerMalformed;
}

std::optional<Encoding> detect(std::string_view bytes) {
  if (text::is_ascii(bytes)) {
    if (looks_like_iso_2022_jp(bytes)) return Encoding::kIso2022Jp;
    return std::nullopt;
  }
  if (looks_like_utf8(bytes)) return Encoding::kUtf8;
  const auto guess = guess_with_uchardet(bytes);
  const auto needed = guess ? bytes_needed_for(*guess) : std::nullopt;
  if (!needed) return std::nullopt;
  const auto beyond_ascii = std::count_if(bytes.begin(), bytes.end(),
                                          [](char c) { return static_cast<uint8_t>(c) >= 0x80; });
  if (static_cast<size_t>(beyond_ascii) < *needed) return std::nullopt;
  return guess;
}

}  // namespace freshet::charset
