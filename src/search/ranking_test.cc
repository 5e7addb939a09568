#include "search/ranking.h"

#include <vector>

#include "gtest/gtest.h"

namespace freshet::search {
namespace {

double score(std::vector<ClauseCount> counts, std::vector<double> idf, PartLengths lengths = {}) {
  return text_score(counts, idf, lengths);
}

TEST(TextScore, GrowsWithCountsAndSaturates) {
  const double one = score({{.text = 1}}, {1});
  const double two = score({{.text = 2}}, {1});
  const double many = score({{.text = 1000}}, {1});
  EXPECT_LT(one, two);
  EXPECT_LT(two, many);
  EXPECT_LT(many, 1);
  EXPECT_GT(score({{.title = 1}}, {1}), two);
}

TEST(TextScore, WordsInLongPartsCountLess) {
  EXPECT_GT(score({{.text = 2}}, {1}, {.text = 0.5}), score({{.text = 2}}, {1}, {.text = 2}));
  EXPECT_GT(score({{.title = 1}}, {1}, {.title = 0.5}), score({{.title = 1}}, {1}, {.title = 2}));
  EXPECT_EQ(score({{.title = 1}}, {1}, {.text = 0.5}), score({{.title = 1}}, {1}, {.text = 2}));
}

TEST(TextScore, RareWordsCountMore) {
  const double rare = inverse_document_frequency(10, 100'000);
  const double common = inverse_document_frequency(90'000, 100'000);
  EXPECT_GT(rare, common);
  EXPECT_GE(inverse_document_frequency(200, 100), 0);  // an estimate may be too high
  EXPECT_GT(score({{.text = 3}, {.text = 1}}, {rare, common}),
            score({{.text = 1}, {.text = 3}}, {rare, common}));
}

TEST(Importance, GrowsSlowlyUpToALimitAndIsOneForUnrankedPages) {
  EXPECT_EQ(importance(0), 1);
  EXPECT_EQ(importance(-5), 1);
  EXPECT_GT(importance(2), importance(1));
  EXPECT_GT(importance(1000), importance(100));
  EXPECT_LT(importance(1000), 1.25);
  EXPECT_LT(importance(1e9), 1.4);
}

TEST(LinkPages, ScoreLowerTheMoreOfTheirTextIsLinks) {
  EXPECT_EQ(link_page_factor(0), 1);
  EXPECT_EQ(link_page_factor(0.3), 1);
  EXPECT_LT(link_page_factor(0.8), link_page_factor(0.5));
  EXPECT_GT(link_page_factor(1), 0.3);
}

TEST(Freshness, FollowsTheBelief) {
  EXPECT_EQ(probability_current(1, 10, 0), 1);
  EXPECT_DOUBLE_EQ(probability_current(1, 10, 10), 0.5);
  EXPECT_EQ(probability_current(1, 10, -3), 1);
  EXPECT_EQ(probability_current(0, 0, 1), 0);
  EXPECT_EQ(freshness_factor(1), 1);
  EXPECT_GT(freshness_factor(0), 0);
}

}  // namespace
}  // namespace freshet::search
