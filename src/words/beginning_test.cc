#include "words/beginning.h"

#include "gtest/gtest.h"
#include "words/segmenter.h"

namespace freshet::words {
namespace {

TEST(Beginning, OfKoreanWordsTheFirstTwoSyllables) {
  EXPECT_EQ(beginning_of("한국"), "\uE000한국");
  EXPECT_EQ(beginning_of("한국에서"), "\uE000한국");
}

TEST(Beginning, OtherWordsHaveNone) {
  for (const char* term :
       {"", "a", "bridge", "한", "한a국", "北京大学", "école", "ﾊﾝｸﾞﾙ", "\xED\x95"}) {
    EXPECT_EQ(beginning_of(term), std::nullopt) << term;
  }
}

TEST(Beginning, IsNoWordOfAText) {
  Segmenter segmenter;
  std::string terms;
  segmenter.append_terms("\uE000한국", terms);
  EXPECT_EQ(terms, " 한국");
}

}  // namespace
}  // namespace freshet::words
