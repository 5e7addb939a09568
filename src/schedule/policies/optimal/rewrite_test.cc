// A site whose quiet pages all change at one moment: what `optimal` believes and does then.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "clock/civil.h"
#include "schedule/policies/optimal/optimal.h"

namespace freshet::schedule {
namespace {

constexpr Page kQuiet = 300;
constexpr Page kBusy = 100;  // of another site
constexpr Page kPages = kQuiet + kBusy;
constexpr Site kQuietSite = 7;
constexpr Site kBusySite = 2;
constexpr double kVisitsPerPageDay = 0.1;
constexpr double kRound = 1 / kVisitsPerPageDay;  // days, if all are visited in turn
constexpr double kRewrite = 300;

class RewrittenSite : public ::testing::Test {
 protected:
  RewrittenSite() {
    for (Page page = 0; page < kPages; ++page)
      policy_.add(page, {.site = page < kQuiet ? kQuietSite : kBusySite}, at(0));
  }

  static Instant at(double day) {
    return *to_instant({.year = 2026, .month = 1, .day = 5}) + Duration::from_seconds(day * 86'400);
  }
  // Busy pages change every second day on average, quiet ones at the rewrite alone.
  bool changed_since(Page page, double last) {
    if (page < kQuiet) return last < kRewrite && now_ >= kRewrite;
    return std::bernoulli_distribution(-std::expm1(-0.5 * (now_ - last)))(random_);
  }
  void pass_until(double day) {
    for (; now_ < day; now_ += 1 / (kVisitsPerPageDay * kPages)) {
      const auto page = policy_.next(at(now_));
      ASSERT_TRUE(page);
      policy_.visited(*page, {.changed = changed_since(*page, last_visit_[*page])}, at(now_));
      last_visit_[*page] = now_;
    }
  }
  double share_visited_since_rewrite() const {
    double visited = 0;
    for (Page page = 0; page < kQuiet; ++page) visited += last_visit_[page] >= kRewrite ? 1 : 0;
    return visited / kQuiet;
  }
  Page one_that_waits() const {
    Page page = 0;
    while (last_visit_[page] >= kRewrite) ++page;
    return page;
  }

  Optimal policy_{{.visits_per_page_day = kVisitsPerPageDay}};
  double now_ = 0;
  std::vector<double> last_visit_ = std::vector<double>(kPages);
  std::mt19937_64 random_{3};
};

TEST_F(RewrittenSite, IsNotSuspectedBefore) {
  pass_until(kRewrite);
  EXPECT_TRUE(policy_.rewrites(kQuietSite).empty());
  EXPECT_TRUE(policy_.rewrites(kBusySite).empty());
  EXPECT_GT(*policy_.current(0, at(now_)), 0.9);
}

TEST_F(RewrittenSite, MakesPagesSuspectThatWereNotVisitedSince) {
  pass_until(kRewrite + 0.5 * kRound);
  const std::vector<Rewrite> rewrites = policy_.rewrites(kQuietSite);
  ASSERT_FALSE(rewrites.empty());
  EXPECT_TRUE(rewrites.front().confirmed);
  EXPECT_GT(rewrites.front().share, 0.5);
  EXPECT_LT(rewrites.front().begin, at(kRewrite + 1));
  EXPECT_GT(rewrites.front().end, at(kRewrite - 3));
  EXPECT_GE(*rewrites.front().confirmed, at(kRewrite));
  EXPECT_LE(*rewrites.front().confirmed, at(now_));
  EXPECT_TRUE(policy_.rewrites(kBusySite).empty());

  const Page page = one_that_waits();
  EXPECT_LT(*policy_.current(page, at(now_)), 0.6);
  EXPECT_NE(policy_.explain(page, at(now_)).find("probably rewritten at once"), std::string::npos);
}

TEST_F(RewrittenSite, IsVisitedAgainWithinARound) {
  pass_until(kRewrite + kRound);
  EXPECT_GT(share_visited_since_rewrite(), 0.9);
  pass_until(kRewrite + 3 * kRound);
  EXPECT_GT(*policy_.current(0, at(now_)), 0.8) << "and is quiet again";
}

// Two sections of a site, of which one is rewritten: nothing is suspected of the other.
TEST(RewrittenSection, LeavesTheOtherSectionsOfItsSiteAlone) {
  constexpr Page kOfSection = 300;
  constexpr Section kRewritten = 1;
  constexpr Section kLeftAlone = 2;
  Optimal policy({.visits_per_page_day = kVisitsPerPageDay});
  const auto at = [](double day) { return Instant() + Duration::from_seconds(day * 86'400); };
  for (Page page = 0; page < 2 * kOfSection; ++page)
    policy.add(page, {.section = page < kOfSection ? kRewritten : kLeftAlone}, at(0));
  std::vector<double> last_visit(2 * kOfSection);
  double now = 0;
  for (; now < kRewrite + 0.4 * kRound; now += kRound / (2 * kOfSection)) {
    const Page page = *policy.next(at(now));
    const bool changed = page < kOfSection && last_visit[page] < kRewrite && now >= kRewrite;
    policy.visited(page, {.changed = changed}, at(now));
    last_visit[page] = now;
  }
  const std::vector<Rewrite> rewrites = policy.rewrites(0);
  ASSERT_FALSE(rewrites.empty());
  for (const Rewrite& its : rewrites) EXPECT_EQ(its.section, kRewritten);
  double suspect = 0;
  double current = 0;
  for (Page page = 0; page < kOfSection; ++page) {
    if (last_visit[page] < kRewrite) suspect += *policy.current(page, at(now)) < 0.5 ? 1 : 0;
    current += *policy.current(kOfSection + page, at(now)) / kOfSection;
  }
  EXPECT_GT(suspect, 0);
  EXPECT_GT(current, 0.9);
}

// Sites of so few pages that no rewrite can be proved: what visits find late shows that the policy
// neglects them, and they are visited in turn.
TEST(NeglectedPages, AreVisitedInTurnWhenVisitsShowThatTheyWereNeglected) {
  constexpr Page kOfSite = 10;
  constexpr Page kAll = kQuiet + kBusy;
  Optimal policy({.visits_per_page_day = kVisitsPerPageDay});
  const auto at = [](double day) { return Instant() + Duration::from_seconds(day * 86'400); };
  for (Page page = 0; page < kAll; ++page) policy.add(page, {.site = page / kOfSite}, at(0));
  std::mt19937_64 random(5);
  std::vector<double> last_visit(kAll);
  const auto fetched_again = [&] {
    return static_cast<double>(std::count_if(last_visit.begin(), last_visit.begin() + kQuiet,
                                             [](double last) { return last >= kRewrite; })) /
           kQuiet;
  };
  double now = 0;
  while (now < kRewrite + 10 * kRound && fetched_again() < 0.9) {
    now += kRound / kAll;
    const Page page = *policy.next(at(now));
    const double days = now - last_visit[page];
    const bool changed = page < kQuiet
                             ? last_visit[page] < kRewrite && now >= kRewrite
                             : std::bernoulli_distribution(-std::expm1(-0.2 * days))(random);
    policy.visited(page, {.changed = changed}, at(now));
    last_visit[page] = now;
  }
  EXPECT_LT(now, kRewrite + 4 * kRound);
}

TEST_F(RewrittenSite, OneVisitInTenIsTheSamplers) {
  pass_until(100);
  int sampled = 0;
  constexpr int kChoices = 2'000;
  for (int i = 0; i < kChoices; ++i) {
    now_ += 1 / (kVisitsPerPageDay * kPages);
    const Page page = *policy_.next(at(now_));
    if (policy_.explain(page, at(now_)).ends_with("which does not go by what is believed"))
      ++sampled;
    policy_.visited(page, {.changed = changed_since(page, last_visit_[page])}, at(now_));
    last_visit_[page] = now_;
  }
  EXPECT_NEAR(sampled, 0.1 * kChoices, 0.02 * kChoices);
}

}  // namespace
}  // namespace freshet::schedule
