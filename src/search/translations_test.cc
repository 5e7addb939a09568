#include "search/translations.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace freshet::search {
namespace {

const std::vector<GroupMember> kGroup = {{1, "de", "http://a.test/de/x"},
                                         {2, "en", "http://a.test/en/x"},
                                         {3, "zh-hant", "http://a.test/zh-TW/x"},
                                         {4, "zh-hans", "http://a.test/zh-CN/x"}};

ShownTranslation shown(int64_t page, std::string_view preferred,
                       const std::vector<int64_t>& found) {
  return choose_translation(page, kGroup, preferred, [&](int64_t one) {
    return std::find(found.begin(), found.end(), one) != found.end();
  });
}

TEST(TranslationFilter, AGroupIsOneHit) {
  TranslationFilter filter;
  EXPECT_TRUE(filter.is_hit(7, "de"));
  EXPECT_FALSE(filter.is_hit(7, "fr"));
  EXPECT_TRUE(filter.is_hit(8, "fr"));
  EXPECT_TRUE(filter.is_hit(std::nullopt, "fr"));
  EXPECT_TRUE(filter.is_hit(std::nullopt, "fr"));
}

TEST(TranslationFilter, PagesInTheSameLanguageAreSeparateHits) {
  TranslationFilter filter;
  EXPECT_TRUE(filter.is_hit(7, "de"));
  EXPECT_TRUE(filter.is_hit(7, "de"));
  EXPECT_FALSE(filter.is_hit(7, "fr"));
  EXPECT_TRUE(filter.is_hit(7, "fr"));
}

TEST(ChooseTranslation, ThePageInThePreferredLanguageIsShown) {
  const ShownTranslation german = shown(2, "de-at", {1, 2});
  EXPECT_EQ(german.page, 1);
  EXPECT_EQ(german.others, (std::vector<Translation>{{"en", "http://a.test/en/x"},
                                                     {"zh-hans", "http://a.test/zh-CN/x"},
                                                     {"zh-hant", "http://a.test/zh-TW/x"}}));
  EXPECT_EQ(shown(2, "zh-tw", {1, 2, 3, 4}).page, 3);
  EXPECT_EQ(shown(2, "zh-cn", {1, 2, 3, 4}).page, 4);
}

TEST(ChooseTranslation, ATranslationThatDoesNotMatchIsListedOnly) {
  const ShownTranslation english = shown(2, "de", {2});
  EXPECT_EQ(english.page, 2);
  EXPECT_EQ(english.others.size(), 3U);
  EXPECT_EQ(shown(2, "", {1, 2}).page, 2);
  EXPECT_EQ(shown(2, "fr", {1, 2}).page, 2);
}

TEST(ChooseTranslation, PagesThatShareALanguageAreNotReplaced) {
  std::vector<GroupMember> group = kGroup;
  group.push_back({5, "en", "http://a.test/en/y"});
  const auto all = [](int64_t) { return true; };
  EXPECT_EQ(choose_translation(2, group, "de", all).page, 2);
  EXPECT_TRUE(choose_translation(2, group, "de", all).others.empty());
  // A page that is the only one in its language names each other language once.
  EXPECT_EQ(choose_translation(1, group, "de", all).others.size(), 3U);
}

}  // namespace
}  // namespace freshet::search
