#include <set>
#include <string>

#include "charset/decode.h"
#include "charset/index_tables.h"
#include "charset/reverse_index.h"
#include "gtest/gtest.h"
#include "text/utf8.h"

namespace freshet::charset {
namespace {

using enum Encoding;

std::string utf8(char32_t c) {
  char bytes[4];
  return {bytes, text::write_utf8(bytes, c)};
}

// Encodes and decodes every character of the index. Returns how many there are.
template <typename Index>
int round_trip(Encoding encoding, const Index& index, size_t from = 0) {
  std::set<char32_t> characters(index.begin() + static_cast<std::ptrdiff_t>(from), index.end());
  characters.erase(0);
  for (const char32_t c : characters) {
    const std::string bytes = encode(encoding, utf8(c));
    EXPECT_EQ(decode(encoding, bytes), utf8(c))
        << name(encoding) << " U+" << std::hex << uint32_t{c};
    EXPECT_NE(bytes.front(), '&') << name(encoding) << " U+" << std::hex << uint32_t{c};
  }
  return static_cast<int>(characters.size());
}

TEST(Encode, EveryCharacterOfAnIndexRoundTrips) {
  EXPECT_EQ(round_trip(kEucKr, euc_kr_index()), 17048);
  EXPECT_EQ(round_trip(kShiftJis, jis0208_index()), 7326);
  EXPECT_EQ(round_trip(kEucJp, jis0208_index()), 7326);
  EXPECT_EQ(round_trip(kIso2022Jp, jis0208_index()), 7326);
  EXPECT_EQ(round_trip(kGb18030, gb18030_index()), 23939);
  EXPECT_EQ(round_trip(kGbk, gb18030_index()), 23939);
  EXPECT_EQ(round_trip(kBig5, big5_index(), (0xA1 - 0x81) * 157), 14653);
}

TEST(Encode, EveryCharacterOfASingleByteEncodingRoundTrips) {
  for (int i = 0; i < kEncodingCount; ++i) {
    const auto encoding = static_cast<Encoding>(i);
    if (is_single_byte(encoding)) round_trip(encoding, single_byte_index(encoding));
  }
  for (char32_t c = 0xF780; c <= 0xF7FF; ++c) {
    EXPECT_EQ(decode(kXUserDefined, encode(kXUserDefined, utf8(c))), utf8(c));
  }
}

TEST(Encode, Gb18030CanEncodeAllOfUnicodeExceptOneCharacter) {
  // 18 private-use characters, which the edition of 2022 replaced, still have their old two bytes.
  int changed = 0;
  for (char32_t c = 0x80; c <= 0x10FFFF; c += c < 0x11000 ? 1 : 37) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    const std::string bytes = encode(kGb18030, utf8(c));
    if (decode(kGb18030, bytes) != utf8(c)) ++changed;
  }
  EXPECT_EQ(changed, 18 + 1);
  EXPECT_EQ(encode(kGb18030, "\uE5E5"), "&#58853;");
  EXPECT_EQ(encode(kGb18030, "\uE7C7\uE78D\U0010FFFF"), "\x81\x35\xF4\x37\xA6\xD9\xE3\x32\x9A\x35");
}

TEST(Encode, UnmappableCharacterBecomesACharacterReference) {
  EXPECT_EQ(encode(kWindows1252, "a€ő😀"), "a\x80&#337;&#128512;");
  EXPECT_EQ(encode(kEucKr, "한😀"), "\xC7\xD1&#128512;");
  EXPECT_EQ(encode(kGbk, "€ő"), "\x80&#337;");
  EXPECT_EQ(encode(kGb18030, "€"), "\xA2\xE3");
  EXPECT_EQ(encode(kXUserDefined, "é"), "&#233;");
}

TEST(Encode, Big5DoesNotEncodeTheSupplementAndUsesTheLaterOfSixDuplicates) {
  EXPECT_EQ(encode(kBig5, "\u43F0"), "&#17392;");  // 0x87 0x40 is only decoded
  EXPECT_EQ(encode(kBig5, "═╞╡╪十卅"), "\xF9\xF9\xF9\xE9\xF9\xEB\xF9\xEA\xA4\x51\xA4\xCA");
  EXPECT_EQ(encode(kBig5, "兀"), "\xA4\x61");
}

TEST(Encode, ShiftJisUsesThePointersOfTheIbmExtensions) {
  EXPECT_EQ(encode(kShiftJis, "纊"), "\xFA\x5C");
  EXPECT_EQ(encode(kShiftJis, "￢∵"), "\x81\xCA\x81\xE6");
  EXPECT_EQ(encode(kShiftJis, "\u0080ｱ−"), "\x80\xB1\x81\x7C");
  EXPECT_EQ(encode(kShiftJis, "\uE000"), "&#57344;");
}

TEST(Encode, YenAndOverlineHaveTheBytesOfBackslashAndTilde) {
  EXPECT_EQ(encode(kEucJp, "¥‾ｱ"), "\\~\x8E\xB1");
  EXPECT_EQ(encode(kShiftJis, "¥‾"), "\\~");
}

TEST(Encode, Iso2022JpChangesModesAndEndsInAscii) {
  EXPECT_EQ(encode(kIso2022Jp, "a日b"), "a\x1B$BF|\x1B(Bb");
  EXPECT_EQ(encode(kIso2022Jp, "¥a\\"), "\x1B(J\\a\x1B(B\\");
  EXPECT_EQ(encode(kIso2022Jp, "日"), "\x1B$BF|\x1B(B");
  EXPECT_EQ(encode(kIso2022Jp, "ｱﾞ"), "\x1B$B%\"!+\x1B(B");
  EXPECT_EQ(encode(kIso2022Jp, "¥😀"), "\x1B(J\\&#128512;\x1B(B");
  EXPECT_EQ(encode(kIso2022Jp, "日😀"), "\x1B$BF|\x1B(B&#128512;");
}

TEST(Encode, Iso2022JpReplacesControlCharactersThatChangeTheMode) {
  EXPECT_EQ(encode(kIso2022Jp, "\x0E\x0F\x1B"), "&#65533;&#65533;&#65533;");
  EXPECT_EQ(encode(kIso2022Jp, "日\x1B"), "\x1B$BF|\x1B(B&#65533;");
}

TEST(Encode, ResultIsUtf8ForEncodingsWithoutAnEncoder) {
  for (const Encoding encoding : {kUtf8, kUtf16Be, kUtf16Le, kReplacement}) {
    EXPECT_EQ(encode(encoding, "é한"), "é한");
    EXPECT_FALSE(query_encoder(encoding));
  }
}

TEST(Encode, MalformedInputCountsAsReplacementCharacters) {
  EXPECT_EQ(encode(kUtf8, "a\xFF"), "a\uFFFD");
  EXPECT_EQ(encode(kWindows1252, "a\xFF\xE2\x82"), "a&#65533;&#65533;");
}

TEST(QueryEncoder, CallsAreIndependent) {
  const auto encoder = query_encoder(kIso2022Jp);
  ASSERT_TRUE(encoder);
  EXPECT_EQ(encoder("日"), "\x1B$BF|\x1B(B");
  EXPECT_EQ(encoder("a"), "a");
  EXPECT_EQ(query_encoder(kEucKr)("q=한글"), "q=\xC7\xD1\xB1\xDB");
}

}  // namespace
}  // namespace freshet::charset
