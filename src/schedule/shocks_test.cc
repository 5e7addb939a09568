#include "schedule/shocks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace freshet::schedule {
namespace {

// Pages of a site that are visited in random order, and what they do.
class VisitedSite {
 public:
  struct Options {
    size_t pages = 400;
    double own_rate = 0.001;        // changes a day
    double visits_per_page = 0.05;  // a day
    bool is_sample = true;
  };
  explicit VisitedSite(const Options& options)
      : options_(options), last_visit_(options.pages), changed_(options.pages) {}

  // Changes a share of the pages now.
  void redesign(double share) {
    for (size_t page = 0; page < options_.pages; ++page)
      if (chance() < share) changed_[page] = true;
  }
  // Returns after how many days a shock was believed first; days if none was.
  double pass(double days) {
    const double end = now_ + days;
    const double begin = now_;
    const size_t before = shocks_.events().size();
    double first = days;
    for (; now_ < end; now_ += 1 / (options_.visits_per_page * options_.pages)) {
      visit(static_cast<size_t>(chance() * static_cast<double>(options_.pages)));
      if (first == days && shocks_.events().size() > before) first = now_ - begin;
    }
    return first;
  }

  const Shocks& shocks() const { return shocks_; }
  double now() const { return now_; }

 private:
  double chance() { return std::uniform_real_distribution<double>(0, 1)(random_); }
  void visit(size_t page) {
    const double own = options_.own_rate * (now_ - last_visit_[page]);
    const bool changed = changed_[page] || chance() < -std::expm1(-own);
    shocks_.saw({.from = last_visit_[page],
                 .to = now_,
                 .changed = changed,
                 .own = own,
                 .is_sample = options_.is_sample},
                options_.pages);
    last_visit_[page] = now_;
    changed_[page] = false;
  }

  const Options options_;
  std::mt19937_64 random_{1};
  Shocks shocks_;
  double now_ = 0;
  std::vector<double> last_visit_;
  std::vector<bool> changed_;
};

TEST(Shocks, ASiteThatDoesAsUsualHasNone) {
  for (const double rate : {0.0001, 0.01, 0.3}) {
    VisitedSite site({.own_rate = rate});
    site.pass(1'000);
    EXPECT_TRUE(site.shocks().events().empty()) << rate;
    EXPECT_EQ(site.shocks().hazard(0, site.now()), 0) << rate;
    EXPECT_EQ(site.shocks().of_late(), 0) << rate;
  }
}

TEST(Shocks, ARedesignIsBelievedWithinAFewVisitsAndAboutAsLargeAsItWas) {
  for (const double share : {0.2, 0.5, 1.0}) {
    VisitedSite site({});
    site.pass(200);
    site.redesign(share);
    const double moment = site.now();
    EXPECT_LT(site.pass(10), share < 0.5 ? 6 : 3) << share;  // 20 visits a day; a round takes 20
    site.pass(20);
    ASSERT_FALSE(site.shocks().events().empty()) << share;
    for (const Shocks::Event& event : site.shocks().events()) {
      EXPECT_GT(event.end, moment - 2) << share;
      EXPECT_LT(event.begin, moment + 2) << share;
    }
    const double hazard = site.shocks().hazard(moment - 3, site.now());
    EXPECT_NEAR(-std::expm1(-hazard), share, 0.15);
    EXPECT_EQ(site.shocks().hazard(moment + 3, site.now()), 0) << "for pages visited since";
    EXPECT_GT(site.shocks().of_late(), 0);
  }
}

TEST(Shocks, VisitsThatWereNotDrawnAtRandomCountLess) {
  double days[2] = {};
  for (const bool is_sample : {false, true}) {
    VisitedSite site({.is_sample = is_sample});
    site.pass(200);
    site.redesign(1);
    days[is_sample ? 1 : 0] = site.pass(20);
  }
  EXPECT_LT(2 * days[1], days[0]);
  EXPECT_LT(days[0], 20);
}

// A site that was quiet for twenty days, 16 visits each, of pages that were visited a day before.
class QuietSite : public ::testing::Test {
 protected:
  QuietSite() {
    for (int day = 1; day <= 20; ++day) visit(day - 1, day, 16, 0);
  }
  // Of so many visits that begin after `to`, the first few found a change.
  void visit(double from, double to, int visits, int changed) {
    for (int i = 0; i < visits; ++i) {
      shocks_.saw({.from = from,
                   .to = to + 0.001 * i,
                   .changed = i < changed,
                   .own = 0.01,
                   .is_sample = true},
                  110);
    }
  }
  Shocks shocks_;
};

TEST_F(QuietSite, AShockThatLaterVisitsSpeakAgainstShrinksAndIsUndone) {
  visit(18.5, 21, 16, 6);
  ASSERT_EQ(shocks_.events().size(), 1u);
  const double believed = shocks_.events().front().share;
  EXPECT_GE(believed, 0.25);
  visit(18.5, 22, 48, 0);
  ASSERT_EQ(shocks_.events().size(), 1u);
  EXPECT_LT(shocks_.events().front().share, believed);
  visit(18.5, 23, 800, 0);
  EXPECT_TRUE(shocks_.events().empty());
  EXPECT_EQ(shocks_.hazard(0, 30), 0);
}

TEST_F(QuietSite, AShockWithTooLittleEvidenceIsSuspectedAndNothingFollows) {
  visit(18.5, 21, 16, 4);
  EXPECT_TRUE(shocks_.events().empty());
  ASSERT_TRUE(shocks_.suspected());
  EXPECT_GE(shocks_.suspected()->begin, 18.5);
  EXPECT_EQ(shocks_.hazard(0, 30), 0);
  visit(18.5, 22, 64, 1);
  EXPECT_FALSE(shocks_.suspected());
}

// Every day a tenth of the pages: that is what the site does, and each redesign asks for more.
TEST(Shocks, WhereTheyAreFrequentMoreEvidenceIsAskedFor) {
  VisitedSite site({.visits_per_page = 0.5});
  for (int day = 0; day < 300; ++day) {
    site.redesign(0.1);
    site.pass(1);
  }
  EXPECT_LT(site.shocks().events().size(), 12u);
  site.redesign(1);
  const double moment = site.now();
  site.pass(3);
  EXPECT_GT(site.shocks().hazard(moment - 1, site.now()), 1) << "a redesign is still believed";
}

TEST(Shocks, TakesLittleRoomHoweverLongASiteIsVisited) {
  VisitedSite small({.pages = 20});
  VisitedSite large({.pages = 5'000});
  small.pass(3'000);
  large.pass(300);
  EXPECT_LT(small.shocks().memory_bytes(), 2'000u);
  EXPECT_LT(large.shocks().memory_bytes(), 20'000u);
}

}  // namespace
}  // namespace freshet::schedule
