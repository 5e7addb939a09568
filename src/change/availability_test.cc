#include "change/availability.h"

#include <numeric>

#include "gtest/gtest.h"

namespace freshet::change {
namespace {

std::vector<Outcome> outcomes(std::string_view marks) {
  std::vector<Outcome> result;
  for (const char c : marks) result.push_back(c == '+' ? Outcome::kSuccess : Outcome::kFailed);
  return result;
}

TEST(Availability, ExpectsPagesToGoOnAsBeforeWhenItHasLearnedNothing) {
  const Availability availability(2);
  EXPECT_GT(availability.next_succeeds(0, outcomes("+++++")), 0.95);
  EXPECT_LT(availability.next_succeeds(0, outcomes("-----")), 0.05);
  EXPECT_GT(availability.next_succeeds(1, outcomes("---++")),
            availability.next_succeeds(1, outcomes("++---")));
  EXPECT_GT(availability.next_succeeds(0, {}), 0.9);
  for (const auto& past : {"", "+", "-+", "+++++", "-+-+-+-+-+"}) {
    const auto shares = availability.predict(0, outcomes(past));
    EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 1, 1e-12) << past;
  }
}

TEST(Availability, TellsClassesOfSitesApartAndUsesAllOfThemForAClassWithoutObservations) {
  Availability availability(3);
  for (int i = 0; i < 200; ++i) {
    availability.learn(0, outcomes("-----+++++"));
    availability.learn(1, outcomes("----------"));
  }
  const auto failed = outcomes("-----");
  EXPECT_GT(availability.next_succeeds(0, failed), 0.95);
  EXPECT_LT(availability.next_succeeds(1, failed), 0.05);
  EXPECT_NEAR(availability.next_succeeds(2, failed), 0.5, 0.05);
  EXPECT_GT(availability.predict(0, failed)[5], 0.95);
}

TEST(Availability, LearnsNothingFromTooFewVisits) {
  Availability availability(1);
  const double before = availability.next_succeeds(0, outcomes("-----"));
  for (int i = 0; i < 100; ++i) availability.learn(0, outcomes("-----++++"));
  EXPECT_EQ(availability.next_succeeds(0, outcomes("-----")), before);
}

}  // namespace
}  // namespace freshet::change
