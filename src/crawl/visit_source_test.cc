#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "change/history.h"
#include "collection/keys.h"
#include "crawl/continuous_source.h"
#include "crawl/one_shot_source.h"

namespace freshet::crawl {
namespace {

constexpr char kSite[] = "http://a.test";

class VisitSourceTest : public testing::Test {
 protected:
  VisitSourceTest() { add_site(kSite); }

  void add_site(const std::string& text) {
    const store::SiteState site{.id = collection::site_id(text), .text = text, .in_scope = true};
    sites_.load(site);
    frontier_.add_site(site);
    frontier_.set_address(site.id, digest::fingerprint(text).value);
    frontier_.set_rules(site.id, Duration(), Instant::never());
  }

  // Adds a page to the store that was visited `days` ago.
  void add_known(const std::string& url, int days) {
    const Instant then = now_ - Duration::days(days);
    change::History history;
    history.record({.at = then, .outcome = change::Outcome::kSuccess});
    store::PageState page{.key = collection::page_key(url),
                          .url = url,
                          .first_seen = then,
                          .last_visit = then,
                          .last_success = then,
                          .next_visit = Instant::never(),
                          .result = store::VisitResult::kNew,
                          .history = history.encode()};
    ASSERT_TRUE(store_->commit({.pages = {page}}, store::Durability::kProcess));
  }
  void queue_new(const std::string& url) {
    frontier_.queue(
        {.key = collection::page_key(url), .url = url, .first_seen = now_, .not_before = now_});
    has_new_ = true;
  }
  ContinuousSource make(double requests_per_second) {
    RunOptions options;
    options.requests_per_second = requests_per_second;
    options.saved_up_for = Duration::seconds(1);
    EXPECT_TRUE(
        known_.begin(collection::Importance::kLinks, {}, now_, [](const store::PageState&) {}));
    return {options, frontier_, sites_, known_,
            ContinuousSource::Callbacks{
                .look_up = [this](const auto& choices) { return look_up(choices); },
                .is_store_remote = is_store_remote_,
                .is_outside = [](const store::PageState&) { return false; },
                .is_for_rules = [](store::PageId) { return false; },
                .has_new_pages = [this] { return has_new_; }}};
  }

  Result<std::vector<std::optional<Revisit>>> look_up(
      const std::vector<refresh::Refresher::Choice>& choices) {
    look_ups_.push_back(choices.size());
    std::vector<std::optional<Revisit>> revisits;
    for (const auto& choice : choices) {
      revisits.push_back(Revisit{.choice = choice, .before = store_->page(choice.key)->value()});
    }
    return revisits;
  }

  std::vector<size_t> look_ups_;  // how many pages each asked for
  bool is_store_remote_ = false;
  Instant now_ = Instant::from_unix_seconds(1'790'000'000);
  std::unique_ptr<store::Store> store_ = store::make_memory_store();
  frontier::Frontier frontier_{{}, {}};
  SiteTable sites_;
  KnownPages known_{*store_};
  bool has_new_ = false;
};

TEST_F(VisitSourceTest, OneShotVisitsThePagesOfTheFrontierOnce) {
  OneShotSource source(frontier_);
  queue_new("http://a.test/1");
  EXPECT_FALSE(source.is_endless());
  auto lease = source.next(now_);
  ASSERT_TRUE(lease);
  EXPECT_EQ(lease->page().url, "http://a.test/1");
  source.settle(std::move(*lease), {}, now_);
  EXPECT_FALSE(source.next(now_ + Duration::hours(1)));
  EXPECT_EQ(source.wake_at(now_), Instant::never());
  EXPECT_FALSE(source.set_rate(1, now_)) << "it has no budget";
  EXPECT_EQ(source.rate(), std::nullopt);
}

TEST_F(VisitSourceTest, ContinuousVisitsAKnownPageAgain) {
  add_known("http://a.test/1", 30);
  ContinuousSource source = make(10);
  now_ = now_ + Duration::seconds(1);
  source.next(now_);  // starts the budget
  now_ = now_ + Duration::seconds(1);
  auto lease = source.next(now_);
  ASSERT_TRUE(lease);
  EXPECT_TRUE(lease->page().revisit);
  EXPECT_TRUE(known_.revisits().has(lease->page().key.page));
  EXPECT_EQ(known_.revisits().queued(), 0u);
  EXPECT_FALSE(source.next(now_)) << "it is in flight";
}

TEST_F(VisitSourceTest, ContinuousReadsSeveralPagesAtATimeFromARemoteStore) {
  for (int i = 0; i < 20; ++i) {
    const std::string site = "http://h" + std::to_string(i) + ".test";
    add_site(site);
    add_known(site + "/", 30);
  }
  is_store_remote_ = true;
  ContinuousSource source = make(100);
  std::set<uint64_t> visited;
  for (int step = 0; step < 200; ++step) {
    now_ = now_ + Duration::milliseconds(100);
    while (auto lease = source.next(now_)) visited.insert(lease->page().key.page.value);
  }
  EXPECT_EQ(visited.size(), 20u);
  EXPECT_GT(*std::max_element(look_ups_.begin(), look_ups_.end()), 5u);
}

TEST_F(VisitSourceTest, ContinuousStaysWithinItsBudget) {
  for (int i = 0; i < 50; ++i) queue_new("http://a.test/" + std::to_string(i));
  ContinuousSource source = make(0.5);
  int requests = 0;
  for (int second = 0; second < 100; ++second) {
    now_ = now_ + Duration::seconds(1);
    while (auto lease = source.next(now_)) {
      ++requests;
      source.settle(std::move(*lease), {}, now_);
    }
  }
  EXPECT_GE(requests, 45);
  EXPECT_LE(requests, 51);
  EXPECT_GT(source.wake_at(now_), now_);
  EXPECT_TRUE(source.obstacle_of({1}, now_)) << "the budget is an obstacle";
}

TEST_F(VisitSourceTest, ARequestThatIsNotSentUsesNoBudget) {
  for (int i = 0; i < 50; ++i) queue_new("http://a.test/" + std::to_string(i));
  ContinuousSource source = make(0.1);
  now_ = now_ + Duration::seconds(10);
  source.next(now_);
  now_ = now_ + Duration::seconds(10);
  for (int i = 0; i < 20; ++i) {
    auto lease = source.next(now_);
    ASSERT_TRUE(lease) << i;
    source.not_sent();
    source.settle(std::move(*lease), {.sent = false}, now_);
  }
}

TEST_F(VisitSourceTest, ARateOfZeroPausesTheRun) {
  queue_new("http://a.test/1");
  ContinuousSource source = make(1);
  ASSERT_TRUE(source.set_rate(0, now_));
  now_ = now_ + Duration::hours(1);
  EXPECT_FALSE(source.next(now_));
  EXPECT_EQ(source.wake_at(now_), Instant::never());
  ASSERT_TRUE(source.set_rate(2, now_));
  now_ = now_ + Duration::seconds(2);
  EXPECT_TRUE(source.next(now_));
  EXPECT_EQ(source.rate(), 2);
}

}  // namespace
}  // namespace freshet::crawl
