// How fresh a run keeps a collection, judged by the server: what was served when, and what changed
// when. The crawler's own belief is held against that, and so is what the simulator foretells.
#include <algorithm>
#include <map>
#include <thread>

#include "aquarium/aquarium.h"
#include "integration/crawling.h"
#include "schedule/registry.h"
#include "simulate/engine.h"

namespace freshet::test {
namespace {

constexpr double kScale = 108'000;  // a day and a quarter in a second
constexpr double kDays = 24;
constexpr double kVisitsPerPageDay = 0.3;
const Instant kStart = Instant::from_unix_seconds(1'767'225'600);

struct Page {
  double weight = 1;
  std::vector<Instant> changes;
  std::vector<Instant> visits;  // answered with content, or 304
};

class RunFreshness : public Crawling {
 protected:
  void SetUp() override {
    aquarium::AquariumOptions options;
    options.world.hosts = 12;
    options.world.pages_per_host = 40;
    options.world.page_bytes = 2'000;
    options.world.links_within = 10;
    options.world.links_across = 2;
    // As on the web, many pages never change, and sites differ.
    options.world.changes = aquarium::Mix<aquarium::ChangeKind>()
                                .with(aquarium::ChangeKind::kNever, 0.4)
                                .with(aquarium::ChangeKind::kPoisson, 0.6);
    options.world.changes_per_day = 0.3;
    options.world.max_changes_per_day = 24;
    options.virtual_clock = &clock_;
    const auto port = aquarium_.start(options);
    ASSERT_TRUE(port) << port.error().message;
    address_ = "127.0.0.1:" + std::to_string(*port);
  }

  crawl::CrawlOptions options() const {
    crawl::CrawlOptions o = hasty(address_);
    o.seeds = {aquarium_.world().url({0, 0})};
    o.scope.kind = crawl::ScopeKind::kAny;
    o.robots_lifetime = Duration::days(10'000);
    o.retry.patience = Duration::days(10);
    return o;
  }

  // Collects everything once, then keeps it fresh for a month.
  void run_policy(const std::string& policy) {
    const crawl::Progress collected = run(options(), clock_);
    ASSERT_EQ(collected.pages, 480u + 1) << collected.ended;  // one is the directory of hosts
    crawl::CrawlOptions o = options();
    o.run.emplace();
    o.run->refresh.policy = policy;
    o.run->refresh.visits_per_page_day = kVisitsPerPageDay;
    o.run->refresh.audit_share = 0;
    o.run->importance = crawl::Importance::kDepth;
    o.run->requests_per_second = kVisitsPerPageDay * 480 / 86'400;
    o.run->saved_up_for = Duration::days(1);  // the machine may be busy for as long as that takes
    o.limits.max_time = Duration::days(static_cast<int64_t>(kDays));
    begin_ = clock_.now();
    auto crawl = crawl::Crawl::open(o, clock_, log_);
    ASSERT_TRUE(crawl) << crawl.error().message;
    std::thread listener([&] { listen_to(**crawl); });
    EXPECT_TRUE((*crawl)->run());
    end_ = clock_.now();
    listener.join();
    requests_ = (*crawl)->progress().requests;
    crawl->reset();
    read_truth();
  }

  // What the crawler believes, in the last two thirds of the run.
  void listen_to(const crawl::Crawl& crawl) {
    const Instant from = begin_ + Duration::from_seconds(kDays * 86'400 / 3);
    double sum = 0;
    int count = 0;
    while (true) {
      const crawl::Progress progress = crawl.progress();
      if (!progress.ended.empty()) break;
      if (clock_.now() >= from && progress.believed_freshness) {
        sum += *progress.believed_freshness;
        ++count;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    believed_ = count > 0 ? sum / count : 0;
  }

  void read_truth() {
    const aquarium::World& world = aquarium_.world();
    for (const auto& [url, state] : pages()) {
      if (const auto page = world.find(url)) {
        pages_[url] = {.weight = 1.0 / (1 + state.depth),
                       .changes = world.process(*page).changes(kStart, end_, 1'000'000)};
      }
    }
    for (const aquarium::LoggedRequest& request : aquarium_.requests()) {
      if (request.status != 200 && request.status != 304) continue;
      const auto page = pages_.find("http://" + request.host + request.target);
      if (page != pages_.end()) page->second.visits.push_back(request.virtual_time);
    }
  }

  // Weight of current copies over that of all, in the last two thirds of the run.
  double measured_freshness() const {
    const Instant from = begin_ + Duration::from_seconds((end_ - begin_).in_seconds() / 3);
    double weight = 0;
    double current = 0;
    for (const auto& [url, page] : pages_) {
      weight += page.weight * (end_ - from).in_seconds();
      for (size_t i = 0; i < page.visits.size(); ++i) {
        const Instant visit = page.visits[i];
        const Instant next = i + 1 < page.visits.size() ? page.visits[i + 1] : end_;
        const auto change = std::upper_bound(page.changes.begin(), page.changes.end(), visit);
        const Instant stale = change == page.changes.end() ? end_ : *change;
        const Instant begins = std::max(visit, from);
        const Instant ends = std::min({stale, next, end_});
        if (ends > begins) current += page.weight * (ends - begins).in_seconds();
      }
    }
    return current / weight;
  }

  // What the simulator says of the same pages, changes and budget.
  double foretold_freshness(const std::string& policy) const {
    simulate::World world{.begins_current = true};
    world.start = begin_;
    world.end = end_;
    std::map<std::string, schedule::Site> sites;
    for (const auto& [url, page] : pages_) {
      const std::string host = url.substr(0, url.find('/', 8));
      const auto [site, is_new] = sites.emplace(host, sites.size());
      if (is_new) {
        world.hosts.push_back(host);
        world.first_pages.push_back(static_cast<schedule::Page>(world.pages.size()));
      }
      const auto number = static_cast<schedule::Page>(world.pages.size());
      world.pages.push_back({.site = site->second, .weight = page.weight});
      for (const Instant change : page.changes) {
        if (change <= begin_) continue;
        world.events.push_back(
            {.at = change, .page = number, .kind = simulate::Event::Kind::kModified});
      }
    }
    std::stable_sort(world.events.begin(), world.events.end(),
                     [](const auto& a, const auto& b) { return a.at < b.at; });
    const auto made =
        schedule::find_policy(policy)->make({.visits_per_page_day = kVisitsPerPageDay});
    const simulate::RunOptions how{.visits_per_page_day = kVisitsPerPageDay,
                                   .measured_share = 2.0 / 3};
    return simulate::run(world, *made, how).freshness;
  }

  const ScaledClock clock_{kStart, kScale};
  aquarium::Aquarium aquarium_;
  std::string address_;
  Instant begin_;
  Instant end_;
  uint64_t requests_ = 0;
  double believed_ = 0;
  std::map<std::string, Page> pages_;
};

// Stated tolerances: the simulator knows neither the time that a request takes nor the visits of
// the first collection; both have 480 pages and one draw of their changes.
TEST_F(RunFreshness, OfOptimalIsAsForetoldAndBelievedAndBetterThanOthers) {
  run_policy("optimal");
  const double expected = kVisitsPerPageDay * 480 * kDays;
  EXPECT_NEAR(static_cast<double>(requests_), expected, 0.02 * expected);
  const double measured = measured_freshness();
  const double foretold = foretold_freshness("optimal");
  const double uniform = foretold_freshness("uniform");
  const double nutch = foretold_freshness("nutch-adaptive");
  RecordProperty("measured", std::to_string(measured));
  EXPECT_NEAR(measured, foretold, 0.02 * foretold);
  EXPECT_NEAR(measured, believed_, 0.025);
  EXPECT_GT(measured, uniform + 0.02);
  EXPECT_GT(measured, nutch + 0.02);
}

TEST_F(RunFreshness, OfUniformIsAsForetoldAndBelieved) {
  run_policy("uniform");
  const double foretold = foretold_freshness("uniform");
  EXPECT_NEAR(measured_freshness(), foretold, 0.02 * foretold);
  EXPECT_NEAR(measured_freshness(), believed_, 0.025);
}

}  // namespace
}  // namespace freshet::test
