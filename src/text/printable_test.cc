#include "text/printable.h"

#include "gtest/gtest.h"
#include "text/utf8.h"

namespace freshet::text {
namespace {

TEST(Printable, OrdinaryTextOfAnyScriptIsUnchanged) {
  for (const std::string_view text :
       {"", "https://example.org/a?b=c#d", "Grüße, ваша почта", "東京都 서울", "שלום العربية",
        "می\u200Cخواهم", "👩\u200D👩\u200D👧", "1\uFE0F\u20E3", "葛\U000E0100", "C:\\new"}) {
    EXPECT_EQ(printable(text), text);
  }
}

TEST(Printable, ControlCharactersAreEscaped) {
  EXPECT_EQ(printable("a\x1b[2Jb"), "a\\x1b[2Jb");
  EXPECT_EQ(printable("\a\x7f"), "\\x07\\x7f");
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("\u009b31m"), "\\u{9b}31m");
  EXPECT_EQ(printable("a\r\n\tb"), "a\\r\\n\\tb");
}

TEST(Printable, BidirectionalControlsAreEscaped) {
  EXPECT_EQ(printable("abc\u202Egpj.exe"), "abc\\u{202e}gpj.exe");
  for (const char32_t code : {0x61C, 0x200E, 0x200F, 0x202A, 0x202E, 0x2066, 0x2069}) {
    std::string text;
    append_utf8(text, code);
    EXPECT_TRUE(is_control(code));
    EXPECT_TRUE(printable(text).starts_with("\\u{")) << std::hex << static_cast<uint32_t>(code);
  }
}

TEST(Printable, LineSeparatorsAndInvisibleCharactersAreEscaped) {
  EXPECT_EQ(printable("a\u2028b\u2029c\u0085"), "a\\u{2028}b\\u{2029}c\\u{85}");
  EXPECT_EQ(printable("a\uFEFFb\u2060c"), "a\\u{feff}b\\u{2060}c");
  EXPECT_EQ(printable("a\U000E0041"), "a\\u{e0041}");
}

TEST(Printable, JoinersAreEscapedAfterAscii) {
  EXPECT_EQ(printable("pay\u200Bpal"), "pay\\u{200b}pal");
  EXPECT_EQ(printable("a\u200D\U000E0101"), "a\\u{200d}\\u{e0101}");
  EXPECT_EQ(printable("ไทย\u200Bไทย"), "ไทย\u200Bไทย");
}

TEST(Printable, BytesThatAreNotUtf8AreEscaped) {
  EXPECT_EQ(printable("a\xff\xc2"), "a\\xff\\xc2");
  EXPECT_EQ(printable("\x9b\x33"), "\\x9b3");
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // a surrogate
}

TEST(Printable, EscapingAgainChangesNothing) {
  const std::string once = printable("a\x1b\n\u202E\xff\u200Bz");
  EXPECT_EQ(printable(once), once);
}

TEST(Printable, PrintableLinesKeepsLineFeeds) {
  EXPECT_EQ(printable_lines("a\n\tb\r\n\x1b"), "a\n b\\r\n\\x1b");
}

}  // namespace
}  // namespace freshet::text
