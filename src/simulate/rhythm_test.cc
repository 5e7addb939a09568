// What plans by the hour of the week bring, in worlds that have one.
#include "simulate/rhythm.h"

#include <gtest/gtest.h>

#include <cmath>
#include <queue>

#include "schedule/week_plan.h"
#include "simulate/engine.h"
#include "simulate/synthetic.h"

namespace freshet::simulate {
namespace {

using schedule::Page;

constexpr uint64_t kSeed = 9;
constexpr int64_t kHour = 3'600;

// Each page at the time that a function of its last visit says; the budget is not used up.
class Timetable final : public schedule::Policy {
 public:
  using After = std::function<Instant(Page, Instant)>;
  explicit Timetable(After after) : after_(std::move(after)) {}

  void add(Page page, const schedule::PageFacts&, Instant now) override {
    due_.push({after_(page, now), page});
  }
  void visited(Page page, const schedule::Seen&, Instant now) override {
    due_.push({after_(page, now), page});
  }
  void removed(Page, Instant) override {}
  std::optional<Page> next(Instant now) override {
    if (due_.empty() || due_.top().first > now) return std::nullopt;
    const Page page = due_.top().second;
    due_.pop();
    return page;
  }
  Instant wake() const override { return due_.empty() ? Instant::never() : due_.top().first; }
  std::string explain(Page, Instant) const override { return "timetable"; }

 private:
  using Due = std::pair<Instant, Page>;
  After after_;
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
};

Instant begin_of_hour(Instant t) {
  return Instant::from_unix_seconds(t.unix_seconds() / kHour * kHour);
}

struct Line {
  const char* rhythm;
  double rate;
  double least, most;  // freshness by the plan over freshness with evenly spaced visits
};

// 300 pages for 17 weeks: chance is about 1 % in each of the two.
TEST(Rhythm, VisitsByThePlanBuyMoreThanEvenlySpacedOnes) {
  for (const Line& line : {Line{"flat", 1, 0.97, 1.03},
                           {"daily", 0.3, 1, 1.05},
                           {"office", 0.3, 1.12, 1.25},
                           {"nightly", 1, 1.38, 1.5}}) {
    const auto rhythm = *rhythm_named(line.rhythm);
    const Synthetic synthetic = make_synthetic({.pages = 300,
                                                .hosts = 1,
                                                .median_rate = line.rate,
                                                .host_spread = 0,
                                                .page_spread = 0,
                                                .zipf_weights = false,
                                                .rhythm = rhythm,
                                                .seed = kSeed});
    const auto plan = schedule::plan_week(rhythm, line.rate, 0.2 / line.rate);
    Timetable planned([&](Page, Instant last) {
      const auto hour = static_cast<size_t>(schedule::hour_of_week(last));
      return begin_of_hour(last) + Duration::hours(plan.hours[hour]);
    });
    const RunOptions plenty{.visits_per_page_day = 1'000};
    const Outcome by_plan = run(synthetic.world, planned, plenty);
    // Evenly spaced at the same spend, each page with a beginning of its own.
    const Duration every = Duration::days(120) * 300 / static_cast<int64_t>(by_plan.requests);
    Timetable even([&](Page page, Instant last) {
      const bool first = last == synthetic.world.start;
      return last + (first ? every * (page + 1) / 300 : every);
    });
    const Outcome by_clock = run(synthetic.world, even, plenty);
    EXPECT_NEAR(static_cast<double>(by_clock.requests) / static_cast<double>(by_plan.requests), 1,
                0.03);
    const double gain = by_plan.freshness / by_clock.freshness;
    EXPECT_GE(gain, line.least) << line.rhythm;
    EXPECT_LE(gain, line.most) << line.rhythm;
  }
}

TEST(Rhythm, ChangesFallWhereItSaysAndAreNoFewer) {
  const Synthetic synthetic =
      make_synthetic({.pages = 500, .hosts = 5, .rhythm = *rhythm_named("nightly"), .seed = kSeed});
  double expected = 0;
  for (const auto& page : synthetic.truth) expected += 120 * page.rate;
  // Three deviations of a count.
  const auto count = static_cast<double>(synthetic.world.events.size());
  EXPECT_NEAR(count, expected, 3 * std::sqrt(expected));
  for (const Event& event : synthetic.world.events) {
    EXPECT_EQ(schedule::hour_of_week(event.at) % 24, 2);
  }
  EXPECT_FALSE(rhythm_named("samba"));
}

TEST(Rhythm, WithTimeZonesEachSiteHasItsHoursWhenItIsThatTimeThere) {
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
