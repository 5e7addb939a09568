#include "catalog/text_vector.h"

#include <gtest/gtest.h>

namespace freshet::catalog {
namespace {

TEST(TextVector, EachTermHasItsPlacesAndWeights) {
  const Words words{.title = " b", .description = " a", .body = " b a b", .address = " c"};
  const std::string expected(
      "\0\0\0\3"
      "a\0\0\2\x80\3\0\x8"
      "b\0\0\3\xC0\1\0\7\0\x9"
      "c\0\0\1\x40\5",
      4 + 8 + 10 + 6);
  EXPECT_EQ(text_vector(words), expected);
}

TEST(TextVector, OfNothingIsEmpty) {
  EXPECT_EQ(text_vector({}), std::string(4, '\0'));
}

TEST(TextVector, StaysInsideTheLimits) {
  Words words;
  words.body = " " + std::string(2'047, 'x');  // too long for a term
  for (int i = 0; i < 20'000; ++i) words.body += " y";
  const std::string vector = text_vector(words);
  EXPECT_EQ(vector.substr(0, 4), std::string("\0\0\0\1", 4));
  EXPECT_EQ(vector.size(), 4U + 2 + 2 + 255 * 2);
  Words many;
  for (int i = 0; i < 20'000; ++i) many.body += " " + std::string(100, 'z') + std::to_string(i);
  EXPECT_LT(text_vector(many).size(), 1'050'000U);
}

}  // namespace
}  // namespace freshet::catalog
