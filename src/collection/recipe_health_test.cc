#include "collection/recipe_health.h"

#include <gtest/gtest.h>

#include "collection/site_profile.h"

namespace freshet::collection {
namespace {

using Sign = RecipeHealth::Sign;
using Turn = RecipeHealth::Turn;

constexpr uint64_t kItems = 100;
const Instant kNow = Instant::from_unix_seconds(1'800'000'000);
const std::vector<std::string> kPrice = {"price"};

Turn note(RecipeHealth& health, Sign sign, Instant at = kNow, uint64_t items = kItems) {
  return health.note(sign, sign == Sign::kMatches ? std::vector<std::string>() : kPrice, items, at);
}

TEST(RecipeHealth, RedesignRaisesAnAlarmAtTheFifthPage) {
  RecipeHealth health("shop");
  for (int i = 0; i < 200; ++i) EXPECT_EQ(note(health, Sign::kMatches), Turn::kNone);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(note(health, Sign::kNoLonger), Turn::kNone) << i;
  EXPECT_EQ(note(health, Sign::kNoLonger), Turn::kRaised);
  EXPECT_EQ(health.alarm_since(), kNow);
  EXPECT_EQ(health.missing(), "price");
  EXPECT_EQ(note(health, Sign::kNoLonger), Turn::kNone) << "it is raised once";
}

TEST(RecipeHealth, AlarmEndsWhenPagesMatchAgain) {
  RecipeHealth health("shop");
  note(health, Sign::kMatches);
  for (int i = 0; i < 6; ++i) note(health, Sign::kNoLonger);
  ASSERT_TRUE(health.alarm_since());
  const Instant next_day = kNow + Duration::days(1);
  EXPECT_EQ(note(health, Sign::kMatches, next_day), Turn::kNone);
  EXPECT_EQ(note(health, Sign::kMatches, next_day), Turn::kCleared);
  EXPECT_FALSE(health.alarm_since());
}

TEST(RecipeHealth, FewBrokenPagesAmongManyRaiseNoAlarm) {
  RecipeHealth health("shop");
  for (int i = 0; i < 300; ++i) {
    const Sign sign = i % 10 == 0 ? Sign::kNoLonger : Sign::kMatches;
    EXPECT_EQ(note(health, sign, kNow + Duration::hours(i)), Turn::kNone) << i;
  }
}

TEST(RecipeHealth, RedesignOfAThirdOfThePagesIsSeenWithinADay) {
  RecipeHealth health("shop");
  bool is_raised = false;
  for (int i = 0; i < 60 && !is_raised; ++i) {
    const Sign sign = i % 3 == 0 ? Sign::kNoLonger : Sign::kMatches;
    is_raised = note(health, sign, kNow + Duration::minutes(i)) == Turn::kRaised;
  }
  EXPECT_TRUE(is_raised);
}

TEST(RecipeHealth, SiteWithThreeItemsNeedsTwoPages) {
  RecipeHealth health("shop");
  note(health, Sign::kMatches, kNow, 3);
  EXPECT_EQ(note(health, Sign::kNoLonger, kNow, 3), Turn::kNone);
  EXPECT_EQ(note(health, Sign::kNoLonger, kNow, 3), Turn::kRaised);
}

TEST(RecipeHealth, PagesThatNeverMatchedCountOnlyIfNoneDid) {
  RecipeHealth good("shop");
  note(good, Sign::kMatches);
  for (int i = 0; i < 50; ++i) EXPECT_EQ(note(good, Sign::kNever), Turn::kNone);
  RecipeHealth wrong("shop");
  Turn last = Turn::kNone;
  for (int i = 0; i < 5; ++i) last = note(wrong, Sign::kNever);
  EXPECT_EQ(last, Turn::kRaised) << "the recipe fits no page of the site";
}

TEST(RecipeHealth, DaysAreCountedAndTheOldestForgotten) {
  RecipeHealth health("shop");
  for (int day = 0; day < 20; ++day) {
    note(health, Sign::kMatches, kNow + Duration::days(day));
    note(health, Sign::kNoLonger, kNow + Duration::days(day));
  }
  ASSERT_EQ(health.days().size(), RecipeHealth::kMostDays);
  for (const RecipeHealth::Day& day : health.days()) {
    EXPECT_EQ(day.matched, 1U);
    EXPECT_EQ(day.unmatched, 1U);
  }
  note(health, Sign::kMatches, kNow);
  EXPECT_EQ(health.days().size(), RecipeHealth::kMostDays) << "a clock that was set back";
}

TEST(RecipeHealth, SiteProfileKeepsIt) {
  SiteProfile profile;
  RecipeHealth* shop = profile.health_of("shop");
  ASSERT_NE(shop, nullptr);
  for (int i = 0; i < 5; ++i) note(*shop, Sign::kNever);
  note(*profile.health_of("books"), Sign::kMatches);
  profile.add_address(7);
  profile.conditions.compared(true);
  const std::string bytes = profile.encode();
  const SiteProfile read = SiteProfile::decode(bytes);
  EXPECT_EQ(read.recipes, profile.recipes);
  EXPECT_EQ(read.addresses, profile.addresses);
  EXPECT_EQ(read.conditions, profile.conditions);
  std::string with_address = bytes;
  EXPECT_TRUE(SiteProfile::add_address(with_address, 8));
  EXPECT_EQ(SiteProfile::decode(with_address).recipes, profile.recipes);
}

TEST(RecipeHealth, DamagedBytesAreIgnored) {
  RecipeHealth health("shop");
  for (int i = 0; i < 5; ++i) note(health, Sign::kNever);
  const std::string bytes = health.encode();
  for (size_t size = 0; size < bytes.size(); ++size) {
    std::string_view part = std::string_view(bytes).substr(0, size);
    EXPECT_FALSE(RecipeHealth::take(part)) << size;
  }
  std::string_view whole = bytes;
  EXPECT_EQ(RecipeHealth::take(whole), health);
  EXPECT_TRUE(whole.empty());
}

TEST(RecipeHealth, AProfileHasOnlySoManyRecipes) {
  SiteProfile profile;
  for (size_t i = 0; i < SiteProfile::kMostRecipes; ++i) {
    EXPECT_NE(profile.health_of("r" + std::to_string(i)), nullptr);
  }
  EXPECT_EQ(profile.health_of("one_more"), nullptr);
  EXPECT_NE(profile.health_of("r0"), nullptr);
}

}  // namespace
}  // namespace freshet::collection
