#include "search/title_fit.h"

#include "gtest/gtest.h"

namespace freshet::search {
namespace {

TitleFit fit(std::string_view title, std::string_view query) {
  words::Segmenter segmenter;
  const auto parsed = parse_query(query, segmenter);
  EXPECT_TRUE(parsed) << query;
  return title_fit({title}, *parsed, segmenter);
}

TEST(TitleFit, ATitleEqualsStartsWithOrContainsTheQuery) {
  EXPECT_EQ(fit("Old bridge", "old bridge"), TitleFit::kEquals);
  EXPECT_EQ(fit("«OLD  Bridge!»", "\"old bridge\""), TitleFit::kEquals);
  EXPECT_EQ(fit("Old bridge of stone", "old bridge"), TitleFit::kStartsWith);
  EXPECT_EQ(fit("An old bridge", "old bridge"), TitleFit::kContains);
  EXPECT_EQ(fit("old mill, old bridge", "old bridge"), TitleFit::kContains);
}

TEST(TitleFit, OnePartOfATitleIsEnough) {
  EXPECT_EQ(fit("Old bridge – Example", "old bridge"), TitleFit::kEquals);
  EXPECT_EQ(fit("Example | Old bridge", "old bridge"), TitleFit::kEquals);
  EXPECT_EQ(fit("3.12. Old bridge", "old bridge"), TitleFit::kEquals);
  EXPECT_EQ(fit("Old - bridge", "old bridge"), TitleFit::kEquals);
  EXPECT_EQ(fit("Stone - An old bridge", "old bridge"), TitleFit::kContains);
}

TEST(TitleFit, WordsApartOrInAnotherOrderDoNotFit) {
  EXPECT_EQ(fit("Old stone bridge", "old bridge"), TitleFit::kNone);
  EXPECT_EQ(fit("Bridge, old", "old bridge"), TitleFit::kNone);
  EXPECT_EQ(fit("Old", "old bridge"), TitleFit::kNone);
  EXPECT_EQ(fit("Oldest bridge", "old bridge"), TitleFit::kNone);
  EXPECT_EQ(fit("", "old bridge"), TitleFit::kNone);
  EXPECT_EQ(fit("\xFF\xFE", "old"), TitleFit::kNone);
}

TEST(TitleFit, OnlyRequiredWordsCount) {
  EXPECT_EQ(fit("Old bridge", "old -mill bridge site:example.com lang:en"), TitleFit::kEquals);
}

TEST(TitleFit, KoreanWordsMayHaveParticles) {
  EXPECT_EQ(fit("한국의 수도", "한국 수도"), TitleFit::kEquals);
  EXPECT_EQ(fit("한국 수도", "한국에서 수도는"), TitleFit::kEquals);
  EXPECT_EQ(fit("책상", "책"), TitleFit::kNone);
  EXPECT_EQ(fit("책을 읽다", "책"), TitleFit::kStartsWith);
}

}  // namespace
}  // namespace freshet::search
