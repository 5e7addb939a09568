#include "integration/kept_world.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>
#include <variant>

#include "schedule/registry.h"
#include "simulate/engine.h"

namespace freshet::test {
namespace {

constexpr double kLearning = 1.0 / 3;  // of a run, before it is measured
// The first collection needs a second or so: it may take a hundred times as long before it is late.
constexpr double kScaleOfCollecting = 10'000;

bool has_content(int status) {
  return status == 200 || status == 304;
}

// Whether the run has done what it may do at this time: it has nothing left to spend, or nothing
// to spend it on.
bool has_caught_up(const crawl::StatusReport& status) {
  const bool has_spent = status.next_request && *status.next_request > status.at;
  return (has_spent || status.idle_until) && status.in_flight == 0;
}

}  // namespace

const Instant KeptWorld::kStart = Instant::from_unix_seconds(1'767'225'600);

KeptWorld::KeptWorld(double scale)
    : clock_(kStart, std::min(scale, kScaleOfCollecting)), scale_(scale) {}

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
  std::thread watcher([&] { let_time_pass(**crawl, o); });
  EXPECT_TRUE((*crawl)->run());
  end_ = clock_.now();
  watcher.join();
  requests_ = (*crawl)->progress().requests;
  crawl->reset();
  read_truth();
}

// Lets time pass as long as the run spends what it may.
void KeptWorld::let_time_pass(crawl::Crawl& crawl, const crawl::CrawlOptions& options) {
  constexpr auto kPoll = std::chrono::microseconds(500);
  constexpr int kPatience = 4'000;  // polls; then the run has other reasons than the machine
  constexpr double kRequestsAhead = 3;
  const Duration lead = Duration::from_seconds(kRequestsAhead / *options.run->requests_per_second);
  const Instant measured_from =
      begin_ + Duration::from_seconds(options.limits.max_time->in_seconds() * kLearning);
  double sum = 0;
  int count = 0;
  Instant counted;
  clock_.set_limit(clock_.now() + lead);
  clock_.set_scale(scale_);
  for (int waited = 0; crawl.progress().ended.empty(); ++waited) {
    if (const auto answer = crawl.perform(crawl::AskStatus{.sites = 0})) {
      const auto& status = std::get<crawl::StatusReport>(*answer);
      observe(status);
      if (status.freshness && status.at >= measured_from && status.at >= counted + lead) {
        sum += *status.freshness;
        ++count;
        counted = status.at;
      }
      if (has_caught_up(status)) waited = 0;
    }
    if (waited == 0 || waited > kPatience) clock_.set_limit(clock_.now() + lead);
    std::this_thread::sleep_for(kPoll);
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
