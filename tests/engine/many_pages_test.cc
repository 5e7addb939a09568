// Tests of collections with many pages: all are due at once after a month, and new pages together
// with known ones.
#include <set>

#include "collection/keys.h"
#include "engine/kept_world.h"

namespace freshet::test {
namespace {

// A large collection that was not visited for a month.
class ManyDue : public EngineWorld {
 protected:
  static constexpr int kSites = 1'000;
  static constexpr int kPages = 100;  // of each

  ManyDue() {
    web_.otherwise(links({}));
    for (int i = 0; i < kSites; ++i) commit_site("http://h" + std::to_string(i) + ".test");
    options_.seeds = {"http://h0.test/"};
    options_.collection.scope.kind = collection::ScopeKind::kAny;
    run_without_end();
  }

 private:
  void commit_site(const std::string& text) {
    const Instant visited = kStart - Duration::days(30);
    store::Batch batch;
    batch.sites.push_back({.id = collection::site_id(text),
                           .text = text,
                           .discovered = kStart - Duration::days(40),
                           .robots_fetched = kStart,
                           .robots_status = 404,
                           .pages = kPages});
    change::History history;
    history.record({.at = visited, .size = 1'000});
    for (int i = 0; i < kPages; ++i) {
      const std::string url = text + "/" + (i == 0 ? "" : std::to_string(i));
      batch.admitted.push_back({.key = collection::page_key(url),
                                .url = url,
                                .depth = 1,
                                .first_seen = visited,
                                .last_visit = visited,
                                .last_success = visited,
                                .last_change = visited,
                                .next_visit = Instant::never(),
                                .result = store::VisitResult::kNew,
                                .http_status = 200,
                                .size = 1'000,
                                .history = history.encode()});
    }
    ASSERT_TRUE(store_.commit(batch, store::Durability::kProcess));
  }
};

TEST_F(ManyDue, BudgetIsKeptFromTheFirstSecondAndSpreadOverHosts) {
  constexpr double kRate = 200;
  options_.run->requests_per_second = kRate;
  const crawl::Progress progress = run_for(Duration::seconds(10));
  EXPECT_EQ(progress.known, size_t{kSites} * kPages);
  EXPECT_NEAR(static_cast<double>(web_.count()), kRate * 10, kRate / 10);
  std::map<std::string, int> by_host;
  for (const auto& one : web_.requests()) ++by_host[one.url.substr(0, one.url.find('/', 7))];
  EXPECT_GT(by_host.size(), web_.count() / 4);
  for (const auto& [host, times] : by_host) EXPECT_LE(times, 10) << host;
}

// New and known pages share a run: neither may starve the other.
class Discovery : public KeptWorld {
 protected:
  void start_with(uint32_t hosts, uint32_t pages) {
    aquarium::WorldOptions world;
    world.hosts = hosts;
    world.pages_per_host = pages;
    world.page_bytes = 2'000;
    world.latency = Duration::milliseconds(2);
    start(world);
    run_without_end(100'000);  // more requests than the hosts allow
    options_.politeness.delay = Duration();
  }
  // Until all pages are collected, and a little longer. Returns the share of the requests until
  // then that went to known pages.
  double collect(uint64_t pages) {
    every(Duration::milliseconds(5), [this, pages] {
      if (is_running() && progress().pages >= pages) stop();
    });
    EXPECT_GE(run_for(Duration::minutes(2)).pages, pages) << "some were never requested";
    std::set<std::string> seen;
    double requests = 0;
    double repeats = 0;
    double share = 0;
    for (const Served& one : all_served_) {
      ++requests;
      if (seen.insert(one.url()).second)
        share = repeats / requests;
      else
        ++repeats;
    }
    return share;
  }
};

// Known pages get one request in six while there are new ones. Hosts without new pages at the time
// get requests for known pages in addition.
TEST_F(Discovery, NewPagesAreCollectedIfTheBudgetIsMoreThanHostsCanServe) {
  start_with(8, 100);
  const double known = collect(800);
  EXPECT_LT(known, 0.6);
  EXPECT_GT(known, 0.05);
}

TEST_F(Discovery, NewPagesAreCollectedIfHostsNeedADelay) {
  start_with(8, 40);
  options_.politeness.delay = Duration::milliseconds(10);
  EXPECT_LT(collect(320), 0.6);
}

}  // namespace
}  // namespace freshet::test
