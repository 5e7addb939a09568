#include "extract/json_ld_text.h"

#include "gtest/gtest.h"

namespace freshet::extract {
namespace {

TEST(JsonLdText, WrappersAreRemoved) {
  EXPECT_EQ(json_ld_text("\xEF\xBB\xBF\n {} "), "{}");
  EXPECT_EQ(json_ld_text("<!-- {} -->"), "{}");
  EXPECT_EQ(json_ld_text("<!--\n{}\n//-->"), "{}");
  EXPECT_EQ(json_ld_text("//<![CDATA[\n{}\n//]]>"), "{}");
  EXPECT_EQ(json_ld_text("/* <![CDATA[ */ {} /* ]]> */"), "{}");
  EXPECT_EQ(json_ld_text(R"({"a":"<!-- x -->"})"), R"({"a":"<!-- x -->"})");
}

TEST(JsonLdText, ControlCharactersInStringsAreEscaped) {
  EXPECT_EQ(json_ld_text("{\"a\":\n\"x\ny\tz\"}"), "{\"a\":\n\"x\\u000ay\\u0009z\"}");
  EXPECT_EQ(json_ld_text("\"x\\\ny\""), "\"x\\u000ay\"");
  EXPECT_EQ(json_ld_text(R"("a\"b\\")"), R"("a\"b\\")");
}

TEST(JsonLdText, NumbersStayAsTheyAreWritten) {
  EXPECT_EQ(json_ld_text("[12.50, -1e3,true,0]"), R"(["12.50", "-1e3",true,"0"])");
  EXPECT_EQ(json_ld_text(R"({"a1":"2"})"), R"({"a1":"2"})");
}

TEST(JsonLdText, TextThatEndsInAStringIsReadToItsEnd) {
  EXPECT_EQ(json_ld_text("\"abc"), "\"abc");
  EXPECT_EQ(json_ld_text("\"abc\\"), "\"abc\\");
  EXPECT_EQ(json_ld_text("<!--"), "");
  EXPECT_EQ(json_ld_text(""), "");
}

}  // namespace
}  // namespace freshet::extract
