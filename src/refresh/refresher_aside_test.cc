#include <cmath>
#include <set>

#include "gtest/gtest.h"
#include "refresh/refresher.h"

namespace freshet::refresh {
namespace {

const Instant kStart = Instant::from_unix_seconds(1'800'000'000);

class Aside : public testing::Test {
 protected:
  Aside() {
    for (uint64_t page = 1; page <= 6; ++page) {
      refresher_.add({.key = {{page % 2}, {page}}}, kStart);
    }
  }
  // Returns the pages that are chosen one after another without being visited.
  std::set<uint64_t> chosen() {
    std::set<uint64_t> pages;
    for (int i = 0; i < 20; ++i) {
      if (const auto choice = refresher_.next(now_)) pages.insert(choice->key.page.value);
    }
    return pages;
  }

  Refresher refresher_{{.audit_share = 0}};
  Instant now_ = kStart + Duration::days(3);
};

TEST_F(Aside, OnlyPagesOfTheSitesThatAreWantedAreChosen) {
  refresher_.restrict_to([](store::SiteId site) { return site.value == 1; }, now_);
  EXPECT_EQ(chosen(), (std::set<uint64_t>{1, 3, 5}));
}

TEST_F(Aside, PagesOfSitesThatAreWantedAgainComeBack) {
  refresher_.restrict_to([](store::SiteId site) { return site.value == 1; }, now_);
  refresher_.restrict_to([](store::SiteId) { return true; }, now_);
  EXPECT_EQ(chosen().size(), 6U);
}

TEST_F(Aside, PageThatWasChosenBeforeIsStillVisited) {
  const auto choice = refresher_.next(now_);
  ASSERT_TRUE(choice);
  refresher_.restrict_to([](store::SiteId) { return false; }, now_);
  refresher_.visited(*choice, {.kind = Found::Kind::kSame}, now_);
  now_ += Duration::days(3);
  EXPECT_EQ(chosen(), std::set<uint64_t>{choice->key.page.value});
}

TEST_F(Aside, PagesThatAreSetAsideDoNotCount) {
  EXPECT_EQ(refresher_.believed(now_).pages, 6);
  const auto choice = refresher_.next(now_);
  refresher_.set_aside(*choice);
  EXPECT_EQ(refresher_.believed(now_).pages, 5);
  EXPECT_EQ(refresher_.pages(), 6U);
  refresher_.restrict_to([](store::SiteId site) { return site.value == 0; }, now_);
  EXPECT_EQ(refresher_.believed_by_site(now_).size(), 1U);
}

TEST_F(Aside, BeliefsBySiteAddUpToTheTotal) {
  const auto all = refresher_.believed(now_);
  Belief sum;
  for (const auto& [site, belief] : refresher_.believed_by_site(now_)) sum.add(belief);
  EXPECT_DOUBLE_EQ(sum.weight, all.weight);
  EXPECT_NEAR(sum.current, all.current, 1e-9);
  EXPECT_NEAR(sum.age, all.age, 1e-6);
}

TEST_F(Aside, ExpectedAgeIsThatOfAPoissonProcess) {
  EXPECT_EQ(refresher_.expected_age({1}, kStart), Duration());
  const double p = refresher_.probability_current({1}, now_).value();
  const double age = refresher_.expected_age({1}, now_)->in_days();
  const double rate = -std::log(p) / 3;
  EXPECT_NEAR(age, 3 - (1 - p) / rate, 1e-6);
  EXPECT_FALSE(refresher_.expected_age({99}, now_));
}

TEST_F(Aside, RemovedPageDoesNotCountUntilItIsAddedAgain) {
  const auto choice = refresher_.next(now_);
  ASSERT_TRUE(choice);
  refresher_.remove(*choice, now_);
  EXPECT_EQ(refresher_.pages(), 5U);
  EXPECT_EQ(refresher_.believed(now_).pages, 5);
  EXPECT_FALSE(refresher_.probability_current(choice->key.page, now_));
  EXPECT_FALSE(refresher_.expected(choice->key.page, now_));
  EXPECT_FALSE(chosen().contains(choice->key.page.value));
  refresher_.add({.key = choice->key}, now_);
  EXPECT_EQ(refresher_.pages(), 6U);
  now_ += Duration::days(3);
  EXPECT_EQ(chosen(), std::set<uint64_t>{choice->key.page.value});
}

}  // namespace
}  // namespace freshet::refresh
