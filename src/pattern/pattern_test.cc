#include "pattern/pattern.h"

#include "gtest/gtest.h"
#include "pattern/pattern_set.h"

namespace freshet::pattern {
namespace {

Pattern made(std::string_view expression) {
  auto pattern = Pattern::make(expression);
  FRESHET_CHECK(pattern.has_value(), expression);
  return std::move(*pattern);
}

PatternSet set_of(const std::vector<std::string_view>& expressions) {
  std::vector<Pattern> patterns;
  for (const std::string_view expression : expressions) patterns.push_back(made(expression));
  return std::move(*PatternSet::make(std::move(patterns)));
}

TEST(Pattern, MatchesAPartOfTheText) {
  EXPECT_TRUE(made("b+").matches("abbc"));
  EXPECT_FALSE(made("^b").matches("abbc"));
  EXPECT_TRUE(made("").matches(""));
  EXPECT_TRUE(made("^월.$").matches("월요"));
  EXPECT_EQ(made("b+").text(), "b+");
}

TEST(Pattern, GroupsThatTookNoPartHaveNoValue) {
  const Pattern pattern = made("(?P<id>\\d+)(-(?P<part>[a-z]*))?(x)?");
  const auto groups = pattern.groups("item 12-");
  ASSERT_TRUE(groups);
  ASSERT_EQ(groups->size(), 5U);
  EXPECT_EQ((*groups)[0], "12-");
  EXPECT_EQ((*groups)[1], "12");
  EXPECT_EQ((*groups)[3], "");
  EXPECT_EQ((*groups)[4], std::nullopt);
  EXPECT_FALSE(pattern.groups("item"));
  EXPECT_EQ(made("x?").groups("").value()[0], "");
  EXPECT_EQ(made("x?").groups({}).value()[0], "");
}

TEST(Pattern, NamedGroupsHaveTheirIndex) {
  const auto names = made("(?P<z>a)(b)(?P<a>c)").group_names();
  ASSERT_EQ(names.size(), 2U);
  EXPECT_EQ(names[0], std::pair(std::string("a"), size_t{3}));
  EXPECT_EQ(names[1], std::pair(std::string("z"), size_t{1}));
}

TEST(Pattern, AnErrorQuotesThePartAndHasItsPosition) {
  const auto range = Pattern::make("ab[z-a]");
  ASSERT_FALSE(range);
  EXPECT_NE(range.error().message.find("z-a"), std::string::npos) << range.error().message;
  EXPECT_EQ(range.error().at, 3U);
  EXPECT_FALSE(Pattern::make("(a"));
  EXPECT_FALSE(Pattern::make("a(?=b)"));
  EXPECT_FALSE(Pattern::make("\\1"));
  EXPECT_FALSE(Pattern::make("\xFF"));
}

TEST(Pattern, AnExpressionThatNeedsMuchMemoryIsRefused) {
  EXPECT_FALSE(Pattern::make("((a{100}){100}){1000}"));
  EXPECT_FALSE(Pattern::make(std::string(100'000, '(')));
  EXPECT_FALSE(Pattern::make("(\\pL{500}x){500}"));
}

TEST(Pattern, BytesThatAreNotUtf8MatchNothing) {
  EXPECT_FALSE(made("^.$").matches("\xFF"));
  EXPECT_TRUE(made("b").matches("\xFF\xC3\x62"));
}

TEST(Pattern, SizeGrowsWithRepetitions) {
  EXPECT_LT(made("a{10}").size(), 100U);
  EXPECT_GT(made("a{1000}").size(), 900U);
}

TEST(PatternSet, TheFirstPatternOfTheListWins) {
  const PatternSet set = set_of({"x", "a+b", "b", "ab$"});
  EXPECT_EQ(set.size(), 4U);
  EXPECT_EQ(set.first_match("zaab"), 1U);
  EXPECT_EQ(set.first_match("ba"), 2U);
  EXPECT_EQ(set.first_match("abx"), 0U);
  EXPECT_EQ(set.first_match("yyy"), std::nullopt);
  EXPECT_EQ(set[3].text(), "ab$");
}

TEST(PatternSet, SetsOfOneAndOfNone) {
  EXPECT_EQ(set_of({}).first_match("a"), std::nullopt);
  EXPECT_EQ(set_of({"a"}).first_match("ba"), 0U);
  EXPECT_EQ(set_of({"a"}).first_match("b"), std::nullopt);
}

TEST(PatternSet, PatternsThatAreTooLargeTogetherAreRefused) {
  std::vector<Pattern> patterns;
  for (int i = 0; i < 900; ++i) patterns.push_back(made(std::to_string(i) + "[a-c]{1000}"));
  EXPECT_FALSE(PatternSet::make(std::move(patterns)));
}

TEST(Pattern, PrefixThatNoMatchingTextHasIsKnown) {
  const auto may_match = [](const char* expression, const char* prefix) {
    return Pattern::make(expression)->may_match_prefix(prefix);
  };
  constexpr char kItem[] = "^http://shop\\.example/item/(\\d+)$";
  EXPECT_TRUE(may_match(kItem, "http://shop.example/"));
  EXPECT_TRUE(may_match(kItem, "http://shop.example/item/1"));
  EXPECT_FALSE(may_match(kItem, "http://other.example/"));
  EXPECT_FALSE(may_match(kItem, "http://shop.example.evil.example/"));
  EXPECT_FALSE(may_match(kItem, "https://shop.example/"));
  EXPECT_TRUE(may_match("^https?://shop\\.example/", "https://shop.example/"));
  EXPECT_TRUE(may_match("^http://[a-z]+\\.example/", "http://any.example/"));
  EXPECT_TRUE(may_match("/item/", "http://any.example/")) << "it may match anywhere";
  EXPECT_TRUE(may_match("^http://a/|b", "http://any.example/"));
  EXPECT_TRUE(may_match("^http://(a|b)/", "http://any.example/"));
  EXPECT_FALSE(may_match("^http://(a)/", "https://a/"));
  EXPECT_TRUE(may_match("^http://a+b", "http://aab/")) << "the letter may be repeated";
  EXPECT_TRUE(may_match("^http://\\d", "http://1/")) << "a class is no letter";
  EXPECT_TRUE(may_match("", "http://any.example/"));
}

}  // namespace
}  // namespace freshet::pattern
