#include "simulate/rhythm.h"

#include <gtest/gtest.h>

#include <cmath>

#include "schedule/load_profile.h"
#include "simulate/synthetic.h"

namespace freshet::simulate {
namespace {

constexpr uint64_t kSeed = 9;

TEST(Rhythm, ChangesAreAtItsHoursAndNotFewer) {
  const Synthetic synthetic =
      make_synthetic({.pages = 500, .hosts = 5, .rhythm = *rhythm_named("nightly"), .seed = kSeed});
  double expected = 0;
  for (const auto& page : synthetic.truth) expected += 120 * page.rate;
  // The tolerance is three standard deviations of a count.
  const auto count = static_cast<double>(synthetic.world.events.size());
  EXPECT_NEAR(count, expected, 3 * std::sqrt(expected));
  for (const Event& event : synthetic.world.events) {
    EXPECT_EQ(schedule::hour_of_week(event.at) % 24, 2);
  }
  EXPECT_FALSE(rhythm_named("samba"));
}

TEST(Rhythm, WithTimeZonesTheHoursAreLocalToEachSite) {
  const Synthetic synthetic = make_synthetic({.pages = 500,
                                              .hosts = 50,
                                              .days = 30,
                                              .rhythm = *rhythm_named("nightly"),
                                              .time_zones = true,
                                              .seed = kSeed});
  ASSERT_GT(synthetic.world.events.size(), 500U);
  for (const Event& event : synthetic.world.events) {
    const auto zone = static_cast<int>(synthetic.world.pages[event.page].site % 24);
    EXPECT_EQ((schedule::hour_of_week(event.at) + zone) % 24, 2);
  }
}

}  // namespace
}  // namespace freshet::simulate
