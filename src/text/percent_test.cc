#include "text/percent.h"

#include "gtest/gtest.h"

namespace freshet::text {
namespace {

TEST(Percent, AnEscapeIsThreeBytesWithTwoHexDigits) {
  EXPECT_EQ(escaped_byte("%41", 0), 'A');
  EXPECT_EQ(escaped_byte("a%fFb", 1), 0xFF);
  EXPECT_EQ(escaped_byte("%00", 0), 0);
  for (const std::string_view none : {"", "%", "%4", "%4g", "%g4", "x41", "%%41"}) {
    EXPECT_EQ(escaped_byte(none, 0), -1) << none;
  }
  EXPECT_EQ(escaped_byte("%41", 1), -1);
  EXPECT_EQ(escaped_byte("%41", 3), -1);
}

TEST(Percent, UnreservedCharactersAreLettersDigitsAndFourOthers) {
  int count = 0;
  for (int byte = 0; byte < 256; ++byte) count += is_unreserved(static_cast<char>(byte)) ? 1 : 0;
  EXPECT_EQ(count, 26 + 26 + 10 + 4);
  for (const char c : std::string_view("azAZ09-._~")) EXPECT_TRUE(is_unreserved(c)) << c;
}

}  // namespace
}  // namespace freshet::text
