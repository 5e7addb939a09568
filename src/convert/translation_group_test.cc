#include "convert/translation_group.h"

#include <gtest/gtest.h>

#include <vector>

namespace freshet::convert {
namespace {

const url::Communities kNoGroups;

std::optional<int64_t> group(std::string_view url, std::string_view language,
                             const std::vector<Alternate>& alternates = {},
                             const url::Communities& communities = kNoGroups) {
  return translation_group(
      {.url = url, .language = language, .alternates = alternates, .communities = communities});
}

TEST(TranslationGroup, PagesThatDifferOnlyInTheLanguageSegmentAreOneGroup) {
  const auto german = group("http://a.test/html/de-DE/sect.x.html", "de");
  ASSERT_TRUE(german);
  EXPECT_GT(*german, 0);
  EXPECT_LT(*german, int64_t{1} << 53);
  EXPECT_EQ(german, group("http://a.test/html/fr-FR/sect.x.html", "fr"));
  EXPECT_EQ(german, group("https://a.test/html/zh-TW/sect.x.html", "zh-hant"));
  EXPECT_EQ(german, group("http://a.test/html/nb-NO/sect.x.html", "no"));
  EXPECT_NE(german, group("http://a.test/html/fr-FR/sect.y.html", "fr"));
  EXPECT_NE(german, group("http://b.test/html/fr-FR/sect.x.html", "fr"));
}

TEST(TranslationGroup, TheLanguageMayBeInTheFileNameOrAParameter) {
  EXPECT_TRUE(group("http://a.test/page.de.html", "de"));
  EXPECT_EQ(group("http://a.test/page.de.html", "de"), group("http://a.test/page.fr.html", "fr"));
  EXPECT_TRUE(group("http://a.test/page?id=7&lang=de", "de"));
  EXPECT_EQ(group("http://a.test/page?id=7&lang=de", "de"),
            group("http://a.test/page?id=7&lang=pt_BR", "pt-br"));
  EXPECT_NE(group("http://a.test/page?id=7&lang=de", "de"),
            group("http://a.test/page?id=8&lang=fr", "fr"));
  EXPECT_FALSE(group("http://a.test/page?q=de", "de"));
}

TEST(TranslationGroup, ATagThatIsNotThePagesLanguageIsIgnored) {
  EXPECT_FALSE(group("http://a.test/it/support.html", "en"));
  EXPECT_FALSE(group("http://a.test/html/da-DK/x.html", "en"));
  EXPECT_FALSE(group("http://a.test/html/zh-TW/x.html", "zh-hans"));
  EXPECT_FALSE(group("http://a.test/html/de/x.html", ""));
  EXPECT_FALSE(group("http://a.test/page.html", "de"));
  EXPECT_FALSE(group("http://de.test/", "de"));
}

TEST(TranslationGroup, PagesThatNameTheSameAlternatesAreOneGroup) {
  const std::vector<Alternate> alternates = {{"en", "http://a.test/bridge"},
                                             {"de", "http://a.test/bruecke"},
                                             {"x-default", "http://a.test/"}};
  const auto english = group("http://a.test/bridge", "en", alternates);
  ASSERT_TRUE(english);
  EXPECT_EQ(english, group("http://a.test/bruecke", "de", alternates));
  EXPECT_EQ(english, group("http://a.test/bruecke", "de", {{"en", "http://a.test/bridge"}}));
}

TEST(TranslationGroup, AlternatesCopiedFromTheHomePageAreIgnored) {
  const std::vector<Alternate> of_home = {{"en", "http://a.test/en/"}, {"fr", "http://a.test/fr/"}};
  const auto one = group("http://a.test/fr/un", "fr", of_home);
  EXPECT_EQ(one, group("http://a.test/en/un", "en"));  // by their addresses
  EXPECT_NE(one, group("http://a.test/fr/deux", "fr", of_home));
}

TEST(TranslationGroup, OtherSitesCannotJoinAGroupByNamingItsPages) {
  const std::vector<Alternate> alternates = {{"en", "http://a.test/bridge"},
                                             {"de", "http://a.test/bruecke"}};
  const auto english = group("http://a.test/bridge", "en", alternates);
  EXPECT_FALSE(group("http://evil.test/", "fr", alternates));
  auto both = url::Communities::parse({"ours=a.test b.test"});
  ASSERT_TRUE(both);
  const std::vector<Alternate> all = {{"en", "http://a.test/bridge"}, {"fr", "http://b.test/pont"}};
  EXPECT_FALSE(group("http://b.test/pont", "fr", all));
  EXPECT_TRUE(group("http://b.test/pont", "fr", all, *both));
  EXPECT_EQ(group("http://b.test/pont", "fr", all, *both),
            group("http://a.test/bridge", "en", all, *both));
  EXPECT_TRUE(english);
}

}  // namespace
}  // namespace freshet::convert
