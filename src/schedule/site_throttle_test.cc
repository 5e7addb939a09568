#include "schedule/site_throttle.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "schedule/policies.h"
#include "schedule/registry.h"

namespace freshet::schedule {
namespace {

constexpr uint64_t kSeed = 5;
const Instant kStart = Instant::from_unix_seconds(1'700'000'000);

// A policy with a fixed order and worths that are told.
class Told final : public Policy {
 public:
  void add(Page page, const PageFacts&, Instant) override { order_.insert(page); }
  void visited(Page page, const Seen&, Instant) override { order_.insert(page); }
  void removed(Page page, Instant) override { order_.erase(page); }
  std::optional<Page> next(Instant) override {
    ++asked;
    if (order_.empty()) return std::nullopt;
    return order_.extract(order_.begin()).value();
  }
  double worth(Page page, Instant) const override { return worths.at(page); }
  std::string explain(Page, Instant) const override { return "told"; }

  std::map<Page, double> worths;
  int asked = 0;

 private:
  std::set<Page> order_;
};

TEST(SiteThrottle, ARestingSiteIsPassedOverAndItsBestPageComesWhenItMayBeAsked) {
  Told told;
  told.worths = {{0, 1}, {1, 3}, {2, 2}, {3, 0.5}};
  SiteThrottle polite(told);
  for (Page page = 0; page < 4; ++page) polite.add(page, {.site = page / 3}, kStart);
  polite.rest(0, kStart + Duration::minutes(10));
  EXPECT_TRUE(polite.is_resting(0, kStart));
  EXPECT_EQ(polite.next(kStart), 3u);
  EXPECT_EQ(polite.next(kStart), std::nullopt);
  EXPECT_EQ(polite.wake(), kStart + Duration::minutes(10));
  EXPECT_NE(polite.explain(1, kStart).find("600 s"), std::string::npos);
  const Instant later = polite.wake();
  EXPECT_FALSE(polite.is_resting(0, later));
  EXPECT_EQ(polite.next(later), 1u);
  polite.rest(0, later + Duration::minutes(10));
  EXPECT_EQ(polite.next(later), std::nullopt);
  EXPECT_EQ(polite.next(later + Duration::minutes(10)), 2u);
  EXPECT_EQ(polite.next(later + Duration::minutes(10)), 0u);
}

TEST(SiteThrottle, WhatWasHeldBackCompetesWithWhatThePolicyWouldVisitNow) {
  Told told;
  told.worths = {{0, 1}, {1, 2}, {2, 5}};
  SiteThrottle polite(told);
  polite.add(0, {.site = 0}, kStart);
  polite.add(1, {.site = 1}, kStart);
  polite.add(2, {.site = 2}, kStart);
  polite.rest(0, kStart + Duration::seconds(1));
  EXPECT_EQ(polite.next(kStart), 1u);
  // Page 0 is held back and its site may be asked; the policy has page 2, which is worth more.
  EXPECT_EQ(polite.next(kStart + Duration::seconds(1)), 2u);
  EXPECT_EQ(polite.next(kStart + Duration::seconds(1)), 0u);
}

TEST(SiteThrottle, APageThatIsHeldBackAndSaidToHaveChangedIsTheNextOfItsSite) {
  Told told;
  constexpr Page kPages = 1'000;
  for (Page page = 0; page < kPages; ++page) told.worths[page] = 1'000 - page;
  SiteThrottle polite(told);
  for (Page page = 0; page < kPages; ++page) polite.add(page, {.site = 0}, kStart);
  polite.add(kPages, {.site = 1}, kStart);
  told.worths[kPages] = 0;
  polite.rest(0, kStart + Duration::seconds(1));
  EXPECT_EQ(polite.next(kStart), kPages);
  const Instant later = kStart + Duration::seconds(1);
  for (Page page = 0; page < 40; ++page) EXPECT_EQ(polite.next(later), page);
  told.worths[777] = 5'000;
  polite.announced(777, later);
  polite.rest(0, later + Duration::seconds(1));
  EXPECT_EQ(polite.next(later + Duration::seconds(1)), 777u);
}

TEST(SiteThrottle, RestsThatAreCutShortAreForgotten) {
  Told told;
  SiteThrottle polite(told);
  constexpr Site kSites = 100;
  for (Site site = 0; site < kSites; ++site) {
    told.worths[site] = 1;
    polite.add(site, {.site = site}, kStart);
  }
  Instant now = kStart;
  for (int i = 0; i < 20'000; ++i) {
    now += Duration::milliseconds(1);
    const auto page = polite.next(now);
    ASSERT_TRUE(page);
    polite.rest(*page, now + Duration::hours(1));
    polite.visited(*page, {}, now);
    polite.rest(*page, now);
    ASSERT_LE(polite.rests(), 2 * kSites);
  }
  polite.rest(7, now + Duration::hours(1));
  for (int i = 0; i < 1'000; ++i) polite.rest(8, now + Duration::minutes(10));
  EXPECT_TRUE(polite.is_resting(8, now + Duration::minutes(9)));
  std::set<Page> given;
  while (const auto page = polite.next(now + Duration::minutes(10))) given.insert(*page);
  EXPECT_EQ(given.size(), kSites - 1);
  EXPECT_EQ(polite.next(now + Duration::hours(1)), 7u);
}

TEST(SiteThrottle, ThePolicyIsLeftAloneWhileAllItsSitesRest) {
  Told told;
  SiteThrottle polite(told);
  for (Page page = 0; page < 100; ++page) {
    told.worths[page] = 1;
    polite.add(page, {.site = page % 4}, kStart);
  }
  for (Site site = 0; site < 4; ++site) polite.rest(site, kStart + Duration::hours(1 + site));
  EXPECT_EQ(polite.next(kStart), std::nullopt);
  EXPECT_EQ(told.asked, 0);
  EXPECT_EQ(polite.wake(), kStart + Duration::hours(1));
  // Said anew: the last word counts, earlier or later.
  polite.rest(0, kStart + Duration::hours(9));
  polite.rest(3, kStart + Duration::minutes(1));
  EXPECT_EQ(polite.next(kStart + Duration::hours(1)).value() % 4, 3u);
}

// Pages 0, 2 and 4 are of site 1, pages 1 and 3 of site 0, which costs twice as much for an hour.
class ExpensiveSite : public testing::Test {
 protected:
  ExpensiveSite() {
    told_.worths = {{0, 5}, {1, 3}, {2, 2}, {3, 1.8}, {4, 1}};
    for (Page page = 0; page < 5; ++page) throttle_.add(page, {.site = 1 - page % 2}, kStart);
  }

  Told told_;
  int asked_ = 0;
  const Instant cheap_again_ =
      Instant::from_unix_seconds(kStart.unix_seconds() / 3600 * 3600) + Duration::hours(1);
  SiteThrottle throttle_{told_, [this](Site site, Instant now) {
                           ++asked_;
                           return site == 0 && now < cheap_again_ ? 2.0 : 1.0;
                         }};
};

TEST_F(ExpensiveSite, CompetesWithItsWorthDividedByThat) {
  EXPECT_EQ(throttle_.next(kStart), 0u);
  EXPECT_EQ(throttle_.next(kStart), 2u) << "2 is more than half of 3";
  EXPECT_EQ(throttle_.next(kStart), 1u) << "1 is less";
  EXPECT_EQ(throttle_.next(kStart), 4u);
  EXPECT_EQ(throttle_.next(kStart), 3u) << "nothing waits that nothing better is there for";
  EXPECT_EQ(asked_, 2) << "once a site and hour";
}

TEST_F(ExpensiveSite, AtTheTurnOfTheHourPricesAreAskedAnew) {
  EXPECT_EQ(throttle_.next(kStart), 0u);
  EXPECT_EQ(throttle_.next(kStart), 2u);
  told_.worths[4] = 2.5;
  EXPECT_EQ(throttle_.next(cheap_again_), 1u);
  EXPECT_EQ(throttle_.next(cheap_again_), 3u);
}

TEST_F(ExpensiveSite, ItSaysSo) {
  EXPECT_NE(throttle_.explain(1, kStart).find("expensive at this hour, 2.0 times"),
            std::string::npos);
  EXPECT_EQ(throttle_.explain(1, cheap_again_), "told");
  EXPECT_EQ(throttle_.explain(0, kStart), "told");
}

TEST(SiteThrottle, WhereAllSitesAreDearThePolicysOrderHolds) {
  Told told;
  SiteThrottle polite(told, [](Site, Instant) { return 3.0; });
  for (Page page = 0; page < 100; ++page) {
    told.worths[page] = 1.0 + page;
    polite.add(page, {.site = page % 4}, kStart);
  }
  for (Page page = 0; page < 100; ++page) EXPECT_EQ(polite.next(kStart), page);
  EXPECT_EQ(told.asked, 100);
}

TEST(SiteThrottle, NoSiteCountsAsDearerThanSoMuch) {
  Told told;
  told.worths = {{0, 9}, {1, SiteThrottle::kMostExpensive + 0.1}, {2, 1}};
  SiteThrottle polite(told, [](Site site, Instant) { return site == 0 ? 1.0 : 1e9; });
  for (Page page = 0; page < 3; ++page) polite.add(page, {.site = page % 2}, kStart);
  EXPECT_EQ(polite.next(kStart), 0u);
  EXPECT_EQ(polite.next(kStart), 1u);
}

// Adds, visits, removes and rests at random, and keeps its own books of what must be where.
std::vector<Page> play(const PolicyEntry& entry, uint64_t seed,
                       SiteThrottle::CostFactor cost_factor = {}) {
  constexpr Site kSites = 6;
  std::mt19937_64 random(seed);
  const auto inner = entry.make({.visits_per_page_day = 1, .known_rates = {0.1, 1, 0.3, 2}});
  SiteThrottle polite(*inner, std::move(cost_factor));
  std::vector<Instant> until(kSites);
  std::set<Page> there;
  std::set<Page> out;
  std::vector<Page> given;
  Page fresh = 0;
  Instant now = kStart;
  const auto some = [&](const std::set<Page>& of) {
    return *std::next(of.begin(), static_cast<ptrdiff_t>(random() % of.size()));
  };
  for (int i = 0; i < 20'000; ++i) {
    now += Duration::seconds(static_cast<int64_t>(random() % 1'200));
    switch (random() % 8) {
      case 0:
        if (there.size() + out.size() > 60) break;
        polite.add(fresh, {.site = fresh % kSites, .weight = 1.0 + fresh % 5}, now);
        there.insert(fresh++);
        break;
      case 1: {
        std::set<Page>& of = random() % 2 == 0 ? there : out;
        if (of.empty() || random() % 4 != 0) break;
        const Page page = some(of);
        polite.removed(page, now);
        of.erase(page);
        break;
      }
      case 2:
      case 3: {
        if (out.empty()) break;
        const Page page = some(out);
        if (random() % 10 == 0)
          polite.failed(page, now);
        else
          polite.visited(page, {.changed = random() % 3 == 0}, now);
        out.erase(page);
        there.insert(page);
        break;
      }
      case 4: {
        const Site site = static_cast<Site>(random() % kSites);
        until[site] = now + Duration::minutes(static_cast<int64_t>(random() % 600));
        polite.rest(site, until[site]);
        break;
      }
      default:
        const std::optional<Page> page = polite.next(now);
        if (!page) break;
        EXPECT_LE(until[*page % kSites], now) << "page " << *page << " of a resting site";
        EXPECT_TRUE(there.contains(*page)) << "page " << *page << " is gone or in other hands";
        there.erase(*page);
        out.insert(*page);
        given.push_back(*page);
    }
  }
  // Nothing was lost: in the end all come, in time for those that wait for a day of the month.
  now += Duration::days(400);
  for (int i = 0; i < 2'000 && !there.empty(); ++i) {
    now += Duration::hours(1);
    while (const std::optional<Page> page = polite.next(now)) {
      EXPECT_EQ(there.erase(*page), 1u) << entry.name << ": page " << *page;
      out.insert(*page);
      given.push_back(*page);
    }
  }
  EXPECT_TRUE(there.empty()) << entry.name << ": " << there.size() << " pages are lost";
  return given;
}

TEST(SiteThrottle, NeverGivesAPageOfARestingSiteAndLosesNoneUnderAnyPolicy) {
  for (const PolicyEntry& entry : policies()) {
    const std::vector<Page> given = play(entry, kSeed);
    EXPECT_GT(given.size(), 100u) << entry.name;
    EXPECT_EQ(play(entry, kSeed), given) << entry.name << ": same calls, other choices";
    EXPECT_EQ(play(entry, kSeed, [](Site, Instant) { return 1.0; }), given) << entry.name;
  }
}

TEST(SiteThrottle, LosesNoPageToPricesThatChange) {
  const auto cost_factor = [](Site site, Instant now) {
    return 1.0 + static_cast<double>((now.unix_seconds() / 3600 + site) % 6);
  };
  for (const PolicyEntry& entry : policies()) {
    const std::vector<Page> given = play(entry, kSeed, cost_factor);
    EXPECT_GT(given.size(), 100u) << entry.name;
    EXPECT_EQ(play(entry, kSeed, cost_factor), given)
        << entry.name << ": same calls, other choices";
  }
}

}  // namespace
}  // namespace freshet::schedule
