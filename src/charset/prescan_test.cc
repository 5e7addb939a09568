#include "charset/prescan.h"

#include <string>

#include "charset/decide.h"
#include "gtest/gtest.h"

namespace freshet::charset {
namespace {

using enum Encoding;
using namespace std::string_literals;

TEST(Prescan, MetaCharsetDeclaresTheEncoding) {
  EXPECT_EQ(prescan_meta("<meta charset=euc-kr>"), kEucKr);
  EXPECT_EQ(prescan_meta("<META/CHARSET='EUC-KR'/>"), kEucKr);
  EXPECT_EQ(prescan_meta("<p>text<meta\n charset = \"euc-kr\" >"), kEucKr);
}

TEST(Prescan, ContentDeclaresOnlyWithHttpEquiv) {
  EXPECT_EQ(prescan_meta("<meta http-equiv=content-type content='text/html; charset=big5'>"),
            kBig5);
  EXPECT_EQ(prescan_meta("<meta content='text/html; charset=big5' http-equiv=Content-Type>"),
            kBig5);
  EXPECT_EQ(prescan_meta("<meta content='text/html; charset=big5'>"), std::nullopt);
  EXPECT_EQ(prescan_meta("<meta http-equiv=refresh content='0; charset=big5'>"), std::nullopt);
}

TEST(Prescan, CharsetAttributeTakesPrecedenceOverContentInAnyOrder) {
  EXPECT_EQ(prescan_meta("<meta charset=gbk http-equiv=content-type content='charset=big5'>"),
            kGbk);
  EXPECT_EQ(prescan_meta("<meta http-equiv=content-type content='charset=big5' charset=gbk>"),
            kGbk);
  EXPECT_EQ(prescan_meta("<meta charset=what http-equiv=content-type content='charset=big5'>"),
            std::nullopt);
}

TEST(Prescan, FirstOfRepeatedAttributesCounts) {
  EXPECT_EQ(prescan_meta("<meta charset=gbk charset=big5>"), kGbk);
  EXPECT_EQ(prescan_meta("<meta http-equiv=x http-equiv=content-type content='charset=big5'>"),
            std::nullopt);
}

TEST(Prescan, ContinuesAfterAnUnknownCharset) {
  EXPECT_EQ(prescan_meta("<meta charset=what><meta charset=gbk>"), kGbk);
}

TEST(Prescan, DeclaredUtf16MeansUtf8AndUserDefinedMeansWindows1252) {
  EXPECT_EQ(prescan_meta("<meta charset=utf-16be>"), kUtf8);
  EXPECT_EQ(prescan_meta("<meta charset=x-user-defined>"), kWindows1252);
}

TEST(Prescan, CommentsAndOtherMarkupAreSkipped) {
  EXPECT_EQ(prescan_meta("<!-- <meta charset=gbk> --><meta charset=big5>"), kBig5);
  EXPECT_EQ(prescan_meta("<!--><meta charset=big5>"), kBig5);
  EXPECT_EQ(prescan_meta("<!---><meta charset=big5>"), kBig5);
  EXPECT_EQ(prescan_meta("<!doctype <meta charset=gbk><meta charset=big5>"), kBig5);
  EXPECT_EQ(prescan_meta("<?php <meta charset=gbk> ?><meta charset=big5>"), kBig5);
  EXPECT_EQ(prescan_meta("<a title='<meta charset=gbk>'><meta charset=big5>"), kBig5);
  EXPECT_EQ(prescan_meta("</a <meta charset=gbk><meta charset=big5>"), kBig5);
  EXPECT_EQ(prescan_meta("a < b <meta charset=big5>"), kBig5);
}

TEST(Prescan, EqualsSignMayBeginANameOfAnAttribute) {
  EXPECT_EQ(prescan_meta("<meta =charset=gbk>"), std::nullopt);
  EXPECT_EQ(prescan_meta("<meta = charset=gbk>"), kGbk);
}

TEST(Prescan, UnfinishedMarkupDeclaresNothing) {
  for (const std::string_view whole : {"<meta charset='gbk' >", "<meta charset=gbk\n>",
                                       "<meta content='charset=gbk' http-equiv=content-type>"}) {
    EXPECT_EQ(prescan_meta(whole), kGbk);
    for (size_t length = 0; length < whole.size(); ++length) {
      EXPECT_EQ(prescan_meta(whole.substr(0, length)), std::nullopt) << whole.substr(0, length);
    }
  }
}

TEST(Prescan, LongInvalidInputTakesLinearTime) {
  std::string bytes;
  for (int i = 0; i < 200'000; ++i) bytes += "<a ='";
  EXPECT_EQ(prescan_meta(bytes), std::nullopt);
  bytes = "<meta content='";
  for (int i = 0; i < 200'000; ++i) bytes += "charset ";
  EXPECT_EQ(prescan_meta(bytes + "'>"), std::nullopt);
}

TEST(EncodingInContent, IsTheLabelAfterCharset) {
  EXPECT_EQ(encoding_in_content("text/html; charset=gbk; x"), kGbk);
  EXPECT_EQ(encoding_in_content("charset gbk; CHARSET = 'big5'x"), kBig5);
  EXPECT_EQ(encoding_in_content("charset=\"gbk\""), kGbk);
  EXPECT_EQ(encoding_in_content("charset=\"gbk"), std::nullopt);
  EXPECT_EQ(encoding_in_content("charset=gbk'"), std::nullopt);
  EXPECT_EQ(encoding_in_content("charset="), std::nullopt);
  EXPECT_EQ(encoding_in_content("charset"), std::nullopt);
  EXPECT_EQ(encoding_in_content("charsetcharset=gbk"), kGbk);
}

TEST(XmlDeclaration, IsParsedAsTheHtmlStandardSays) {
  EXPECT_EQ(xml_declared_encoding("<?xml encoding \t=\n\"gbk\"?>"), kGbk);
  EXPECT_EQ(xml_declared_encoding("<?xml encoding='utf-16'?>"), kUtf8);
  EXPECT_EQ(xml_declared_encoding("<?xml encoding=gbk?>"), std::nullopt);
  EXPECT_EQ(xml_declared_encoding("<?xml encoding=' gbk'?>"), std::nullopt);
  EXPECT_EQ(xml_declared_encoding("<?xml encoding='gbk\"?>"), std::nullopt);
  EXPECT_EQ(xml_declared_encoding("<?xml encoding='gbk'"), std::nullopt);
  EXPECT_EQ(xml_declared_encoding("<?xml?> encoding='gbk'>"), std::nullopt);
  EXPECT_EQ(xml_declared_encoding("<?XML encoding='gbk'?>"), std::nullopt);
}

TEST(XmlDeclaration, InUtf16IsRecognisedByItsFirstBytes) {
  EXPECT_EQ(prescan_meta("<\0?\0x\0m\0"s), kUtf16Le);
  EXPECT_EQ(prescan_meta("\0<\0?\0x\0m"s), kUtf16Be);
  EXPECT_EQ(prescan_meta("<\0?\0"s), std::nullopt);
}

}  // namespace
}  // namespace freshet::charset
