#include "collection/clock_correction.h"

#include "change/history.h"
#include "collection/site_profile.h"
#include "gtest/gtest.h"
#include "support/scratch_folder.h"

namespace freshet::collection {
namespace {

const Instant kNow = Instant::from_unix_seconds(1'800'000'000);
constexpr Duration kAhead = Duration::days(400);
const Instant kLatest = kNow + kAhead;
const TimeShift kShift{.now = kNow, .ahead = kAhead};

store::PageKey key_of(uint64_t page) {
  return {{7}, {page}};
}

// A page that was visited an hour before the end, by the clock that was ahead.
store::PageState visited_page() {
  change::History history;
  history.record({.at = kNow - Duration::days(3), .size = 10});
  history.record({.at = kNow - Duration::days(2), .size = 10});
  history.record({.at = kLatest - Duration::hours(1), .changed = true, .size = 11});
  return {.key = key_of(1),
          .url = "http://a.test/1",
          .first_seen = kNow - Duration::days(3),
          .last_visit = kLatest - Duration::hours(1),
          .last_success = kLatest - Duration::hours(1),
          .last_change = kLatest - Duration::hours(1),
          .next_visit = Instant::never(),
          .result = store::VisitResult::kChanged,
          .own_modified = kLatest,
          .history = history.encode()};
}

TEST(ClockCorrection, TimesOfAPageAreReduced) {
  store::PageState page = visited_page();
  ASSERT_TRUE(correct(page, kShift));
  const Instant visit = kNow - Duration::hours(1);
  EXPECT_EQ(page.first_seen, kNow - Duration::days(3));
  EXPECT_EQ(page.last_visit, visit);
  EXPECT_EQ(page.last_success, visit);
  EXPECT_EQ(page.last_change, visit);
  EXPECT_EQ(page.next_visit, Instant::never());
  EXPECT_EQ(page.own_modified, kLatest) << "a date that the page claims stays";
  const auto history = change::History::decode(page.history);
  ASSERT_TRUE(history);
  const auto visits = history->recent();
  ASSERT_EQ(visits.size(), 3u);
  // A span of 400 days is stored with a precision of 1/4096.
  EXPECT_NEAR((kNow - visits[0].at).in_days(), 3, 0.1);
  EXPECT_EQ(visits[2].at, visit);
  EXPECT_TRUE(visits[2].changed);
  EXPECT_EQ(history->totals().requests, 3u);
  EXPECT_LT(history->sums(kNow).exposure, 3.1) << "no year was observed";
  EXPECT_FALSE(correct(page, kShift));
}

TEST(ClockCorrection, AWaitingPageIsDue) {
  store::PageState page{.key = key_of(2), .url = "http://a.test/2", .next_visit = kLatest};
  EXPECT_TRUE(correct(page, kShift));
  EXPECT_EQ(page.next_visit, kNow);
  page.next_visit = kLatest + Duration::seconds(30);
  EXPECT_TRUE(correct(page, kShift));
  EXPECT_EQ(page.next_visit, kNow + Duration::seconds(30));
  page.next_visit = kLatest + Duration::days(4'000);
  EXPECT_TRUE(correct(page, kShift));
  EXPECT_EQ(page.next_visit, kNow + Duration::days(1));
}

TEST(ClockCorrection, TheRemainderOfADelayStays) {
  SiteProfile profile;
  profile.failure = {.at = kLatest, .words = "connection refused"};
  profile.presence.none_since = kLatest - Duration::days(1);
  profile.load.add({.first_byte = Duration::seconds(1)}, kLatest);
  store::SiteState site{.id = {7},
                        .text = "http://a.test",
                        .discovered = kLatest - Duration::days(2),
                        .next_allowed = kLatest + Duration::seconds(5),
                        .resting_until = kLatest + Duration::hours(2),
                        .robots_fetched = kLatest - Duration::hours(3),
                        .learned = profile.encode()};
  ASSERT_TRUE(correct(site, kShift));
  EXPECT_EQ(site.discovered, kNow - Duration::days(2));
  EXPECT_EQ(site.next_allowed, kNow + Duration::seconds(5));
  EXPECT_EQ(site.resting_until, kNow + Duration::hours(2));
  EXPECT_EQ(site.robots_fetched, kNow - Duration::hours(3));
  const SiteProfile corrected = SiteProfile::decode(site.learned);
  EXPECT_EQ(corrected.failure->at, kNow);
  EXPECT_EQ(corrected.presence.none_since, kNow - Duration::days(1));
  EXPECT_TRUE(corrected.load.empty());
}

TEST(ClockCorrection, CorrectTimesStay) {
  store::PageState page = visited_page();
  page.last_visit = page.last_success = page.last_change = kNow;
  page.history.clear();
  const store::PageState before = page;
  EXPECT_FALSE(correct(page, kShift));
  EXPECT_EQ(page, before);
  store::SiteState site{.discovered = kNow - Duration::days(1), .next_allowed = kNow};
  EXPECT_FALSE(correct(site, kShift));
}

enum class Kind { kMemory, kRocksDb };

class CorrectedStore : public testing::TestWithParam<Kind> {
 protected:
  CorrectedStore() {
    if (GetParam() == Kind::kMemory)
      store_ = store::make_memory_store();
    else
      store_ = *store::open_rocksdb_store(folder_.path() + "/state");
  }
  void commit(const store::Batch& batch) {
    ASSERT_TRUE(store_->commit(batch, store::Durability::kProcess));
  }
  std::vector<Instant> times_of_changes() const {
    std::vector<Instant> times;
    EXPECT_TRUE(store_->each_change(Instant(), [&](const store::Change& change) {
      times.push_back(change.at);
      return true;
    }));
    return times;
  }

  const ScratchFolder folder_;
  std::unique_ptr<store::Store> store_;
};

TEST_P(CorrectedStore, HasNoTimesInTheFuture) {
  store::Batch batch;
  batch.admitted = {visited_page(),
                    {.key = key_of(2), .url = "http://a.test/2", .next_visit = kLatest},
                    {.key = key_of(3), .url = "http://a.test/3", .next_visit = kNow}};
  batch.sites = {{.id = {7}, .text = "http://a.test", .discovered = kLatest}};
  batch.changes = {{.at = kNow - Duration::days(1), .page = key_of(1)},
                   {.at = kLatest - Duration::hours(1), .page = key_of(1)},
                   {.at = kLatest, .page = key_of(2)}};
  note_latest_time(batch, kLatest);
  commit(batch);
  EXPECT_EQ(*time_ahead(*store_, kNow), kAhead);

  const auto corrected = correct_all_times(*store_, kShift);
  ASSERT_TRUE(corrected) << corrected.error().message;
  EXPECT_EQ(corrected->pages, 2u);
  EXPECT_EQ(corrected->sites, 1u);
  EXPECT_EQ(corrected->changes, 2u);
  EXPECT_EQ((**store_->page(key_of(1))).last_visit, kNow - Duration::hours(1));
  EXPECT_EQ((**store_->site({7})).discovered, kNow);
  // In the order of visits, each page once.
  const auto due = store_->due({7}, Instant::never(), 10, std::nullopt);
  ASSERT_TRUE(due);
  EXPECT_EQ(due->size(), 2u);
  for (const auto& one : *due) EXPECT_LE(one.next_visit, kNow);
  EXPECT_EQ(times_of_changes(),
            (std::vector{kNow - Duration::days(1), kNow - Duration::hours(1), kNow}));
  EXPECT_EQ(*time_ahead(*store_, kNow), Duration());
}

// Times that were written by a clock that was behind delay nothing.
TEST_P(CorrectedStore, TimesInThePastStay) {
  store::Batch batch;
  note_latest_time(batch, kNow - kAhead);
  commit(batch);
  EXPECT_EQ(*time_ahead(*store_, kNow), Duration());
}

TEST_P(CorrectedStore, TimesLessThanAMinuteAheadStay) {
  store::Batch batch;
  note_latest_time(batch, kNow + Duration::seconds(59));
  commit(batch);
  EXPECT_EQ(*time_ahead(*store_, kNow), Duration());
}

TEST_P(CorrectedStore, WithoutTheFactTheSitesAreRead) {
  commit({.sites = {{.id = {1}, .discovered = kNow}, {.id = {2}, .robots_fetched = kLatest}}});
  EXPECT_EQ(*time_ahead(*store_, kNow), kAhead);
}

INSTANTIATE_TEST_SUITE_P(Both, CorrectedStore, testing::Values(Kind::kMemory, Kind::kRocksDb));

}  // namespace
}  // namespace freshet::collection
