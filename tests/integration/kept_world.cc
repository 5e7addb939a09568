#include "integration/kept_world.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "schedule/registry.h"
#include "simulate/engine.h"

namespace freshet::test {
namespace {

constexpr double kLearning = 1.0 / 3;  // of a run, before it is measured

bool has_content(int status) {
  return status == 200 || status == 304;
}

}  // namespace

const Instant KeptWorld::kStart = Instant::from_unix_seconds(1'767'225'600);

KeptWorld::KeptWorld(double scale) : KeptWorld(std::make_shared<ScaledClock>(kStart, scale)) {}

KeptWorld::KeptWorld(std::shared_ptr<const Clock> clock)
    : owned_clock_(std::move(clock)), clock_(*owned_clock_) {}

aquarium::WorldOptions KeptWorld::small_world() {
  aquarium::WorldOptions world;
  world.hosts = 12;
  world.pages_per_host = 40;
  world.page_bytes = 2'000;
  world.links_within = 10;
  world.links_across = 2;
  world.changes = aquarium::Mix<aquarium::ChangeKind>()
                      .with(aquarium::ChangeKind::kNever, 0.4)
                      .with(aquarium::ChangeKind::kPoisson, 0.6);
  world.changes_per_day = 0.3;
  world.max_changes_per_day = 24;
  return world;
}

void KeptWorld::start(const aquarium::WorldOptions& world) {
  aquarium::AquariumOptions options;
  options.world = world;
  options.virtual_clock = &clock_;
  const auto port = aquarium_.start(options);
  ASSERT_TRUE(port) << port.error().message;
  address_ = "127.0.0.1:" + std::to_string(*port);
}

crawl::CrawlOptions KeptWorld::options() const {
  crawl::CrawlOptions o = hasty(address_);
  o.seeds = {aquarium_.world().url({0, 0})};
  o.scope.kind = crawl::ScopeKind::kAny;
  o.robots_lifetime = Duration::days(10'000);
  o.retry.patience = Duration::days(10);
  return o;
}

crawl::CrawlOptions KeptWorld::run_options(const std::string& policy,
                                           double visits_per_page_day) const {
  const aquarium::WorldOptions& world = aquarium_.world().options();
  crawl::CrawlOptions o = options();
  o.run.emplace();
  o.run->refresh.policy = policy;
  o.run->refresh.visits_per_page_day = visits_per_page_day;
  o.run->refresh.audit_share = 0;
  o.run->importance = crawl::Importance::kDepth;
  o.run->requests_per_second = visits_per_page_day * world.hosts * world.pages_per_host / 86'400;
  o.run->saved_up_for = Duration::days(1);  // the machine may be busy for as long as that takes
  return o;
}

void KeptWorld::keep(const crawl::CrawlOptions& run_options, double days) {
  const aquarium::WorldOptions& world = aquarium_.world().options();
  const crawl::Progress collected = run(options(), clock_);
  // One more is the directory of hosts.
  ASSERT_EQ(collected.pages, world.hosts * world.pages_per_host + 1) << collected.ended;
  collected_with_ = aquarium_.log().total();
  crawl::CrawlOptions o = run_options;
  o.limits.max_time = Duration::from_seconds(days * 86'400);
  begin_ = clock_.now();
  auto crawl = crawl::Crawl::open(o, clock_, log_);
  ASSERT_TRUE(crawl) << crawl.error().message;
  std::thread watcher([&] { watch(**crawl, days); });
  EXPECT_TRUE((*crawl)->run());
  end_ = clock_.now();
  watcher.join();
  requests_ = (*crawl)->progress().requests;
  crawl->reset();
  read_truth();
}

void KeptWorld::watch(crawl::Crawl& crawl, double days) {
  const Instant from = begin_ + Duration::from_seconds(days * 86'400 * kLearning);
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

void KeptWorld::read_truth() {
  const aquarium::World& world = aquarium_.world();
  for (const auto& [url, state] : pages()) {
    if (const auto page = world.find(url)) {
      pages_[url] = {.weight = 1.0 / (1 + state.depth),
                     .host = url.substr(7, url.find('/', 8) - 7),
                     .changes = world.process(*page).changes(kStart, end_, 1'000'000)};
    }
  }
  for (const aquarium::LoggedRequest& request : aquarium_.requests()) {
    if (!has_content(request.status)) continue;
    const auto page = pages_.find("http://" + request.host + request.target);
    if (page != pages_.end()) page->second.visits.push_back(request.virtual_time);
  }
}

std::vector<aquarium::LoggedRequest> KeptWorld::served() const {
  return aquarium_.requests(collected_with_);
}

double KeptWorld::freshness(Instant from, Instant until, const Which& which) const {
  double weight = 0;
  double current = 0;
  for (const auto& [url, page] : pages_) {
    if (which && !which(page)) continue;
    weight += page.weight * (until - from).in_seconds();
    for (size_t i = 0; i < page.visits.size(); ++i) {
      const Instant visit = page.visits[i];
      const Instant next = i + 1 < page.visits.size() ? page.visits[i + 1] : until;
      const auto change = std::upper_bound(page.changes.begin(), page.changes.end(), visit);
      const Instant stale = change == page.changes.end() ? until : *change;
      const Instant begins = std::max(visit, from);
      const Instant ends = std::min({stale, next, until});
      if (ends > begins) current += page.weight * (ends - begins).in_seconds();
    }
  }
  return current / weight;
}

double KeptWorld::measured_freshness(const Which& which) const {
  const Instant from = begin_ + Duration::from_seconds((end_ - begin_).in_seconds() * kLearning);
  return freshness(from, end_, which);
}

double KeptWorld::foretold_freshness(const std::string& policy, double visits_per_page_day) const {
  simulate::World world{.begins_current = true};
  world.start = begin_;
  world.end = end_;
  std::map<std::string, schedule::Site> sites;
  for (const auto& [url, page] : pages_) {
    const auto [site, is_new] = sites.emplace(page.host, sites.size());
    if (is_new) {
      world.hosts.push_back(page.host);
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
      schedule::find_policy(policy)->make({.visits_per_page_day = visits_per_page_day});
  const simulate::RunOptions how{.visits_per_page_day = visits_per_page_day,
                                 .measured_share = 1 - kLearning};
  return simulate::run(world, *made, how).freshness;
}

}  // namespace freshet::test
