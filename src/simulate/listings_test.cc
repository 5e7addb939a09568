#include "simulate/listings.h"

#include <algorithm>
#include <set>

#include "gtest/gtest.h"
#include "simulate/engine.h"

namespace freshet::simulate {
namespace {

using schedule::Page;

Instant day(double days) {
  return Instant() + Duration::from_seconds(days * 86'400);
}

// Pages of one host that exist from day 0; page i is modified on the given days.
World world_of(const std::vector<std::vector<double>>& changes, double days) {
  World world{.hosts = {"h"}, .first_pages = {0}, .start = day(0), .end = day(days)};
  for (Page page = 0; page < changes.size(); ++page) {
    world.pages.push_back({});
    world.events.push_back({.at = day(0), .page = page, .kind = Event::Kind::kAdded});
    for (const double at : changes[page]) {
      world.events.push_back({.at = day(at), .page = page, .kind = Event::Kind::kModified});
    }
  }
  std::stable_sort(world.events.begin(), world.events.end(),
                   [](const Event& a, const Event& b) { return a.at < b.at; });
  return world;
}

Signals signals_of(const char* text) {
  const auto signals = parse_signals(text);
  EXPECT_TRUE(signals) << text;
  return signals ? *signals : Signals{};
}

// A policy that reads the listing at every second turn, and visits reported pages in between.
class Listener final : public schedule::Policy {
 public:
  explicit Listener(bool listens = true) : listens_(listens) {}
  void add(Page page, const schedule::PageFacts& facts, Instant) override {
    if (facts.is_listing)
      listing_ = page;
    else
      listed_on_ = facts.listed_on;
  }
  std::optional<Page> next(Instant now) override {
    now_ = now;
    if (!announced_.empty()) {
      const Page page = *announced_.begin();
      announced_.erase(announced_.begin());
      return page;
    }
    return listing_;
  }
  void visited(Page page, const schedule::Seen& seen, Instant) override {
    if (page == listing_) return;
    ++visits_;
    changed_ += seen.changed ? 1 : 0;
  }
  void announced(Page page, Instant) override {
    announced_.insert(page);
    ++announcements_;
  }
  bool uses_listings() const override { return listens_; }
  void removed(Page, Instant) override {}
  Instant wake() const override { return now_ + Duration::hours(1); }
  std::string explain(Page, Instant) const override { return ""; }

  bool listens_;
  Instant now_;
  std::optional<Page> listing_;
  std::optional<Page> listed_on_;
  std::set<Page> announced_;
  int announcements_ = 0;
  int visits_ = 0;
  int changed_ = 0;
};

TEST(Signals, AreParsedFromText) {
  EXPECT_FALSE(signals_of("none").offered);
  EXPECT_TRUE(signals_of("honest").offered);
  const Signals partial = signals_of("partial:0.7,0.01,12");
  EXPECT_EQ(partial.recall, 0.7);
  EXPECT_EQ(partial.false_per_page_day, 0.01);
  EXPECT_EQ(partial.delay, Duration::hours(12));
  for (const char* wrong :
       {"", "some", "partial:", "partial:1", "partial:1,0", "partial:1,0,0,0", "partial:2,0,0",
        "partial:-1,0,0", "partial:nan,0,0", "partial:1,0,x"}) {
    EXPECT_FALSE(parse_signals(wrong)) << wrong;
  }
}

TEST(Listings, HaveFiftyThousandPagesOfAHost) {
  World world{.hosts = {"a", "b"}, .first_pages = {0, 60'000}};
  world.pages.assign(60'000, {.site = 0});
  world.pages.resize(60'001, {.site = 1});
  const Listings listings(world, signals_of("honest"));
  ASSERT_EQ(listings.count(), 3u);
  EXPECT_EQ(listings.listing_of(0), 60'001u);
  EXPECT_EQ(listings.listing_of(49'999), 60'001u);
  EXPECT_EQ(listings.listing_of(50'000), 60'002u);
  EXPECT_EQ(listings.number(60'002), 1u);
  EXPECT_EQ(listings.listing_of(60'000), 60'003u);
  EXPECT_EQ(listings.site(60'003), 1u);
  EXPECT_EQ(listings.number(60'003), 0u);
}

TEST(Listings, ReportAChangeOnceAndOnlyIfThePageWasNotVisitedSince) {
  const World world = world_of({{1, 2}, {1}, {3}}, 10);
  Listings listings(world, signals_of("honest"));
  for (const Event& event : world.events) {
    if (event.kind == Event::Kind::kModified && event.at <= day(2)) listings.happened(event);
  }
  listings.visited(1, day(1.5));
  EXPECT_EQ(listings.read(3, day(2)), (std::vector<Page>{0}));
  EXPECT_EQ(listings.read(3, day(2.5)), std::vector<Page>());
  listings.happened(world.events.back());
  EXPECT_EQ(listings.read(3, day(3)), (std::vector<Page>{2}));
}

TEST(Listings, ADelayedReportComesLaterAndNotAfterAVisit) {
  const World world = world_of({{1}, {1}}, 10);
  Listings listings(world, signals_of("partial:1,0,24"));
  listings.happened({.at = day(1), .page = 0, .kind = Event::Kind::kModified});
  listings.happened({.at = day(1), .page = 1, .kind = Event::Kind::kModified});
  EXPECT_TRUE(listings.read(2, day(1.9)).empty());
  listings.visited(1, day(1.95));
  EXPECT_EQ(listings.read(2, day(2)), (std::vector<Page>{0}));
}

// 1,000 pages with one change each, in 10 days: the standard deviation of a recall of 0.7 is 0.015.
// 0.02 false reports a page and day are 200, with a standard deviation of 14.
TEST(Listings, ReportWithTheGivenRecallAndFalseRate) {
  World world = world_of(std::vector<std::vector<double>>(1'000, {5}), 10);
  Listings some(world, signals_of("partial:0.7,0,0"));
  Listings lying(world, signals_of("partial:0,0.02,0"));
  for (const Event& event : world.events) {
    if (event.kind != Event::Kind::kModified) continue;
    some.happened(event);
    lying.happened(event);
  }
  EXPECT_NEAR(static_cast<double>(some.read(1'000, day(10)).size()), 700, 50);
  double claims = 0;
  for (int at = 1; at <= 100; ++at) {
    claims += static_cast<double>(lying.read(1'000, day(at / 10.0)).size());
  }
  EXPECT_NEAR(claims, 200, 50);
}

TEST(Engine, AnHonestListingLeadsToEveryChangeAndNoOtherPage) {
  const World world = world_of({{3.1, 7.3}, {}, {5.2}, {}}, 10);
  Listener policy;
  std::vector<Visit> log;
  const Outcome outcome = run(world, policy,
                              {.visits_per_page_day = 2,
                               .measured_share = 1,
                               .signals = signals_of("honest"),
                               .log = [&](const Visit& visit) { log.push_back(visit); }});
  EXPECT_EQ(policy.listing_, Page{4});
  EXPECT_EQ(policy.listed_on_, Page{4});
  EXPECT_EQ(policy.announcements_, 3);
  EXPECT_EQ(policy.visits_, 3);
  EXPECT_EQ(policy.changed_, 3);
  EXPECT_EQ(outcome.changes_seen, 3u);
  EXPECT_EQ(outcome.requests, log.size());
  // The budget of four pages is eight visits a day; a listing does not add to it.
  EXPECT_NEAR(static_cast<double>(log.size()), 80, 1);
  EXPECT_EQ(std::count_if(log.begin(), log.end(), [](const Visit& v) { return !v.listing; }),
            4 + 3);
  EXPECT_EQ(log.back().listing, 0u);
  EXPECT_EQ(log.back().site, 0u);
  // There is a visit each eighth of a day; a change is found within two or three visits.
  EXPECT_GT(outcome.freshness, 0.93);
}

TEST(Engine, APolicyThatDoesNotUseListingsGetsNone) {
  const World world = world_of({{3}, {5}}, 10);
  Listener policy(false);
  const Outcome outcome =
      run(world, policy, {.visits_per_page_day = 1, .signals = signals_of("honest")});
  EXPECT_EQ(outcome.requests, 2u);
  EXPECT_FALSE(policy.listing_);
  EXPECT_FALSE(policy.listed_on_);
}

TEST(Engine, ReportsDoNotDependOnLaterEvents) {
  std::vector<std::vector<double>> changes(50);
  Chance chance(9);
  for (auto& of_page : changes) {
    for (double at = chance.exponential(0.2); at < 100; at += chance.exponential(0.2)) {
      of_page.push_back(at);
    }
  }
  const World world = world_of(changes, 100);
  const auto log_until = [&](double until) {
    Listener policy;
    std::vector<std::pair<Page, int64_t>> log;
    run(world, policy,
        {.visits_per_page_day = 0.5,
         .until = day(until),
         .signals = signals_of("partial:0.7,0.05,6"),
         .log = [&](const Visit& visit) {
           if (visit.at < day(40)) log.emplace_back(visit.page, visit.at.unix_microseconds());
         }});
    return log;
  };
  EXPECT_EQ(log_until(100), log_until(40));
  EXPECT_GT(log_until(40).size(), 500u);
}

}  // namespace
}  // namespace freshet::simulate
