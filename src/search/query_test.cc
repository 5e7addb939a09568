#include "search/query.h"

#include "clock/civil.h"
#include "gtest/gtest.h"
#include "rapidcheck/gtest.h"
#include "search/fts_expression.h"

namespace freshet::search {
namespace {

words::Segmenter& segmenter() {
  static words::Segmenter instance;
  return instance;
}

Query parsed(std::string_view text) {
  auto query = parse_query(text, segmenter());
  EXPECT_TRUE(query) << text << ": " << (query ? "" : query.error().message);
  return query ? *query : Query{};
}

std::string error_of(std::string_view text) {
  const auto query = parse_query(text, segmenter());
  return query ? "" : query.error().message;
}

TEST(Query, WordsAreFoldedAndAllAreRequired) {
  EXPECT_EQ(fts_expression(parsed("Rising RIVERS")), R"((("rising") AND ("rivers")))");
}

TEST(Query, QuotesMakePhrasesAndTheLastQuoteMayBeMissing) {
  EXPECT_EQ(fts_expression(parsed(R"("old bridge" mill)")), R"((("old bridge") AND ("mill")))");
  EXPECT_EQ(parsed(R"("old bridge)"), parsed(R"("old bridge")"));
  EXPECT_EQ(parsed(R"(a"b c"d)"), parsed(R"(a "b c" d)"));
}

TEST(Query, MinusExcludesWordsAndPhrases) {
  EXPECT_EQ(fts_expression(parsed(R"(bridge -old -"mill lane")")),
            R"((("bridge")) NOT ("old") NOT ("mill lane"))");
  EXPECT_EQ(parsed("bridge - --old"), parsed("bridge old"));
  EXPECT_EQ(error_of("-old"), "the query has no word to search for");
}

TEST(Query, WordsWithoutASpaceBetweenAreAPhrase) {
  EXPECT_EQ(fts_expression(parsed("e-mail example.com")), R"((("e mail") AND ("example com")))");
  EXPECT_EQ(fts_expression(parsed("2024년")).substr(0, 12), R"((("2024 년")");
}

TEST(Query, WordsSeparatedByADictionaryAreNoPhraseUnlessQuoted) {
  EXPECT_EQ(fts_expression(parsed("北京大学")), R"((("北京") AND ("大学")))");
  EXPECT_EQ(fts_expression(parsed(R"("北京大学")")), R"((("北京 大学")))");
}

TEST(Query, KoreanWordsArePrefixesAndAreAlsoSearchedWithoutTheirParticle) {
  EXPECT_EQ(fts_expression(parsed("한국")), "((\"\uE000한국\"))");
  EXPECT_EQ(fts_expression(parsed("한국에서")), "((\"한국에서\" * OR \"\uE000한국\"))");
  EXPECT_EQ(fts_expression(parsed(R"("서울 날씨가")")),
            "((\"서울 날씨가\" * OR \"서울 \uE000날씨\"))");
  EXPECT_EQ(fts_expression(parsed("가나다 -한국에서")), R"((("가나다" *)) NOT ("한국에서" *))");
}

TEST(Query, AParticleAfterAnotherScriptIsOptional) {
  const Query query = parsed("API를");
  ASSERT_EQ(query.required.size(), 1U);
  EXPECT_EQ(query.required[0].phrases.front().terms, (std::vector<std::string>{"api", "를"}));
  EXPECT_EQ(query.required[0].phrases.back().terms, std::vector<std::string>{"api"});
}

TEST(Query, OneSyllableIsSearchedWithParticlesInsteadOfAsAPrefix) {
  const std::string expression = fts_expression(parsed("책"));
  EXPECT_TRUE(expression.starts_with(R"((("책" OR )")) << expression;
  EXPECT_NE(expression.find(R"("책을")"), std::string::npos);
  EXPECT_EQ(expression.find('*'), std::string::npos);
}

TEST(Query, FiltersAreNotWords) {
  const Query query = parsed(
      "bridge site:https://Example.com:80/x -site:old.example.com lang:KO after:2026 "
      "before:2026-11-15");
  EXPECT_EQ(query.required.size(), 1U);
  EXPECT_EQ(query.sites, std::vector<std::string>{"example.com"});
  EXPECT_EQ(query.excluded_sites, std::vector<std::string>{"old.example.com"});
  EXPECT_EQ(query.languages, std::vector<std::string>{"ko"});
  EXPECT_EQ(query.changed_from, to_instant({.year = 2026}));
  EXPECT_EQ(query.changed_before, to_instant({.year = 2026, .month = 11, .day = 15}));
  EXPECT_EQ(parsed(R"(a site:"example.com")"), parsed("a site:example.com"));
  EXPECT_EQ(parsed("a after:2026-02").changed_from, to_instant({.year = 2026, .month = 2}));
}

TEST(Query, AnUnknownFilterIsSearchedAsWords) {
  EXPECT_EQ(fts_expression(parsed("std::vector https://example.com/a lang:")),
            R"((("std vector") AND ("https example com a") AND ("lang")))");
}

TEST(Query, InvalidDatesAreAnError) {
  for (const char* date : {"x", "2026-13", "2026-02-30", "2026-1-1-1", "-1", "99999", "2026-"}) {
    EXPECT_EQ(error_of(std::string("a before:") + date),
              "before: takes a date such as 2026, 2026-11 or 2026-11-15")
        << date;
  }
}

TEST(Query, ExceededLimitsAndEmptyQueriesAreErrors) {
  EXPECT_EQ(error_of(std::string(1 << 20, 'a')), "the query is longer than 4096 bytes");
  std::string many;
  for (int i = 0; i < 33; ++i) many += "w" + std::to_string(i) + " ";
  EXPECT_EQ(error_of(many), "the query has more than 32 words");
  EXPECT_EQ(error_of(std::string(2'000, '.') + " a.b.c"), "");
  EXPECT_EQ(error_of(""), "the query has no word to search for");
  EXPECT_EQ(error_of("\" -\"\" :"), "the query has no word to search for");
}

TEST(Query, ATsqueryHasTheSameMeaning) {
  const Query query = parsed(R"("old bridge" 한국에서 -mill -"x y")");
  EXPECT_EQ(tsquery_expression(query),
            "(('old' <-> 'bridge') & ('한국에서':* | '한국':*)) & !('mill') & !('x' <-> 'y')");
}

// Whatever is typed, there are only spaces, letters, digits and bytes above ASCII between the
// quotes.
void expect_quoted(const std::string& expression, char quote) {
  bool inside = false;
  for (const char c : expression) {
    if (c == quote) {
      inside = !inside;
    } else if (inside && static_cast<unsigned char>(c) < 0x80) {
      RC_ASSERT(c == ' ' || std::isalnum(static_cast<unsigned char>(c)) != 0);
    } else if (!inside) {
      RC_ASSERT(std::string_view("() ANDORT*:&|!<->").find(c) != std::string_view::npos);
    }
  }
  RC_ASSERT(!inside);
}

RC_GTEST_PROP(QueryProperties, NoInputBecomesSyntax, ()) {
  static const std::vector<std::string> kPieces = {
      "a",  "\"", "-",  "*",  "(", ")",  "NEAR(",   " OR ", " AND ", ":", "site:", "'", ";", "--",
      "\\", "가", "를", "東", " ", "\n", "before:", "2026", "\xFF",  "{", "^",     "&", "|", "!"};
  std::string text;
  for (const auto& piece :
       *rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(kPieces))) {
    text += piece;
  }
  text += std::string("\0x", 2);
  const auto query = parse_query(text, segmenter());
  if (!query) return;
  expect_quoted(fts_expression(*query), '"');
  expect_quoted(tsquery_expression(*query), '\'');
}

}  // namespace
}  // namespace freshet::search
