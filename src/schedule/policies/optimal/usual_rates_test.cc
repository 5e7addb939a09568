#include "schedule/policies/optimal/usual_rates.h"

#include <gtest/gtest.h>

namespace freshet::schedule {
namespace {

const Hazard::State kNew = Hazard::state(0, {});
const Hazard::State kOld = Hazard::state(100, {.changes = 0, .visits = 8});

TEST(UsualRates, BeforeAnythingWasSeenAllAreAsTheFirst) {
  const UsualRates rates(0.3);
  EXPECT_DOUBLE_EQ(rates.of({}, kNew), 0.3);
  EXPECT_DOUBLE_EQ(rates.of_any(), 0.3);
}

TEST(UsualRates, PagesOfASiteAreThoughtToBeAlikeInStatesThatItNeverShowed) {
  UsualRates rates(0.1);
  UsualRates::OfGroup slow;
  UsualRates::OfGroup fast;
  UsualRates::OfGroup other;
  for (int i = 0; i < 300; ++i) {
    rates.learn(slow, kOld, {.days = 10, .known_changes = 0.1});
    rates.learn(slow, kNew, {.days = 10, .known_changes = 1});
    rates.learn(fast, kNew, {.days = 10, .known_changes = 10});
  }
  const double as_usual = rates.of(other, kOld);
  EXPECT_GT(rates.of(fast, kOld), 1.3 * as_usual);
  EXPECT_LT(rates.of(slow, kOld), as_usual);
}

// Its visits were all of new pages, which change often everywhere: that tells nothing of the group.
TEST(UsualRates, ASiteIsComparedWithPagesInTheSameStates) {
  UsualRates rates(0.1);
  UsualRates::OfGroup old_site;
  UsualRates::OfGroup new_site;
  for (int i = 0; i < 1'000; ++i) {
    rates.learn(old_site, kOld, {.days = 10, .known_changes = 0.01});
    rates.learn(old_site, kNew, {.days = 10, .known_changes = 5});
    if (i % 10 == 0) rates.learn(new_site, kNew, {.days = 10, .known_changes = 5});
  }
  EXPECT_NEAR(rates.of(new_site, kOld) / rates.of(old_site, kOld), 1, 0.1);
}

}  // namespace
}  // namespace freshet::schedule
