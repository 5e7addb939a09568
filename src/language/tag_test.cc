#include "language/tag.h"

#include <gtest/gtest.h>

namespace freshet::language {
namespace {

TEST(LanguageTag, DeclarationsAreConvertedToTags) {
  EXPECT_EQ(normalise("en"), "en");
  EXPECT_EQ(normalise(" De-AT "), "de-at");
  EXPECT_EQ(normalise("zh_Hant"), "zh-hant");
  EXPECT_EQ(normalise("fr, de"), "fr");
}

TEST(LanguageTag, InvalidDeclarationsAreRefused) {
  for (const char* claim : {"", "e", "englishlanguage", "12", "en<script>", "en us", "x\xFF"}) {
    EXPECT_EQ(normalise(claim), "") << claim;
  }
  EXPECT_EQ(normalise("en-" + std::string(40, 'x')), "");
}

TEST(LanguageTag, RegionsOfOneLanguageAreTheSame) {
  EXPECT_TRUE(is_same("en-us", "en-gb"));
  EXPECT_TRUE(is_same("de", "de-at"));
  EXPECT_TRUE(is_same("nb-no", "no"));
  EXPECT_TRUE(is_same("iw", "he"));
  EXPECT_FALSE(is_same("en", "de"));
  EXPECT_FALSE(is_same("", ""));
  EXPECT_FALSE(is_same("no", "da"));
}

TEST(LanguageTag, ScriptsOfChineseAndCountriesOfPortugueseAreDifferent) {
  EXPECT_TRUE(is_same("zh-cn", "zh-hans"));
  EXPECT_TRUE(is_same("zh-tw", "zh-hant-hk"));
  EXPECT_TRUE(is_same("zh", "zh-hant"));
  EXPECT_FALSE(is_same("zh-cn", "zh-tw"));
  EXPECT_TRUE(is_same("pt", "pt-br"));
  EXPECT_TRUE(is_same("pt", "pt-pt"));
  EXPECT_FALSE(is_same("pt-br", "pt-pt"));
}

TEST(LanguageTag, SimilarLanguagesAreClose) {
  EXPECT_TRUE(are_close("nb", "da"));
  EXPECT_TRUE(are_close("pt-br", "pt-pt"));
  EXPECT_TRUE(are_close("id", "ms"));
  EXPECT_FALSE(are_close("en", "ko"));
  EXPECT_FALSE(are_close("en", "de"));
  EXPECT_FALSE(are_close("", "de"));
}

}  // namespace
}  // namespace freshet::language
