#include "search/snippet.h"

#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"
#include "text/utf8.h"

namespace freshet::search {
namespace {

words::Segmenter& segmenter() {
  static words::Segmenter instance;
  return instance;
}

Snippet snippet_of(std::string_view text, std::string_view query, size_t longest = 60) {
  return make_snippet({text}, *parse_query(query, segmenter()), segmenter(), longest);
}

std::string marked(const Snippet& snippet) {
  std::string out;
  size_t at = 0;
  for (const Mark& mark : snippet.marks) {
    out += snippet.text.substr(at, mark.begin - at) + "[" +
           snippet.text.substr(mark.begin, mark.end - mark.begin) + "]";
    at = mark.end;
  }
  return out + snippet.text.substr(at);
}

TEST(Snippet, WordsAreMarkedAsTheyAreWritten) {
  const Snippet snippet = snippet_of("The Old\n\n  Bridge, and the old mill.", "OLD bridge");
  EXPECT_EQ(marked(snippet), "The [Old] [Bridge], and the [old] mill.");
  EXPECT_FALSE(snippet.cut_before);
  EXPECT_FALSE(snippet.cut_after);
}

TEST(Snippet, TheWindowWithMostClausesIsShown) {
  const std::string text = "bridge " + std::string(50, 'x') + " " + std::string(50, 'y') +
                           " then the old bridge fell and nobody was hurt in the end of it all";
  const Snippet snippet = snippet_of(text, "old bridge");
  EXPECT_EQ(marked(snippet), "then the [old] [bridge] fell and nobody was hurt in the end of");
  EXPECT_TRUE(snippet.cut_before);
  EXPECT_TRUE(snippet.cut_after);
}

TEST(Snippet, PhrasesAreMarkedOnlyAsAWhole) {
  EXPECT_EQ(marked(snippet_of("old bridge, old mill", R"("old mill")")), "old bridge, [old mill]");
}

TEST(Snippet, KoreanWordsAreMarkedWithTheirParticles) {
  EXPECT_EQ(marked(snippet_of("대한민국의 수도는 서울이다.", "서울에서 수도")),
            "대한민국의 [수도는] [서울이다].");
}

TEST(Snippet, WithoutAMatchItIsTheBeginningOfTheText) {
  EXPECT_EQ(marked(snippet_of("one two three", "four")), "one two three");
  EXPECT_EQ(marked(snippet_of("", "four")), "");
  EXPECT_EQ(snippet_of("a long text of words that goes on", "four", 15).text, "a long text of");
}

RC_GTEST_PROP(SnippetProperties, MarksAreInOrderAndSplitNoCharacters, ()) {
  static const std::vector<std::string> kPieces = {
      "alpha", "beta", " ", "\n",   "서울을", "東京",
      "é",     ".",    "-", "서울", "gamma",  "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"};
  std::string text;
  for (const auto& piece :
       *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(kPieces))) {
    text += piece;
  }
  const Snippet snippet = snippet_of(text, "alpha 서울 \"beta gamma\"", *rc::gen::inRange(1, 80));
  RC_ASSERT(text::valid_utf8_prefix(snippet.text) == snippet.text.size());
  size_t last = 0;
  for (const Mark& mark : snippet.marks) {
    RC_ASSERT(last <= mark.begin);
    RC_ASSERT(mark.begin < mark.end);
    RC_ASSERT(mark.end <= snippet.text.size());
    last = mark.end;
    const std::string written = snippet.text.substr(mark.begin, mark.end - mark.begin);
    RC_ASSERT(!written.ends_with(' '));
    RC_ASSERT(written.find("alpha") == 0 || written.find("서울") == 0 || written.find("beta") == 0);
  }
}

}  // namespace
}  // namespace freshet::search
