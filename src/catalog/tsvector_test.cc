#include "catalog/tsvector.h"

#include <gtest/gtest.h>

#include <vector>

namespace freshet::catalog {
namespace {

TEST(Tsvector, EachTermHasItsPositionsAndWeights) {
  const Words words{.title = " b", .description = " a", .body = " b a b", .address = " c"};
  const std::string expected(
      "\0\0\0\3"
      "a\0\0\2\x80\3\x40\x9"
      "b\0\0\3\xC0\1\x40\x8\x40\xA"
      "c\0\0\1\x80\5",
      4 + 8 + 10 + 6);
  EXPECT_EQ(tsvector_of(words), expected);
}

// The server does not sort the terms of a binary tsvector, and would not find one that is out of
// order.
TEST(Tsvector, TermsAreSortedByTheirBytes) {
  const std::vector<std::string> sorted = {"abcdefg",    "abcdefgh",  "abcdefgha",
                                           "abcdefghab", "abcdefghb", "b",
                                           "zz",         "\xC3\xA9",  "\xED\x95\x9C"};
  Words words;
  for (int round = 0; round < 2; ++round) {
    for (const size_t i : {4, 8, 1, 6, 3, 0, 7, 2, 5}) words.body += " " + sorted[i];
  }
  const std::string vector = tsvector_of(words);
  size_t at = 4;
  for (const std::string& term : sorted) {
    ASSERT_EQ(vector.substr(at, term.size() + 3), term + std::string("\0\0\2", 3));
    at += term.size() + 3 + 4;
    const auto position = [&](size_t end) { return static_cast<uint8_t>(vector[end - 1]); };
    EXPECT_EQ(position(at), position(at - 2) + 9) << term;
  }
  EXPECT_EQ(at, vector.size());
}

TEST(Tsvector, StemsShareThePositionOfTheirWordAndBoilerplateHasTheLeastWeight) {
  const Words words{.body =
                        " keys\x1F\xEE\x80\x81"
                        "key a",
                    .boilerplate = " b"};
  const std::string expected(
      "\0\0\0\4"
      "a\0\0\1\x40\6"
      "b\0\0\1\0\x8"
      "keys\0\0\1\x40\5"
      "\xEE\x80\x81key\0\0\1\x40\5",
      4 + 6 + 6 + 9 + 11);
  EXPECT_EQ(tsvector_of(words), expected);
}

TEST(Tsvector, WordsAfterTheLastPositionAreKept) {
  Words words;
  for (int i = 0; i < 20'000; ++i) words.body += " y";
  words.body += " z z";
  const std::string vector = tsvector_of(words);
  EXPECT_EQ(vector.substr(0, 4), std::string("\0\0\0\2", 4));
  EXPECT_TRUE(vector.ends_with(std::string("z\0\0\1\x7F\xFF", 6)));
}

TEST(Tsvector, NoWordsGiveAnEmptyVector) {
  EXPECT_EQ(tsvector_of({}), std::string(4, '\0'));
}

TEST(Tsvector, StaysWithinTheLimitsOfPostgres) {
  Words words;
  words.body = " " + std::string(2'047, 'x');  // too long for a term
  for (int i = 0; i < 20'000; ++i) words.body += " y";
  const std::string vector = tsvector_of(words);
  EXPECT_EQ(vector.substr(0, 4), std::string("\0\0\0\1", 4));
  EXPECT_EQ(vector.size(), 4U + 2 + 2 + 255 * 2);
  Words many;
  for (int i = 0; i < 20'000; ++i) many.body += " " + std::string(100, 'z') + std::to_string(i);
  EXPECT_LT(tsvector_of(many).size(), 1'050'000U);
}

}  // namespace
}  // namespace freshet::catalog
