#include "charset/encoding.h"

#include <set>
#include <string>

#include "gtest/gtest.h"

namespace freshet::charset {
namespace {

TEST(Encoding, EveryNameIsALabelOfItsEncoding) {
  std::set<std::string_view> names;
  for (int i = 0; i < kEncodingCount; ++i) {
    const auto encoding = static_cast<Encoding>(i);
    EXPECT_EQ(encoding_for_label(name(encoding)), encoding) << name(encoding);
    names.insert(name(encoding));
  }
  EXPECT_EQ(names.size(), 40u);
}

TEST(Encoding, LabelsIgnoreCaseAndWhiteSpaceAround) {
  EXPECT_EQ(encoding_for_label(" \t\n\f\rEuC-kR \r\n"), Encoding::kEucKr);
  EXPECT_EQ(encoding_for_label("UTF8"), Encoding::kUtf8);
}

TEST(Encoding, OnlyAsciiCaseAndHtmlWhiteSpaceAreIgnored) {
  EXPECT_EQ(encoding_for_label("\vutf-8"), std::nullopt);
  EXPECT_EQ(encoding_for_label("utf-8\xC2\xA0"), std::nullopt);
  EXPECT_EQ(encoding_for_label("utf -8"), std::nullopt);
  EXPECT_EQ(encoding_for_label(std::string_view("utf-8\0", 6)), std::nullopt);
  EXPECT_EQ(encoding_for_label("\xE2\x84\xAAoi8-r"), std::nullopt);  // the Kelvin sign is not a k
}

TEST(Encoding, LegacyNamesAreLabelsOfTheEncodingsThatTheWebUses) {
  EXPECT_EQ(encoding_for_label("iso-8859-1"), Encoding::kWindows1252);
  EXPECT_EQ(encoding_for_label("us-ascii"), Encoding::kWindows1252);
  EXPECT_EQ(encoding_for_label("latin5"), Encoding::kWindows1254);
  EXPECT_EQ(encoding_for_label("ks_c_5601-1987"), Encoding::kEucKr);
  EXPECT_EQ(encoding_for_label("gb2312"), Encoding::kGbk);
  EXPECT_EQ(encoding_for_label("x-sjis"), Encoding::kShiftJis);
  EXPECT_EQ(encoding_for_label("utf-16"), Encoding::kUtf16Le);
  EXPECT_EQ(encoding_for_label("iso-2022-kr"), Encoding::kReplacement);
  EXPECT_EQ(encoding_for_label("csisolatinhebrew"), Encoding::kIso8859_8);
  EXPECT_EQ(encoding_for_label("logical"), Encoding::kIso8859_8I);
}

TEST(Encoding, UnknownAndEmptyLabelsHaveNoEncoding) {
  EXPECT_EQ(encoding_for_label(""), std::nullopt);
  EXPECT_EQ(encoding_for_label(" \n"), std::nullopt);
  EXPECT_EQ(encoding_for_label("utf-7"), std::nullopt);
  EXPECT_EQ(encoding_for_label("utf-32"), std::nullopt);
  EXPECT_EQ(encoding_for_label(std::string(100'000, 'a')), std::nullopt);
}

}  // namespace
}  // namespace freshet::charset
