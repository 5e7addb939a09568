// A large collection that nobody has looked after for a month: everything is due at once.
#include <map>

#include "aquarium/aquarium.h"
#include "change/history.h"
#include "crawl/keys.h"
#include "integration/crawling.h"
#include "store/store.h"

namespace freshet::test {
namespace {

constexpr uint32_t kHosts = 1'000;
constexpr uint32_t kPagesPerHost = 100;

class RunDue : public Crawling {
 protected:
  void SetUp() override {
    aquarium::AquariumOptions options;
    options.world.hosts = kHosts;
    options.world.pages_per_host = kPagesPerHost;
    options.world.page_bytes = 1'000;
    const auto port = aquarium_.start(options);
    ASSERT_TRUE(port) << port.error().message;
    address_ = "127.0.0.1:" + std::to_string(*port);
    prepare(system_clock_.now());
  }

  store::PageState known_page(const std::string& url, Instant visited) const {
    change::History history;
    history.record({.at = visited, .size = 1'000});
    return {.key = crawl::page_key(url),
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
            .history = history.encode()};
  }

  void prepare(Instant now) {
    auto store = store::open_rocksdb_store(folder_.path() + "/state");
    ASSERT_TRUE(store) << store.error().message;
    const aquarium::World& world = aquarium_.world();
    for (uint32_t host = 0; host < kHosts; ++host) {
      store::Batch batch;
      const std::string root = world.url({host, 0});
      batch.sites.push_back({.id = crawl::page_key(root).site,
                             .text = std::string(crawl::site_text(root)),
                             .discovered = now - Duration::days(40),
                             .robots_fetched = now,
                             .robots_status = 404,
                             .pages = kPagesPerHost});
      for (uint32_t page = 0; page < kPagesPerHost; ++page) {
        batch.admitted.push_back(known_page(world.url({host, page}), now - Duration::days(30)));
      }
      ASSERT_TRUE((*store)->commit(batch, store::Durability::kProcess));
    }
  }

  aquarium::Aquarium aquarium_;
  std::string address_;
};

TEST_F(RunDue, BeginsSoonKeepsItsBudgetAndSpreadsOverTheHosts) {
  constexpr double kRate = 200;
  constexpr double kSeconds = 5;
  crawl::CrawlOptions o = hasty(address_);
  o.seeds = {aquarium_.world().url({0, 0})};
  o.scope.kind = crawl::ScopeKind::kAny;
  o.politeness.delay = Duration::seconds(1);
  o.politeness.per_address = static_cast<int>(kHosts);
  o.run.emplace();
  o.run->requests_per_second = kRate;
  o.limits.max_time = Duration::from_seconds(kSeconds);
  const Instant opened = system_clock_.now();
  const crawl::Progress progress = run(o);
  const auto log = aquarium_.requests();
  ASSERT_FALSE(log.empty());
  const double start_up = (log.front().received - opened).in_seconds();
  RecordProperty("start_up", std::to_string(start_up));
  EXPECT_LT(start_up, 30);
  EXPECT_EQ(progress.known, size_t{kHosts} * kPagesPerHost);
  EXPECT_EQ(log.size(), progress.requests);
  EXPECT_GE(static_cast<double>(log.size()), 0.9 * kRate * kSeconds);
  EXPECT_LE(static_cast<double>(log.size()), kRate * progress.elapsed.in_seconds() + 1);

  std::map<std::string, int> by_host;
  int most = 0;
  for (const auto& request : log) most = std::max(most, ++by_host[request.host]);
  EXPECT_GT(by_host.size(), log.size() / 4);
  EXPECT_LE(most, static_cast<int>(kSeconds) + 1);
}

}  // namespace
}  // namespace freshet::test
