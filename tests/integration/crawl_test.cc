// Tests of the whole crawler over real sockets on the aquarium, whose truth and request log are
// compared with the result.
#include <algorithm>
#include <map>
#include <set>
#include <thread>

#include "aquarium/aquarium.h"
#include "aquarium/politeness.h"
#include "aquarium/truth.h"
#include "integration/crawling.h"
#include "store/store.h"

namespace freshet {
namespace {

class CrawlTest : public test::Crawling {
 protected:
  void start(const aquarium::WorldOptions& world) {
    aquarium::AquariumOptions options;
    options.world = world;
    const auto port = aquarium_.start(options);
    ASSERT_TRUE(port) << port.error().message;
  }

  crawl::CrawlOptions options() const {
    crawl::CrawlOptions o = hasty("127.0.0.1:" + std::to_string(aquarium_.port()));
    o.seeds = {aquarium_.world().url({0, 0})};
    o.collection.scope.kind = collection::ScopeKind::kDomain;
    o.politeness.per_host = 4;
    o.retry.attempts = 2;
    o.retry.patience = Duration::seconds(3);
    o.fetch.idle_timeout = Duration::seconds(2);
    o.fetch.total_timeout = Duration::seconds(5);
    return o;
  }

  // Returns the URLs of pages with content in the state.
  std::set<std::string> collected() const {
    std::set<std::string> urls;
    for (const auto& [url, page] : pages()) {
      const bool content =
          page.result == store::VisitResult::kNew || page.result == store::VisitResult::kDuplicate;
      if (content && !page.sitemap) urls.insert(url);
    }
    return urls;
  }

  std::set<std::string> truth() const {
    const auto urls = aquarium::urls_to_collect(aquarium_.world());
    return {urls.begin(), urls.end()};
  }

  aquarium::Aquarium aquarium_;
};

TEST_F(CrawlTest, EverythingReachableIsCollectedExactlyOnce) {
  start({.seed = 7, .hosts = 5, .pages_per_host = 60});
  const crawl::Progress progress = run(options());
  EXPECT_EQ(collected(), truth());
  EXPECT_EQ(progress.waiting, 0u);
  EXPECT_EQ(progress.pages, truth().size());

  std::map<std::string, int> requests;
  for (const aquarium::LoggedRequest& r : aquarium_.requests()) ++requests[r.host + r.target];
  for (const auto& [url, times] : requests) EXPECT_EQ(times, 1) << url;
  for (const auto& [url, found] : archived()) EXPECT_EQ(found.records, 1) << url;
  EXPECT_EQ(archived().size(), truth().size());
}

TEST_F(CrawlTest, SeveralShardsCollectTheSame) {
  start({.seed = 15, .hosts = 12, .pages_per_host = 20});
  crawl::CrawlOptions o = options();
  o.workers = 3;
  EXPECT_EQ(run(o).pages, truth().size());
  EXPECT_EQ(collected(), truth());
  std::map<std::string, int> requests;
  for (const aquarium::LoggedRequest& r : aquarium_.requests()) ++requests[r.host + r.target];
  for (const auto& [url, times] : requests) EXPECT_EQ(times, 1) << url;
}

TEST_F(CrawlTest, CrawlContinuesWhereTheLastOneStopped) {
  start({.seed = 8, .hosts = 3, .pages_per_host = 80});
  crawl::CrawlOptions o = options();
  o.limits.max_pages = 50;
  const crawl::Progress first = run(o);
  EXPECT_EQ(first.pages, 50u);
  EXPECT_GT(first.waiting, 0u);
  const crawl::Progress second = run(options());
  EXPECT_EQ(collected(), truth());
  EXPECT_EQ(first.pages + second.pages, truth().size());
  const crawl::Progress third = run(options());
  EXPECT_EQ(third.requests, 0u);
}

TEST_F(CrawlTest, DepthIsCountedFromTheSeed) {
  start({.seed = 10, .hosts = 1, .pages_per_host = 200});
  crawl::CrawlOptions o = options();
  o.collection.scope.max_depth = 0;
  EXPECT_EQ(run(o).pages, 1u);
}

TEST_F(CrawlTest, TheDiscoveredSitesOutsideTheScopeAreRecorded) {
  start({.seed = 11, .hosts = 4, .pages_per_host = 20});
  crawl::CrawlOptions o = options();
  o.collection.scope.kind = collection::ScopeKind::kHost;
  run(o);
  for (const std::string& url : collected()) {
    EXPECT_TRUE(url.starts_with("http://h0.aquarium.test/")) << url;
  }
  size_t outside = 0;
  auto store = store::open_rocksdb_store(folder_.path() + "/state");
  ASSERT_TRUE((*store)->each_site([&](const store::SiteState& site) {
    outside += site.in_scope ? 0 : 1;
    return true;
  }));
  EXPECT_EQ(outside, 3u);
}

TEST_F(CrawlTest, StoppingRequeuesRequestsInFlight) {
  start({.seed = 12, .hosts = 2, .pages_per_host = 300});
  crawl::CrawlOptions o = options();
  o.politeness.delay = Duration::milliseconds(5);
  auto crawl = crawl::Crawl::open(o, system_clock_, log_);
  ASSERT_TRUE(crawl);
  std::thread stopper([&] {
    while ((*crawl)->progress().pages < 20) std::this_thread::yield();
    (*crawl)->stop();
  });
  ASSERT_TRUE((*crawl)->run());
  stopper.join();
  EXPECT_EQ((*crawl)->progress().ended, "stopped");
  EXPECT_GT((*crawl)->progress().waiting, 0u);
  crawl->reset();
  run(options());
  EXPECT_EQ(collected(), truth());
}

// The profile has some of everything that occurs on the web, including faults.
TEST_F(CrawlTest, MixedWebIsCollectedAndItsRulesAreObeyed) {
  aquarium::WorldOptions world = *aquarium::profile("mixed");
  world.seed = 21;
  world.hosts = 24;
  world.pages_per_host = 20;
  world.near_duplicates = 20;
  // Delays are short, because only the order matters.
  world.latency = Duration::milliseconds(2);
  world.slow = Duration::milliseconds(300);
  world.crawl_delay = Duration::milliseconds(10);
  world.busy_length = Duration::milliseconds(500);
  world.busy_period = Duration::seconds(2);
  start(world);
  crawl::CrawlOptions o = options();
  o.collection.max_pages_per_site = 300;  // some hosts are endless
  o.politeness.per_host = 1;  // otherwise a request may be sent before a Retry-After arrives
  o.retry.patience = Duration::milliseconds(1500);
  run(o);
  const std::set<std::string> got = collected();
  std::vector<std::string> missing;
  const std::set<std::string> expected = truth();
  std::set_difference(expected.begin(), expected.end(), got.begin(), got.end(),
                      std::back_inserter(missing));
  EXPECT_TRUE(missing.empty()) << missing.size() << " of " << expected.size() << ", such as "
                               << missing.front();
  for (const aquarium::HostPoliteness& m :
       aquarium::measure_politeness(aquarium_.world(), aquarium_.requests())) {
    const std::string host = aquarium_.world().host_name(m.host);
    EXPECT_EQ(m.forbidden, 0u) << host;
    EXPECT_EQ(m.held_back, 0u) << host;
    EXPECT_EQ(m.before_robots, 0u) << host;
    EXPECT_EQ(m.impatient, 0u) << host;
    EXPECT_EQ(m.most_at_once, 1u) << host;
  }
}

TEST_F(CrawlTest, TwoProcessesOnOneFolderAreRefused) {
  start({.seed = 13, .hosts = 1, .pages_per_host = 5});
  auto first = crawl::Crawl::open(options(), system_clock_, log_);
  ASSERT_TRUE(first);
  const auto second = crawl::Crawl::open(options(), system_clock_, log_);
  ASSERT_FALSE(second);
}

TEST_F(CrawlTest, ABadSeedOrPatternIsAnErrorBeforeAnythingStarts) {
  start({.seed = 14, .hosts = 1, .pages_per_host = 5});
  crawl::CrawlOptions o = options();
  o.seeds = {"http://["};
  EXPECT_FALSE(crawl::Crawl::open(o, system_clock_, log_));
  o = options();
  o.collection.scope.exclude = {"("};
  EXPECT_FALSE(crawl::Crawl::open(o, system_clock_, log_));
  EXPECT_TRUE(aquarium_.requests().empty());
}

}  // namespace
}  // namespace freshet
