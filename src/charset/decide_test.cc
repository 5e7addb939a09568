#include "charset/decide.h"

#include <string>

#include "charset/decode.h"
#include "gtest/gtest.h"

namespace freshet::charset {

static bool operator==(const Decision& a, const Decision& b) {
  return a.encoding == b.encoding && a.evidence == b.evidence && a.bom_length == b.bom_length;
}
static void PrintTo(const Decision& decision, std::ostream* out) {
  *out << name(decision.encoding) << ", " << describe(decision.evidence) << ", "
       << decision.bom_length;
}

namespace {

using enum Encoding;
using namespace std::string_literals;

Decision decided(Encoding encoding, Evidence evidence, size_t bom_length = 0) {
  return {encoding, evidence, bom_length};
}

TEST(Decide, ByteOrderMarkTakesPrecedenceOverTheHeader) {
  EXPECT_EQ(decide("\xEF\xBB\xBF<meta charset=gbk>", kEucKr),
            decided(kUtf8, Evidence::kByteOrderMark, 3));
  EXPECT_EQ(decide("\xFE\xFF\0h"s, kEucKr), decided(kUtf16Be, Evidence::kByteOrderMark, 2));
  EXPECT_EQ(decide("\xFF\xFEh\0"s, std::nullopt), decided(kUtf16Le, Evidence::kByteOrderMark, 2));
}

TEST(Decide, HeaderTakesPrecedenceOverTheDeclaration) {
  EXPECT_EQ(decide("<meta charset=gbk>", kEucKr), decided(kEucKr, Evidence::kTransport));
}

TEST(Decide, DeclarationTakesPrecedenceOverDetection) {
  EXPECT_EQ(decide("<meta charset=gbk>한국어", std::nullopt), decided(kGbk, Evidence::kMeta));
}

TEST(Decide, DeclarationAfterThePrescanIsLate) {
  const std::string far(2 * kPrescanBytes, ' ');
  EXPECT_EQ(decide(far + "<meta charset=gbk>", std::nullopt), decided(kGbk, Evidence::kLateMeta));
  const std::string too_far(kDetectBytes, ' ');
  EXPECT_EQ(decide(too_far + "<meta charset=gbk>", std::nullopt),
            decided(kWindows1252, Evidence::kDefault));
}

TEST(Decide, DeclarationCutByThePrescanIsLate) {
  const std::string near(kPrescanBytes - 5, ' ');
  EXPECT_EQ(decide(near + "<meta charset=gbk>", std::nullopt), decided(kGbk, Evidence::kLateMeta));
}

TEST(Decide, PureAsciiIsTheDefault) {
  EXPECT_EQ(decide("", std::nullopt), decided(kWindows1252, Evidence::kDefault));
  EXPECT_EQ(decide("<p>Hello", std::nullopt), decided(kWindows1252, Evidence::kDefault));
}

TEST(Decide, ValidUtf8IsDetected) {
  EXPECT_EQ(decide("<p>é", std::nullopt), decided(kUtf8, Evidence::kDetected));
}

TEST(Decide, Utf8IsDetectedIfTheWindowCutsACharacter) {
  std::string text;
  while (text.size() < kDetectBytes + 2) text += "한";
  ASSERT_NE(kDetectBytes % 3, 0u);
  EXPECT_EQ(decide(text, std::nullopt), decided(kUtf8, Evidence::kDetected));
  EXPECT_EQ(decide(text.substr(0, 100), std::nullopt), decided(kUtf8, Evidence::kDetected));
}

TEST(Decide, SingleLeadByteAtTheEndIsNotUtf8) {
  EXPECT_NE(decide("caf\xC3", std::nullopt).encoding, kUtf8);
}

TEST(Decide, Utf8WithLittleDamageIsDetected) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "한국어 ";
  EXPECT_EQ(decide(text + "\xED\x95 " + text, std::nullopt), decided(kUtf8, Evidence::kDetected));
  EXPECT_NE(decide("caf\xE9 \xC3\xA9", std::nullopt).encoding, kUtf8);
}

TEST(Decide, LegacyTextIsDetected) {
  const std::string korean = encode(
      kEucKr,
      "나라의 말이 중국과 달라 한자와는 서로 통하지 아니하므로 어리석은 백성이 이르고자 할 바가 "
      "있어도 마침내 제 뜻을 펴지 못하는 사람이 많다");
  EXPECT_EQ(decide(korean, std::nullopt), decided(kEucKr, Evidence::kDetected));
  const std::string japanese =
      encode(kShiftJis, "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。");
  EXPECT_EQ(decide(japanese, std::nullopt), decided(kShiftJis, Evidence::kDetected));
  const std::string russian =
      encode(kWindows1251, "Все счастливые семьи похожи друг на друга, каждая несчастливая семья");
  EXPECT_EQ(decide(russian, std::nullopt), decided(kWindows1251, Evidence::kDetected));
}

TEST(Decide, FewAccentsAreWesternEuropean) {
  for (const std::string_view word : {"caf\xE9", "na\xEFve",
                                      "Espa\xF1"
                                      "a ma\xF1"
                                      "ana",
                                      "\xA9 2020"}) {
    EXPECT_EQ(decide(word, std::nullopt).encoding, kWindows1252) << word;
  }
}

TEST(Decide, Iso2022JpIsDetectedByItsEscapeSequences) {
  EXPECT_EQ(decide("Subject: \x1B$BF|K\\\x1B(B", std::nullopt),
            decided(kIso2022Jp, Evidence::kDetected));
  EXPECT_EQ(decide("\x1B[31mred\x1B[0m", std::nullopt).encoding, kWindows1252);
  EXPECT_EQ(decide("\x1B$B\x1B(B<script>", std::nullopt).encoding, kWindows1252);
}

TEST(Decide, Utf16IsNeverDetectedWithoutADeclaration) {
  EXPECT_EQ(decide("h\0i\0"s, std::nullopt).encoding, kWindows1252);
  EXPECT_EQ(decide("\xFF\0\xFE\0\0\0"s, std::nullopt).encoding, kWindows1252);
}

TEST(Decide, XmlDeclarationCountsOnlyIfThereAreNonAsciiBytes) {
  const std::string declaration = "<?xml version='1.0' encoding='euc-kr'?>";
  EXPECT_EQ(decide(declaration + "\xC7\xD1", std::nullopt), decided(kEucKr, Evidence::kXml));
  EXPECT_EQ(decide(declaration + "ascii", std::nullopt), decided(kWindows1252, Evidence::kDefault));
  EXPECT_EQ(decide(declaration + "<meta charset=gbk>\xC7\xD1", std::nullopt),
            decided(kGbk, Evidence::kMeta));
  EXPECT_EQ(decide(" " + declaration + "\xC7\xD1", std::nullopt).evidence, Evidence::kDefault);
}

TEST(DecideXml, EvidenceHasItsOrderOfPrecedence) {
  EXPECT_EQ(decide_xml("\xEF\xBB\xBF<?xml encoding='gbk'?>", kEucKr),
            decided(kUtf8, Evidence::kByteOrderMark, 3));
  EXPECT_EQ(decide_xml("<?xml encoding='gbk'?>", kEucKr), decided(kEucKr, Evidence::kTransport));
  EXPECT_EQ(decide_xml("<?xml encoding='gbk'?>é", std::nullopt), decided(kGbk, Evidence::kMeta));
  EXPECT_EQ(decide_xml("<\0?\0x\0"s, std::nullopt), decided(kUtf16Le, Evidence::kDetected));
}

TEST(DecideXml, DefaultIsUtf8UnlessTheBytesAreNotUtf8) {
  EXPECT_EQ(decide_xml("<rss/>", std::nullopt), decided(kUtf8, Evidence::kDefault));
  EXPECT_EQ(decide_xml("<rss>é</rss>", std::nullopt), decided(kUtf8, Evidence::kDetected));
  EXPECT_EQ(decide_xml("<rss>\xE9</rss>", std::nullopt),
            decided(kWindows1252, Evidence::kDetected));
  EXPECT_EQ(decide_xml("<meta charset=gbk>", std::nullopt), decided(kUtf8, Evidence::kDefault));
}

TEST(Evidence, EveryKindHasADescription) {
  for (int i = 0; i <= static_cast<int>(Evidence::kDefault); ++i) {
    EXPECT_FALSE(describe(static_cast<Evidence>(i)).empty());
  }
}

}  // namespace
}  // namespace freshet::charset
