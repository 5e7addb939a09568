#include "frontier/traps.h"

#include <string>

#include "gtest/gtest.h"

namespace freshet::frontier {
namespace {

std::optional<Trap> trap(std::string_view url) {
  return trap_in(url::parse(url).value(), {}, 2026);
}

uint64_t pattern(std::string_view url) {
  return pattern_of(url::parse(url).value());
}

std::string repeated(std::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

TEST(Traps, OrdinaryUrlsAreNotTraps) {
  for (const char* url :
       {"https://example.com/", "https://example.com/a/b/c.html?x=1&y=2",
        "https://example.com/2024/05/a-story.html", "https://example.com/2028/12/",
        "https://example.com/1976/01/", "https://example.com/list?date=2026-05-01",
        "https://example.com/list?year=2027&month=1", "https://example.com/films?year=1931",
        "https://example.com/item/1850/details", "https://example.com/item/4711/05",
        "https://example.com/part/1234567/05", "https://example.com/news/1923-10-best-moments",
        "https://example.com/11/11/11", "https://example.com/en/docs/en/api/en",
        "https://example.com/a/b/a/b", "https://example.com/find?q=1850-13-01",
        "https://example.com/find?id=19310501"}) {
    EXPECT_EQ(trap(url), std::nullopt) << url;
  }
}

TEST(Traps, VeryLongUrlIsATrap) {
  EXPECT_EQ(trap("https://example.com/?q=" + repeated("x", 2100)), Trap::kTooLong);
}

TEST(Traps, PathWithTooManySegmentsIsATrap) {
  std::string url = "https://example.com";
  for (int i = 1; i <= 30; ++i) url.append("/").append(static_cast<size_t>(i), 's');
  EXPECT_EQ(trap(url), std::nullopt);
  EXPECT_EQ(trap(url + "/"), std::nullopt);
  EXPECT_EQ(trap(url + "/one"), Trap::kTooDeepPath);
}

TEST(Traps, SegmentThatOccursTooOftenIsATrap) {
  EXPECT_EQ(trap("https://example.com/a/a/a"), std::nullopt);
  EXPECT_EQ(trap("https://example.com/a/a/a/a"), Trap::kRepeatingSegments);
  EXPECT_EQ(trap("https://example.com/a/1/a/2/a/3/a/4"), Trap::kRepeatingSegments);
  EXPECT_EQ(trap("https://example.com/a//////b"), Trap::kRepeatingSegments);
}

TEST(Traps, RunOfSegmentsThreeTimesInARowIsATrap) {
  EXPECT_EQ(trap("https://example.com/x/a/b/a/b/a/b"), Trap::kRepeatingSegments);
  EXPECT_EQ(trap("https://example.com/a/b/c/a/b/c/a/b/c/page.html"), Trap::kRepeatingSegments);
  EXPECT_EQ(trap("https://example.com" + repeated("/a/b/c/d", 3)), Trap::kRepeatingSegments);
  EXPECT_EQ(trap("https://example.com/a/b/a/b/a/c"), std::nullopt);
  EXPECT_EQ(trap("https://example.com/a/b/c/d/a/b/c/d"), std::nullopt);
}

TEST(Traps, ManySegmentsThatDifferOnlyInDigitsAreATrap) {
  EXPECT_EQ(trap("https://example.com/maze/x1/x2/x3/x44/x5/x6/"), std::nullopt);
  EXPECT_EQ(trap("https://example.com/maze/x1/x2/x3/x44/x5/x6/x7/"), Trap::kRepeatingSegments);
  EXPECT_EQ(trap("https://example.com/2026/05/12/1/2/3/title"), std::nullopt);
  EXPECT_EQ(trap("https://example.com/1/22/333/4/5/6/77"), Trap::kRepeatingSegments);
  EXPECT_EQ(trap("https://example.com/a1/b2/c3/d4/e5/f6/g7/h8/"), std::nullopt);
}

TEST(Traps, QueryWithTooManyParametersIsATrap) {
  EXPECT_EQ(trap("https://example.com/?" + repeated("a=1&", 20)), std::nullopt);
  EXPECT_EQ(trap("https://example.com/?" + repeated("a=1&", 21)), Trap::kTooManyParameters);
  EXPECT_EQ(trap("https://example.com/?" + repeated("&", 100)), std::nullopt);
}

TEST(Traps, DateFarFromTodayIsAnEndlessCalendar) {
  for (const char* url :
       {"https://example.com/2031/05/", "https://example.com/events/2029/01",
        "https://example.com/1975/12/24/", "https://example.com/1850/05.html",
        "https://example.com/day/2031-05-01", "https://example.com/month/2031-05/",
        "https://example.com/list?date=1975-01-01", "https://example.com/list?a=1&on=2099-12-31",
        "https://example.com/list?date=20310501", "https://example.com/?year=2031&month=5",
        "https://example.com/?month=05&year=1969", "https://example.com/?cal_m=1&y=2050&m=1",
        "https://example.com/list?from=2031-05-01T00:00:00",
        "https://example.com/list?day=2031/05/01"}) {
    EXPECT_EQ(trap(url), Trap::kEndlessCalendar) << url;
  }
}

TEST(Traps, EveryTrapHasADescription) {
  for (int trap = 0; trap <= static_cast<int>(Trap::kSimilarPages); ++trap) {
    EXPECT_FALSE(describe(static_cast<Trap>(trap)).empty());
  }
}

TEST(Pattern, IsTheSameForPagesOfOneTemplate) {
  EXPECT_EQ(pattern("https://a.com/item/17?id=5&x=1"), pattern("https://a.com/item/4?id=77&x="));
  EXPECT_EQ(pattern("https://a.com/v2/page10.html"), pattern("https://a.com/v3/page9.html"));
  EXPECT_EQ(pattern("https://a.com/c/9f86d081884c7d65"),
            pattern("https://a.com/c/2c26b46b68ffc68f"));
  EXPECT_EQ(pattern("https://a.com/u/123e4567-e89b-12d3-a456-426614174000/x"),
            pattern("https://a.com/u/c56a4180-65aa-42ec-a945-5fd21dec0538/x"));
}

TEST(Pattern, DiffersForOtherPages) {
  EXPECT_NE(pattern("https://a.com/item/17"), pattern("https://b.com/item/17"));
  EXPECT_NE(pattern("https://a.com:81/item/17"), pattern("https://a.com/item/17"));
  EXPECT_NE(pattern("http://10.0.0.1/item/17"), pattern("http://10.0.0.2/item/17"));
  EXPECT_NE(pattern("https://a.com/item/17"), pattern("https://a.com/items/17"));
  EXPECT_NE(pattern("https://a.com/item?a=1"), pattern("https://a.com/item?b=1"));
  EXPECT_NE(pattern("https://a.com/deadbeef"), pattern("https://a.com/defaced"));
  EXPECT_NE(pattern("https://a.com/a?b"), pattern("https://a.com/a&b"));
}

TEST(SimilarPages, ManySimilarPagesInARowAreATrap) {
  SimilarPages pages(5);
  for (uint64_t i = 0; i < 4; ++i) EXPECT_FALSE(pages.add(1, {0xFF00 | (i & 1)}));
  EXPECT_FALSE(pages.is_trap(1));
  EXPECT_TRUE(pages.add(1, {0xFF03}));
  EXPECT_TRUE(pages.is_trap(1));
  EXPECT_FALSE(pages.is_trap(2));
}

TEST(SimilarPages, PageThatDiffersRestartsTheCount) {
  SimilarPages pages(3);
  pages.add(1, {0xFF});
  pages.add(1, {0xFF});
  EXPECT_FALSE(pages.add(1, {0xFF00}));
  EXPECT_FALSE(pages.add(1, {0xFF00}));
  EXPECT_TRUE(pages.add(1, {0xFF00}));
}

TEST(SimilarPages, PagesWithoutTextAreIgnored) {
  SimilarPages pages(3);
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(pages.add(1, {0}));
  pages.add(1, {5});
  pages.add(1, {0});
  pages.add(1, {5});
  EXPECT_TRUE(pages.add(1, {5}));
}

TEST(SimilarPages, EvictsTheLeastRecentlyUsedPatternButTrapsLast) {
  SimilarPages pages(3, 8);  // one group of entries
  for (int i = 0; i < 3; ++i) pages.add(1000, {7});
  pages.add(1, {7});
  pages.add(1, {7});
  for (uint64_t other = 2; other < 40; ++other) pages.add(other, {7});
  EXPECT_TRUE(pages.is_trap(1000));
  EXPECT_FALSE(pages.add(1, {7})) << "it was evicted";
  pages.add(1, {7});
  EXPECT_TRUE(pages.add(1, {7}));
}

}  // namespace
}  // namespace freshet::frontier
