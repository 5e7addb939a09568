#include "words/prefix_term.h"

#include "gtest/gtest.h"
#include "words/segmenter.h"

namespace freshet::words {
namespace {

TEST(PrefixTerm, HasTheFirstTwoSyllablesOfAKoreanWord) {
  EXPECT_EQ(prefix_term("한국"), "\uE000한국");
  EXPECT_EQ(prefix_term("한국에서"), "\uE000한국");
}

TEST(PrefixTerm, OtherWordsHaveNone) {
  for (const char* term :
       {"", "a", "bridge", "한", "한a국", "北京大学", "école", "ﾊﾝｸﾞﾙ", "\xED\x95"}) {
    EXPECT_EQ(prefix_term(term), std::nullopt) << term;
  }
}

TEST(PrefixTerm, IsNotAWordOfAnyText) {
  Segmenter segmenter;
  std::string terms;
  segmenter.append_terms("\uE000한국", terms);
  EXPECT_EQ(terms, " 한국");
}

}  // namespace
}  // namespace freshet::words
