#include "schedule/policies/optimal/beliefs.h"

#include <gtest/gtest.h>

#include <cmath>

namespace freshet::schedule {
namespace {

constexpr uint32_t kDay = 86'400;

struct Learned {
  PageState page;
  change::Belief belief;
};

// One page seen at day 0 and day 10, where it had changed: at a time that is told, or not.
Learned after_a_change(std::optional<uint32_t> changed_at) {
  Beliefs beliefs({.first_rate = 0.5});
  beliefs.add_page(0, 0);
  PageState page;
  page.events = 2;
  page.days = 30;
  beliefs.learn(page, {.since = 0, .now = 10 * kDay, .changed = true, .changed_at = changed_at});
  return {page, beliefs.of(page)};
}

TEST(Beliefs, AChangeWhoseTimeIsKnownIsOneInTheTimeSince) {
  const Learned learned = after_a_change(7 * kDay);
  const double kept = std::exp(-10.0 / 300);
  EXPECT_NEAR(learned.page.events, kept * 2 + 1, 1e-5);
  EXPECT_NEAR(learned.page.days, kept * 30 + 3, 1e-5);
  EXPECT_EQ(learned.page.last_change, 7 * kDay);
}

// As the Gamma with the same mean and variance says, which is what Belief::saw_change() takes.
TEST(Beliefs, AChangeWhoseTimeIsNotKnownIsTakenInExactly) {
  const Learned learned = after_a_change(std::nullopt);
  change::Belief before{.a = 1.4 + 2, .b = 1.4 / 0.5 + 30};
  change::Belief after = before;
  after.saw_change(10);
  const double kept = std::exp(-10.0 / 300);
  EXPECT_NEAR(learned.page.events, kept * 2 + (after.a - before.a), 1e-5);
  EXPECT_NEAR(learned.page.days, kept * 30 + (after.b - before.b), 1e-5);
  EXPECT_EQ(learned.page.last_change, 10 * kDay);
}

TEST(Beliefs, ALateChangeSpeaksForAHigherRateThanAnEarlyOne) {
  EXPECT_GT(after_a_change(10 * kDay - 60).belief.mean(), after_a_change(1 * kDay).belief.mean());
}

// 300 pages that are visited every tenth day; all change on every 35th day and at no other time, or
// each once in 35 days by itself.
std::optional<Group> time_after_a_year(bool together) {
  Beliefs beliefs({.first_rate = 0.03});
  std::vector<PageState> pages(300);
  for (size_t i = 0; i < pages.size(); ++i) beliefs.add_page(0, 0);
  for (uint32_t day = 1; day <= 365; ++day) {
    for (uint32_t i = day % 10; i < pages.size(); i += 10) {
      PageState& page = pages[i];
      const uint32_t now = day * kDay + i;
      const uint32_t shift = together ? 0 : (i * 7) % 35;
      const bool changed = (day + shift) / 35 != (page.last_visit / kDay + shift) / 35;
      beliefs.learn(page, {.since = page.last_visit, .now = now, .changed = changed});
      page.last_visit = now;
    }
  }
  return beliefs.time_of(0, 0);
}

TEST(Beliefs, ASiteWhosePagesChangeTogetherGetsATimeOfItsOwn) {
  EXPECT_EQ(time_after_a_year(true), std::optional<Group>(0));
  EXPECT_EQ(time_after_a_year(false), std::nullopt);
}

TEST(Beliefs, NoPageIsThoughtToBeSafeFromWhatItsSiteNeverDid) {
  Beliefs beliefs({.first_rate = 0.5});
  beliefs.add_page(0, 0);
  const change::Belief quiet{.a = 1, .b = 1e9};
  const double at_first = beliefs.outlook(0, quiet, 0, 0).belief.mean();
  const double after_years = beliefs.outlook(0, quiet, 0, 2'000 * kDay).belief.mean();
  EXPECT_NEAR(at_first, 1.0 / 500, 1e-6);
  EXPECT_NEAR(after_years, 1.0 / 2'500, 1e-6);
}

}  // namespace
}  // namespace freshet::schedule
