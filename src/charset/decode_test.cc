#include "charset/decode.h"

#include "gtest/gtest.h"

// The test suite of the standard runs in tests/conformance. These tests are for details that are
// easy to get wrong.

namespace freshet::charset {
namespace {

using enum Encoding;
using namespace std::string_literals;

TEST(Decode, Utf8HasOneReplacementPerMaximalSubpart) {
  EXPECT_EQ(decode(kUtf8,
                   "a\xF1\x80\x80\xE1\x80\xC2"
                   "b\x80"
                   "c\x80\xBF"
                   "d"),
            "a\uFFFD\uFFFD\uFFFD"
            "b\uFFFD"
            "c\uFFFD\uFFFD"
            "d");
  EXPECT_EQ(decode(kUtf8, "\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(decode(kUtf8, "cut \xF0\x9F\x98"), "cut \uFFFD");
}

TEST(Decode, ByteOrderMarkOfTheWholeInputIsRemovedOnce) {
  EXPECT_EQ(decode(kUtf8, "\xEF\xBB\xBF\xEF\xBB\xBFx"), "\uFEFFx");
  EXPECT_EQ(decode(kUtf16Le, "\xFF\xFEh\0i\0"s), "hi");
  EXPECT_EQ(decode(kUtf16Be, "\xFE\xFF\0h\0i"s), "hi");
  EXPECT_EQ(decode(kWindows1252, "\xEF\xBB\xBFx"), "ï»¿x");
}

TEST(Decode, DecoderKeepsTheByteOrderMark) {
  std::string out;
  Decoder(kUtf8).decode("\xEF\xBB\xBFx", true, out);
  EXPECT_EQ(out, "\uFEFFx");
}

TEST(Decode, Utf16CombinesSurrogatePairsAndReplacesLoneSurrogates) {
  EXPECT_EQ(decode(kUtf16Le, "\x3D\xD8\x00\xDE"s), "😀");
  EXPECT_EQ(decode(kUtf16Be, "\xD8\x3D\xDE\x00"s), "😀");
  EXPECT_EQ(decode(kUtf16Le, "\x3D\xD8\x61\x00\x00\xDE"s),
            "\uFFFD"
            "a\uFFFD");
  EXPECT_EQ(decode(kUtf16Le, "\x3D\xD8\x3D\xD8\x00\xDE"s), "\uFFFD😀");
  EXPECT_EQ(decode(kUtf16Le, "\x3D\xD8\x61"s), "\uFFFD");  // a surrogate and half a unit: one error
}

TEST(Decode, EucKrContainsAllHangulSyllables) {
  EXPECT_EQ(decode(kEucKr, "\xC7\xD1\xB1\xB9\xBE\xEE"), "한국어");
  EXPECT_EQ(decode(kEucKr, "\x8C\x63"), "똠");      // not in KS X 1001
  EXPECT_EQ(decode(kEucKr, "\xC9\xA1"), "\uFFFD");  // the area for user-defined characters
}

TEST(Decode, AsciiAfterAnIncompletePairIsKept) {
  EXPECT_EQ(decode(kEucKr, "\xC7<b>"), "\uFFFD<b>");
  EXPECT_EQ(decode(kShiftJis, "\x81<b>"), "\uFFFD<b>");
  EXPECT_EQ(decode(kBig5, "\xA4<b>"), "\uFFFD<b>");
  EXPECT_EQ(decode(kEucJp, "\xA4<b>"), "\uFFFD<b>");
  EXPECT_EQ(decode(kEucJp, "\x8F\xA4<b>"), "\uFFFD<b>");
  EXPECT_EQ(decode(kGbk, "\x81<b>"), "\uFFFD<b>");
}

TEST(Decode, ShiftJisContainsKatakanaAndUserDefinedCharacters) {
  EXPECT_EQ(decode(kShiftJis, "\x93\xFA\x96\x7B\x8C\xEA"), "日本語");
  EXPECT_EQ(decode(kShiftJis, "\xB1\xB2\x80"), "ｱｲ\u0080");
  EXPECT_EQ(decode(kShiftJis, "\xF0\x40\xF9\xFC"), "\uE000\uE757");
  EXPECT_EQ(decode(kShiftJis, "\xA0\xFD"), "\uFFFD\uFFFD");
}

TEST(Decode, EucJpDecodesJisX0212AfterByte8F) {
  EXPECT_EQ(decode(kEucJp, "\x8F\xB0\xA1\x8E\xB1\xC6\xFC"), "丂ｱ日");
  EXPECT_EQ(decode(kEucJp, "\x8F\xF3\xF3"), "\uFFFD");  // IBM's addition, not in the standard
  EXPECT_EQ(decode(kEucJp, "\x8E\xE0"), "\uFFFD");
}

TEST(Decode, Iso2022JpFollowsItsModes) {
  EXPECT_EQ(decode(kIso2022Jp, "a\x1B$BF|K\\\x1B(Bb"), "a日本b");
  EXPECT_EQ(decode(kIso2022Jp, "\x1B(J\\~\x1B(B\\~"), "¥‾\\~");
  EXPECT_EQ(decode(kIso2022Jp, "\x1B(I12\x1B(B1"), "ｱｲ1");
  EXPECT_EQ(decode(kIso2022Jp, "\x0E\x0F\x80"), "\uFFFD\uFFFD\uFFFD");
}

TEST(Decode, Iso2022JpKeepsTheBytesOfAnInvalidEscapeSequence) {
  EXPECT_EQ(decode(kIso2022Jp, "\x1B(Xy"), "\uFFFD(Xy");
  EXPECT_EQ(decode(kIso2022Jp, "\x1B"), "\uFFFD");
  EXPECT_EQ(decode(kIso2022Jp, "\x1B$"), "\uFFFD$");
  // In two-byte mode the '$' that is processed again begins a pair.
  EXPECT_EQ(decode(kIso2022Jp, "\x1B$B\x1B$\""), "\uFFFDあ");
}

TEST(Decode, Iso2022JpConsecutiveEscapeSequencesAreMalformed) {
  EXPECT_EQ(decode(kIso2022Jp, "\x1B$B\x1B(B<script>"), "\uFFFD<script>");
}

TEST(Decode, Gb18030HasSequencesOfOneTwoAndFourBytes) {
  EXPECT_EQ(decode(kGb18030, "\x80\xC4\xE3\x81\x30\x81\x30\x94\x39\xFC\x36"), "€你\u0080😀");
  EXPECT_EQ(decode(kGb18030, "\x81\x35\xF4\x37\xA8\xBC"), "\uE7C7ḿ");
  EXPECT_EQ(decode(kGb18030, "\xA6\xD9\xFE\x59\xA3\xA0"), "︐龴\u3000");  // the edition of 2022
  EXPECT_EQ(decode(kGb18030, "\xE3\x32\x9A\x35\xE3\x32\x9A\x36"), "\U0010FFFF\uFFFD");
  EXPECT_EQ(decode(kGb18030, "\x84\x31\xA4\x39\x84\x31\xA5\x30"), "\uFFFF\uFFFD");
}

TEST(Decode, Gb18030ProcessesBytesOfAnInvalidFourByteSequenceAgain) {
  EXPECT_EQ(decode(kGb18030, "\x81\x30x"),
            "\uFFFD"
            "0x");
  // The third byte begins the next character.
  EXPECT_EQ(decode(kGb18030, "\x81\x30\xC4\xE3"),
            "\uFFFD"
            "0你");
  EXPECT_EQ(decode(kGb18030, "\x81\x30\xC4<"),
            "\uFFFD"
            "0\uFFFD<");
  EXPECT_EQ(decode(kGb18030, "\x81\x30\xC4"), "\uFFFD");
}

TEST(Decode, Big5HasFourPairsOfTwoCodePoints) {
  EXPECT_EQ(decode(kBig5, "\x88\x62\x88\x64\x88\xA3\x88\xA5"), "Ê̄Ê̌ê̄ê̌");
  EXPECT_EQ(decode(kBig5, "\x87\x40\xA4\xA4\xF9\xFE"), "\u43F0中￭");
  EXPECT_EQ(decode(kBig5, "\x87\x45"), "\U00027267");
}

TEST(Decode, SingleBytesWithoutACharacterAreMalformed) {
  EXPECT_EQ(decode(kWindows1252, "\x80\x81\x8D\xFF"), "€\u0081\u008Dÿ");
  EXPECT_EQ(decode(kWindows1253, "\xAA\xD2"), "\uFFFD\uFFFD");
  EXPECT_EQ(decode(kIso8859_16, "\xA5\xFE"), "„ț");
  EXPECT_EQ(decode(kKoi8U, "\xAE\xBE"), "ўЎ");
}

TEST(Decode, UserDefinedBytesAreMappedToPrivateUse) {
  EXPECT_EQ(decode(kXUserDefined, "a\x80\xFF"), "a\uF780\uF7FF");
}

TEST(Decode, ReplacementIsOneCharacterForAnyInput) {
  EXPECT_EQ(decode(kReplacement, "\x1B$)C anything"), "\uFFFD");
  EXPECT_EQ(decode(kReplacement, ""), "");
}

TEST(Decoder, CountsMalformedSequences) {
  std::string out;
  Decoder decoder(kEucKr);
  decoder.decode("\xC7", false, out);
  EXPECT_EQ(decoder.malformed(), 0u);
  decoder.decode("<\xFF\xC7", true, out);
  EXPECT_EQ(out, "\uFFFD<\uFFFD\uFFFD");
  EXPECT_EQ(decoder.malformed(), 3u);
}

TEST(Decoder, IsInItsInitialStateAfterTheLastPiece) {
  std::string out;
  Decoder decoder(kIso2022Jp);
  decoder.decode("\x1B$BF", true, out);
  decoder.decode("F|", true, out);
  EXPECT_EQ(out, "\uFFFDF|");
}

}  // namespace
}  // namespace freshet::charset
