#include "text/ascii.h"

#include <cctype>
#include <string>

#include "gtest/gtest.h"

namespace freshet::text {
namespace {

TEST(Ascii, ClassesAndCaseMatchTheCLocaleAndNoHighByteBelongsToAClass) {
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    const bool ascii = byte < 0x80;
    EXPECT_EQ(is_space(c), ascii && std::isspace(byte) != 0 && byte != '\v') << byte;
    EXPECT_EQ(is_digit(c), ascii && std::isdigit(byte) != 0) << byte;
    EXPECT_EQ(is_alpha(c), ascii && std::isalpha(byte) != 0) << byte;
    EXPECT_EQ(is_alnum(c), ascii && std::isalnum(byte) != 0) << byte;
    EXPECT_EQ(hex_digit(c) >= 0, ascii && std::isxdigit(byte) != 0) << byte;
    EXPECT_EQ(to_lower(c), ascii ? static_cast<char>(std::tolower(byte)) : c) << byte;
  }
}

TEST(Ascii, HexDigitsOfEitherCaseHaveTheirValue) {
  const std::string_view lower = "0123456789abcdef";
  const std::string_view upper = "0123456789ABCDEF";
  for (int value = 0; value < 16; ++value) {
    EXPECT_EQ(hex_digit(lower[static_cast<size_t>(value)]), value);
    EXPECT_EQ(hex_digit(upper[static_cast<size_t>(value)]), value);
  }
}

TEST(Ascii, LowerCaseLeavesUtf8AsItIs) {
  EXPECT_EQ(lower_case("ÀBC-Éz[@"), "Àbc-Éz[@");
}

constexpr bool is_dash(char c) {
  return c == '-';
}

TEST(Ascii, TrimRemovesWhiteSpaceFromTheEndsOnly) {
  EXPECT_EQ(trim(" \t\r\n\fa b\f "), "a b");
  EXPECT_EQ(trim("\va\v"), "\va\v");
  EXPECT_EQ(trim(" \n"), "");
  EXPECT_EQ(trim(""), "");
  EXPECT_EQ(trim_start(" a "), "a ");
  EXPECT_EQ(trim_end(" a "), " a");
}

TEST(Ascii, TrimRemovesWhatTheGivenFunctionCallsSpace) {
  EXPECT_EQ(trim<is_dash>("-- a-b --"), " a-b ");
  EXPECT_EQ(trim_start<is_dash>("-a-"), "a-");
  EXPECT_EQ(trim_end<is_dash>("-a-"), "-a");
}

TEST(Ascii, CaseIsIgnoredOnBothSides) {
  EXPECT_TRUE(equals_ignoring_case("Content-TYPE", "cONTENT-type"));
  EXPECT_TRUE(equals_ignoring_case("", ""));
  EXPECT_FALSE(equals_ignoring_case("content", "content-type"));
  EXPECT_FALSE(equals_ignoring_case("content-type", "content"));
  EXPECT_TRUE(starts_with_ignoring_case("DocType html", "dOCTYPE"));
  EXPECT_TRUE(starts_with_ignoring_case("a", ""));
  EXPECT_FALSE(starts_with_ignoring_case("doc", "doctype"));
}

TEST(Ascii, CharactersAreTheSameIgnoringCaseIfTheirLowerCaseIsEqual) {
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const char a = static_cast<char>(first);
      const char b = static_cast<char>(second);
      EXPECT_EQ(is_same_ignoring_case(a, b), to_lower(a) == to_lower(b)) << first << ' ' << second;
    }
  }
}

}  // namespace
}  // namespace freshet::text
