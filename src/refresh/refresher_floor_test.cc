// Tests in virtual time that visits are not made if they would hardly find a change.
#include <functional>
#include <map>
#include <set>

#include "gtest/gtest.h"
#include "refresh/budget.h"
#include "refresh/refresher.h"

namespace freshet::refresh {
namespace {

const Instant kStart = Instant::from_unix_seconds(1'800'000'000);
constexpr store::SiteId kSite{1};

// Keeps a collection current within a budget as a run does: it sleeps until there is a page to
// visit and a request is allowed.
class SimulatedRun {
 public:
  // Returns when page `number` has changed for the last time before `now`.
  using LastChange = std::function<Instant(uint64_t number, Instant now)>;

  SimulatedRun(RefreshOptions options, double requests_per_second)
      : refresher_([&] {
          options.audit_share = 0;
          return options;
        }()),
        budget_(requests_per_second, Duration::seconds(1)) {}

  void add(uint64_t pages) {
    for (uint64_t page = 1; page <= pages; ++page) {
      refresher_.add({.key = {kSite, {page}}}, now_);
      seen_[page] = now_;
    }
  }
  void run(Duration time, const LastChange& last_change = {}) {
    const Instant end = now_ + time;
    while (now_ < end) {
      if (!budget_.allows_one(now_)) {
        now_ = std::min(budget_.next(now_), end);
      } else if (const auto choice = refresher_.next(now_)) {
        budget_.spend();
        visit(*choice, last_change);
      } else {
        now_ = std::min(refresher_.wake(now_), end);
        ++sleeps_;
      }
    }
  }

  Refresher refresher_;
  Budget budget_;
  Instant now_ = kStart;
  Found::Kind otherwise_ = Found::Kind::kSame;  // the result of visits that find no change
  std::map<uint64_t, Instant> seen_;            // by page: its last visit
  uint64_t visits_ = 0;
  uint64_t changes_ = 0;  // that visits found
  uint64_t sleeps_ = 0;

 private:
  void visit(const Refresher::Choice& choice, const LastChange& last_change) {
    const uint64_t page = choice.key.page.value;
    const bool changed = last_change && last_change(page, now_) > seen_[page];
    refresher_.visited(choice, {.kind = changed ? Found::Kind::kChanged : otherwise_}, now_);
    seen_[page] = now_;
    ++visits_;
    changes_ += changed ? 1 : 0;
  }
};

class UnderEveryPolicy : public testing::TestWithParam<const char*> {
 protected:
  RefreshOptions options() const {
    RefreshOptions options;
    options.policy = GetParam();
    return options;
  }
};

INSTANTIATE_TEST_SUITE_P(Floor, UnderEveryPolicy,
                         testing::Values("optimal", "uniform", "nutch-adaptive-1d"),
                         [](const auto& policy) {
                           std::string name = policy.param;
                           std::erase(name, '-');
                           return name;
                         });

// The budget allows to visit each of the 64 pages every 3 seconds.
TEST_P(UnderEveryPolicy, PagesThatNeverChangeCostTheLogarithmOfTheTime) {
  SimulatedRun run(options(), 64.0 / 3);
  run.add(64);
  // The expected visits are 1, 1, 1, 1, 1, 2, 2, 3, ... seconds apart: a quarter of the time,
  // rounded up.
  struct Stage {
    Duration time;
    double most;
  };
  const Stage stages[] = {{Duration::minutes(1), 14}, {Duration::minutes(10), 25},
                          {Duration::hours(1), 33},   {Duration::days(1), 47},
                          {Duration::days(4), 53},    {Duration::days(14), 63}};
  std::string measured;
  double visits = 0;
  for (const auto& [time, most] : stages) {
    run.run(kStart + time - run.now_);
    visits = static_cast<double>(run.visits_) / 64;
    measured += std::to_string(visits) + " ";
    EXPECT_LE(visits, most) << time.in_seconds();
  }
  RecordProperty("visits_a_page", measured);
  EXPECT_GE(visits, 3) << "nutch-adaptive has longer intervals of its own";
  EXPECT_LT(run.sleeps_, 2 * run.visits_) << "it sleeps until there is something to do";
}

TEST_P(UnderEveryPolicy, PagesThatAreGoneOrFailNeedFewVisits) {
  for (const Found::Kind kind : {Found::Kind::kGone, Found::Kind::kFailed}) {
    SimulatedRun run(options(), 20);
    run.add(8);
    run.run(Duration::hours(1));
    run.otherwise_ = kind;
    run.visits_ = 0;
    run.run(Duration::days(1));
    EXPECT_LE(run.visits_, 8U * 51);
    EXPECT_GE(run.visits_, 8U);
  }
}

TEST(RefresherFloor, WithoutAFloorTheWholeBudgetIsSpent) {
  for (const char* policy : {"optimal", "uniform"}) {
    SimulatedRun run({.policy = policy, .floor = {.min_gain = 0}}, 64.0 / 3);
    run.add(64);
    run.run(Duration::hours(1));
    EXPECT_GT(run.visits_, 76'000U) << policy;
  }
}

// A page that changes as often as the budget lets it be visited.
TEST(RefresherFloor, PageThatChangesEveryMinuteIsVisitedWheneverTheBudgetAllows) {
  for (const char* policy : {"optimal", "uniform"}) {
    RefreshOptions options;
    options.policy = policy;
    SimulatedRun run(options, 1.0 / 60);
    run.add(1);
    run.run(Duration::days(1), [](uint64_t, Instant now) {
      return Instant::from_unix_seconds(now.unix_seconds() / 60 * 60 - 1);
    });
    EXPECT_GE(run.visits_, 1'438U) << policy;
    EXPECT_GE(run.changes_, 1'437U) << policy;
  }
}

TEST(RefresherFloor, EditAfterTenMinutesIsFoundWithinTwoAndAHalfMinutes) {
  SimulatedRun run({}, 20);
  run.add(64);
  const Instant edited = kStart + Duration::minutes(10);
  const SimulatedRun::LastChange edit = [&](uint64_t page, Instant now) {
    return page == 7 && now >= edited ? edited : Instant();
  };
  run.run(Duration::minutes(10), edit);
  EXPECT_EQ(run.changes_, 0U);
  run.run(Duration::seconds(153), edit);
  EXPECT_EQ(run.changes_, 1U);
}

TEST(RefresherFloor, PageIsVisitedAfterTheLongestWaitWhateverIsBelieved) {
  Refresher refresher({.audit_share = 0});
  change::History history;
  for (int day = 0; day < 10; ++day) history.record({.at = kStart + Duration::days(40 * day)});
  const Instant last = kStart + Duration::days(360);
  refresher.recall({.key = {kSite, {1}}, .last_change = kStart}, history, 1);
  refresher.begin(last + Duration::hours(12));
  EXPECT_FALSE(refresher.next(last + Duration::hours(12)));
  EXPECT_EQ(refresher.wake(last + Duration::hours(12)), last + Duration::days(1));
  EXPECT_FALSE(refresher.next(last + Duration::hours(24) - Duration::seconds(1)));
  EXPECT_TRUE(refresher.next(last + Duration::hours(24)));
}

// The policy prefers the page with the largest weight, which is below the floor.
TEST(RefresherFloor, PagesAboveTheFloorAreChosenEvenIfThePolicyPrefersOneBelow) {
  Refresher refresher({.audit_share = 0});
  const auto recall = [&](uint64_t page, Instant last, double weight) {
    change::History history;
    for (int day = 20; day >= 0; --day) history.record({.at = last - Duration::days(day)});
    refresher.recall({.key = {kSite, {page}}, .last_change = last - Duration::days(20)}, history,
                     weight);
  };
  const Instant now = kStart + Duration::days(100);
  recall(1, now - Duration::hours(6), 1e6);
  recall(2, now - Duration::days(3), 1);
  refresher.begin(now);
  const auto choice = refresher.next(now);
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->key.page.value, 2U);
  EXPECT_FALSE(refresher.next(now));
  EXPECT_EQ(refresher.held_below_floor(), 1U);
}

class Static : public testing::Test {
 protected:
  static constexpr store::PageKey kPage{kSite, {3}};

  Static() {
    kept_.add(4);
    kept_.run(Duration::days(3));
    EXPECT_FALSE(refresher().next(now()));
  }
  Refresher& refresher() { return kept_.refresher_; }
  Instant now() const { return kept_.now_; }

  SimulatedRun kept_{{}, 20};
};

TEST_F(Static, PageThatIsPingedOrAnnouncedIsVisitedAtOnceAndOnlyOnce) {
  const auto notifications = {&Refresher::pinged, &Refresher::announced};
  for (const auto notify : notifications) {
    (refresher().*notify)(kPage.page, now(), now());
    const auto choice = refresher().next(now());
    ASSERT_TRUE(choice);
    EXPECT_EQ(choice->key, kPage);
    refresher().visited(*choice, {.kind = Found::Kind::kSame}, now());
    EXPECT_FALSE(refresher().next(now()));
    kept_.now_ += Duration::minutes(1);
  }
}

TEST_F(Static, WakeTimeIsWhenAPageIsWorthAVisit) {
  for (int i = 0; i < 10; ++i) {
    const Instant wake = refresher().wake(now());
    ASSERT_GT(wake, now());
    EXPECT_FALSE(refresher().next(wake - Duration::seconds(1)));
    kept_.now_ = wake;
    const auto choice = refresher().next(wake);
    ASSERT_TRUE(choice);
    refresher().visited(*choice, {.kind = Found::Kind::kSame}, wake);
    while (const auto another = refresher().next(wake)) {
      refresher().visited(*another, {.kind = Found::Kind::kSame}, wake);
    }
  }
}

TEST_F(Static, SaysWhyAndUntilWhenAPageWaits) {
  const auto below = refresher().below_floor(kPage.page, now());
  ASSERT_TRUE(below);
  EXPECT_GT(below->until, now());
  EXPECT_LE(below->until, now() + Duration::days(1));
  EXPECT_NE(below->words.find("the page is visited again when that reaches 5 %, or after 1 day"),
            std::string::npos)
      << below->words;
  EXPECT_EQ(refresher().expected(kPage.page, now()), below->until);
  EXPECT_FALSE(refresher().below_floor(kPage.page, below->until));
  EXPECT_FALSE(refresher().below_floor({99}, now()));
}

TEST_F(Static, PagesThatAreNotWantedAreNotReleased) {
  refresher().restrict_to([](store::SiteId) { return false; }, now());
  EXPECT_EQ(refresher().held_below_floor(), 0U);
  EXPECT_FALSE(refresher().next(now() + Duration::days(2)));
  refresher().restrict_to([](store::SiteId) { return true; }, now() + Duration::days(2));
  EXPECT_TRUE(refresher().next(now() + Duration::days(2)));
}

// Audits measure the whole collection: see docs/policies.md.
TEST(RefresherFloor, AuditsAreDrawnFromAllPages) {
  Refresher refresher({.audit_share = 1});
  for (uint64_t page = 1; page <= 50; ++page) refresher.add({.key = {kSite, {page}}}, kStart);
  std::set<uint64_t> audited;
  Instant now = kStart + Duration::seconds(1);
  for (int i = 0; i < 5'000; ++i, now += Duration::seconds(1)) {
    const auto choice = refresher.next(now);
    if (!choice) continue;
    if (choice->audit) audited.insert(choice->key.page.value);
    refresher.visited(*choice, {.kind = Found::Kind::kSame}, now);
  }
  EXPECT_EQ(audited.size(), 50U);
}

TEST(RefresherFloor, NoCallExaminesThousandsOfPages) {
  constexpr uint64_t kPages = 10'000;
  Refresher refresher({.policy = "uniform", .audit_share = 0});
  for (uint64_t page = 1; page <= kPages; ++page) refresher.add({.key = {kSite, {page}}}, kStart);
  size_t held = 0;
  while (refresher.wake(kStart) == kStart || held == 0) {
    EXPECT_FALSE(refresher.next(kStart));
    EXPECT_LE(refresher.held_below_floor() - held, 256U);
    held = refresher.held_below_floor();
  }
  EXPECT_EQ(held, kPages);
  EXPECT_EQ(refresher.wake(kStart), kStart + Duration::seconds(1));
}

}  // namespace
}  // namespace freshet::refresh
