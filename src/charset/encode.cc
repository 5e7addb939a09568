// The encoders of the Encoding Standard with the error mode "html".
#include <algorithm>
#include <array>
#include <iterator>

#include "charset/decode.h"
#include "charset/index_tables.h"
#include "charset/reverse_index.h"
#include "text/utf8.h"

namespace freshet::charset {
namespace {

void put_byte(unsigned byte, std::string& out) {
  out.push_back(static_cast<char>(byte));
}

void put_unmappable(char32_t c, std::string& out) {
  out.append("&#").append(std::to_string(static_cast<uint32_t>(c))).push_back(';');
}

struct TrailOffsets {
  unsigned low;
  unsigned high;  // for trails from 0x3F on, whose bytes are above 0x7F
};

void put_two(unsigned lead, unsigned trail, TrailOffsets offsets, std::string& out) {
  put_byte(lead, out);
  put_byte(trail + (trail < 0x3F ? offsets.low : offsets.high), out);
}

bool encode_single_byte(char32_t c, Encoding encoding, std::string& out) {
  const UpperHalf& index = single_byte_index(encoding);
  const auto found = std::find(index.begin(), index.end(), c);
  if (found == index.end()) return false;
  put_byte(0x80u + static_cast<unsigned>(found - index.begin()), out);
  return true;
}

bool encode_euc_kr(char32_t c, std::string& out) {
  const auto pointer = euc_kr_pointers().pointer(c);
  if (!pointer) return false;
  put_two(*pointer / 190 + 0x81, *pointer % 190, {0x41, 0x41}, out);
  return true;
}

bool encode_big5(char32_t c, std::string& out) {
  const auto pointer = big5_pointers().pointer(c);
  if (!pointer) return false;
  put_two(*pointer / 157 + 0x81, *pointer % 157, {0x40, 0x62}, out);
  return true;
}

// Private-use code points that gb18030 assigned until its edition of 2022. They keep their two
// bytes.
struct PrivateUse {
  char16_t code_point;
  uint16_t bytes;
};
constexpr PrivateUse kGb18030PrivateUse[] = {
    {0xE78D, 0xA6D9}, {0xE78E, 0xA6DA}, {0xE78F, 0xA6DB}, {0xE790, 0xA6DC}, {0xE791, 0xA6DD},
    {0xE792, 0xA6DE}, {0xE793, 0xA6DF}, {0xE794, 0xA6EC}, {0xE795, 0xA6ED}, {0xE796, 0xA6F3},
    {0xE81E, 0xFE59}, {0xE826, 0xFE61}, {0xE82B, 0xFE66}, {0xE82C, 0xFE67}, {0xE832, 0xFE6D},
    {0xE843, 0xFE7E}, {0xE854, 0xFE90}, {0xE864, 0xFEA0}};

// "Index gb18030 ranges pointer".
uint32_t four_byte_pointer(char32_t c) {
  if (c == 0xE7C7) return 7457;
  const auto ranges = gb18030_ranges();
  const auto after = std::upper_bound(
      ranges.begin(), ranges.end(), c,
      [](char32_t wanted, const Gb18030Range& range) { return wanted < range.code_point; });
  const Gb18030Range& range = *(after - 1);
  return range.pointer + (c - range.code_point);
}

bool encode_gb18030(char32_t c, bool is_gbk, std::string& out) {
  if (c == 0xE5E5) return false;
  if (is_gbk && c == 0x20AC) {
    put_byte(0x80, out);
    return true;
  }
  const auto* moved = std::find_if(std::begin(kGb18030PrivateUse), std::end(kGb18030PrivateUse),
                                   [c](const PrivateUse& each) { return each.code_point == c; });
  if (moved != std::end(kGb18030PrivateUse)) {
    put_byte(moved->bytes >> 8, out);
    put_byte(moved->bytes & 0xFF, out);
    return true;
  }
  if (const auto pointer = gb18030_pointers().pointer(c)) {
    put_two(*pointer / 190 + 0x81, *pointer % 190, {0x40, 0x41}, out);
    return true;
  }
  if (is_gbk) return false;
  const uint32_t pointer = four_byte_pointer(c);
  put_byte(pointer / 12600 + 0x81, out);
  put_byte(pointer / 1260 % 10 + 0x30, out);
  put_byte(pointer / 10 % 126 + 0x81, out);
  put_byte(pointer % 10 + 0x30, out);
  return true;
}

bool is_halfwidth_katakana(char32_t c) {
  return c >= 0xFF61 && c <= 0xFF9F;
}

// Yen sign and overline have the bytes of backslash and tilde, as in JIS X 0201.
bool encode_jis_roman(char32_t c, std::string& out) {
  if (c != 0xA5 && c != 0x203E) return false;
  put_byte(c == 0xA5 ? 0x5C : 0x7E, out);
  return true;
}

bool encode_euc_jp(char32_t c, std::string& out) {
  if (encode_jis_roman(c, out)) return true;
  if (is_halfwidth_katakana(c)) {
    put_byte(0x8E, out);
    put_byte(c - 0xFF61 + 0xA1, out);
    return true;
  }
  const auto pointer = jis0208_pointers().pointer(c == 0x2212 ? 0xFF0D : c);
  if (!pointer) return false;
  put_two(*pointer / 94 + 0xA1, *pointer % 94, {0xA1, 0xA1}, out);
  return true;
}

bool encode_shift_jis(char32_t c, std::string& out) {
  if (encode_jis_roman(c, out)) return true;
  if (c == 0x80 || is_halfwidth_katakana(c)) {
    put_byte(c == 0x80 ? 0x80 : c - 0xFF61 + 0xA1, out);
    return true;
  }
  const auto pointer = shift_jis_pointers().pointer(c == 0x2212 ? 0xFF0D : c);
  if (!pointer) return false;
  const unsigned lead = *pointer / 188;
  put_two(lead + (lead < 0x1F ? 0x81 : 0xC1), *pointer % 188, {0x40, 0x41}, out);
  return true;
}

bool encode_user_defined(char32_t c, std::string& out) {
  if (c < 0xF780 || c > 0xF7FF) return false;
  put_byte(c - 0xF780 + 0x80, out);
  return true;
}

bool encode_one(char32_t c, Encoding encoding, std::string& out) {
  switch (encoding) {
    case Encoding::kEucKr: return encode_euc_kr(c, out);
    case Encoding::kBig5: return encode_big5(c, out);
    case Encoding::kGbk: return encode_gb18030(c, true, out);
    case Encoding::kGb18030: return encode_gb18030(c, false, out);
    case Encoding::kEucJp: return encode_euc_jp(c, out);
    case Encoding::kShiftJis: return encode_shift_jis(c, out);
    case Encoding::kXUserDefined: return encode_user_defined(c, out);
    default: return encode_single_byte(c, encoding, out);
  }
}

class Iso2022JpEncoder {
 public:
  explicit Iso2022JpEncoder(std::string& out) : out_(out) {}

  void encode(char32_t c) {
    if (mode_ != kJis0208 && (c == 0x0E || c == 0x0F || c == 0x1B)) {
      // These characters could change the mode, so they are replaced.
      return put_unmappable(0xFFFD, out_);
    }
    if (c < 0x80) {
      if (mode_ == kJis0208 || (mode_ == kRoman && (c == 0x5C || c == 0x7E))) {
        enter(kAscii);
        return encode(c);  // the first lines treat control characters differently in ASCII mode
      }
      return put_byte(c, out_);
    }
    if (c == 0xA5 || c == 0x203E) {
      enter(kRoman);
      encode_jis_roman(c, out_);
      return;
    }
    if (c == 0x2212) c = 0xFF0D;
    if (is_halfwidth_katakana(c)) c = kFullwidth[c - 0xFF61];
    const auto pointer = jis0208_pointers().pointer(c);
    if (!pointer) {
      if (mode_ == kJis0208) enter(kAscii);
      return put_unmappable(c, out_);
    }
    enter(kJis0208);
    put_two(*pointer / 94 + 0x21, *pointer % 94, {0x21, 0x21}, out_);
  }

  void finish() { enter(kAscii); }

 private:
  enum Mode : uint8_t { kAscii, kRoman, kJis0208 };

  // "Index ISO-2022-JP katakana", beginning with U+FF61.
  static constexpr std::u16string_view kFullwidth =
      u"。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノ"
      u"ハヒフヘホマミムメモヤユヨラリルレロワン゛゜";
  static_assert(kFullwidth.size() == 63);

  void enter(Mode mode) {
    if (mode_ == mode) return;
    mode_ = mode;
    out_.append(mode == kAscii ? "\x1B(B" : mode == kRoman ? "\x1B(J" : "\x1B$B");
  }

  std::string& out_;
  Mode mode_ = kAscii;
};

// Calls f for every scalar value, and with U+FFFD for a malformed sequence.
template <typename F>
void for_each_scalar(std::string_view utf8, F f) {
  while (!utf8.empty()) {
    const text::Utf8Sequence sequence = text::utf8_sequence(utf8);
    f(sequence.kind == text::Utf8Sequence::kWhole ? text::utf8_scalar(utf8) : char32_t{0xFFFD});
    utf8.remove_prefix(sequence.length);
  }
}

bool is_written_as_utf8(Encoding encoding) {
  return encoding == Encoding::kUtf8 || encoding == Encoding::kUtf16Be ||
         encoding == Encoding::kUtf16Le || encoding == Encoding::kReplacement;
}

}  // namespace

std::string encode(Encoding encoding, std::string_view utf8) {
  std::string out;
  if (is_written_as_utf8(encoding)) {
    Decoder(Encoding::kUtf8).decode(utf8, true, out);
    return out;
  }
  out.reserve(utf8.size());
  if (encoding == Encoding::kIso2022Jp) {
    Iso2022JpEncoder encoder(out);
    for_each_scalar(utf8, [&](char32_t c) { encoder.encode(c); });
    encoder.finish();
    return out;
  }
  for_each_scalar(utf8, [&](char32_t c) {
    if (c < 0x80) {
      put_byte(c, out);
    } else if (!encode_one(c, encoding, out)) {
      put_unmappable(c, out);
    }
  });
  return out;
}

std::function<std::string(std::string_view)> query_encoder(Encoding encoding) {
  if (is_written_as_utf8(encoding)) return nullptr;
  return [encoding](std::string_view utf8) { return encode(encoding, utf8); };
}

}  // namespace freshet::charset
