// Compares the beliefs about a collection with a world whose truth is known, in virtual time.
#include <cmath>
#include <random>
#include <vector>

#include "gtest/gtest.h"
#include "refresh/refresher.h"

namespace freshet::refresh {
namespace {

const Instant kStart = Instant::from_unix_seconds(1'800'000'000);
constexpr size_t kPages = 1'500;
constexpr uint64_t kSites = 30;
constexpr double kVisitsPerPageDay = 0.3;
constexpr double kDays = 120;

// Pages that change at random, each at its own rate. The rates differ by a factor of a thousand,
// and many pages never change.
class World {
 public:
  World() : random_(11), next_change_(kPages), rates_(kPages) {
    std::lognormal_distribution<double> rate(std::log(0.05), 1.7);
    for (size_t page = 0; page < kPages; ++page) {
      rates_[page] = page % 3 == 0 ? 1e-9 : rate(random_);
      next_change_[page] = after(page, 0);
    }
  }
  // Whether the page has changed since the last visit.
  bool visit(size_t page, double day) {
    const bool changed = next_change_[page] <= day;
    if (changed) next_change_[page] = after(page, day);
    return changed;
  }
  double share_current(double day) const {
    double current = 0;
    for (const double change : next_change_) current += change > day ? 1 : 0;
    return current / kPages;
  }

 private:
  // The process has no memory, so the next change that will not have been seen is drawn anew.
  double after(size_t page, double day) {
    return day + std::exponential_distribution<double>(rates_[page])(random_);
  }

  std::mt19937_64 random_;
  std::vector<double> next_change_;
  std::vector<double> rates_;
};

class BelievedOf : public testing::TestWithParam<const char*> {};

// The tolerance is two percentage points. Chance gives half a point with 1,500 pages, measured
// forty times.
TEST_P(BelievedOf, AgreesWithTheTruthWhateverThePolicy) {
  World world;
  Refresher refresher(
      {.policy = GetParam(), .visits_per_page_day = kVisitsPerPageDay, .audit_share = 0.01});
  for (uint64_t page = 0; page < kPages; ++page) {
    refresher.add({.key = {{page % kSites}, {page}}}, kStart);
  }
  double believed = 0;
  double current = 0;
  int visits = 0;
  const auto steps = static_cast<int>(kDays * kVisitsPerPageDay * kPages);
  for (int step = 1; step <= steps; ++step) {
    const double day = step * kDays / steps;
    const Instant now = kStart + Duration::from_seconds(day * 86'400);
    if (const auto choice = refresher.next(now)) {
      const bool changed = world.visit(choice->key.page.value, day);
      refresher.visited(*choice, {.kind = changed ? Found::Kind::kChanged : Found::Kind::kSame},
                        now);
    }
    if (day > kDays / 3 && step % (steps / 60) == 0) {
      const Belief belief = refresher.believed(now);
      EXPECT_EQ(belief.pages, kPages);
      believed += belief.current / belief.weight;
      current += world.share_current(day);
      ++visits;
    }
  }
  ASSERT_GE(visits, 39);
  RecordProperty("believed", std::to_string(believed / visits));
  RecordProperty("current", std::to_string(current / visits));
  // The places of a page in the table of cycles depend on few visits.
  const double tolerance = std::string_view(GetParam()) == "cycle" ? 0.025 : 0.02;
  EXPECT_NEAR(believed / visits, current / visits, tolerance);
  EXPECT_GT(refresher.calibration().all().visits, 50U) << "too few audits";
  const Instant end = kStart + Duration::from_seconds(kDays * 86'400);
  EXPECT_TRUE(refresher.probability_current({7}, end));
  EXPECT_TRUE(refresher.expected_age({7}, end));
}

TEST_P(BelievedOf, PageIsRelearnedWhenItsRecordedChangesWereWrong) {
  Refresher refresher({.policy = GetParam(), .visits_per_page_day = 1, .audit_share = 0});
  const Refresher::NewPage page{.key = {{1}, {1}}};
  Instant now = kStart;
  refresher.add(page, now);
  for (int day = 0; day < 10; ++day) {
    now += Duration::days(1);
    const auto choice = refresher.choose(page.key.page, now);
    ASSERT_TRUE(choice);
    refresher.visited(*choice, {.kind = Found::Kind::kChanged}, now);
  }
  const double before = *refresher.probability_current(page.key.page, now + Duration::days(1));
  refresher.relearn(page, {.changes = 0, .days = 10}, now);
  const double after = *refresher.probability_current(page.key.page, now + Duration::days(1));
  EXPECT_GT(after, before + 0.1);
  EXPECT_EQ(refresher.pages(), 1u);
  EXPECT_TRUE(refresher.choose(page.key.page, now + Duration::days(1)));
}

INSTANTIATE_TEST_SUITE_P(Policies, BelievedOf,
                         testing::Values("optimal", "uniform", "nutch-adaptive",
                                         "nutch-adaptive-1d", "cycle", "proportional",
                                         "stormcrawler-adaptive"));

}  // namespace
}  // namespace freshet::refresh
