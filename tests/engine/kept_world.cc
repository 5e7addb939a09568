#include "engine/kept_world.h"

#include <algorithm>

#include "aquarium/answer.h"
#include "schedule/registry.h"
#include "simulate/engine.h"

namespace freshet::test {
namespace {

constexpr double kLearning = 1.0 / 3;  // of a run, before it is measured

bool has_content(int status) {
  return status == 200 || status == 304;
}

// The views are valid as long as the request.
aquarium::Request as_aquarium_has_it(const fetch::Request& request) {
  aquarium::Request requests{.method = "GET",
                             .target = request.url.request_target(),
                             .host = request.url.host(),
                             .user_agent = "freshet-test"};
  for (const auto& [name, value] : request.headers) {
    if (name == "If-None-Match") requests.if_none_match = value;
    if (name == "If-Modified-Since") requests.if_modified_since = value;
  }
  return requests;
}

}  // namespace

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
  clock_.set(kNewYear);
  world_ = std::make_unique<aquarium::World>(world, kNewYear);
  web_.otherwise([this](const Hit& hit) { return serve(hit); });
  web_.set_latency([this](const fetch::Request& request) { return time_of(request); });
  options_.seeds = {world_->url({0, 0})};
  options_.collection.scope.kind = collection::ScopeKind::kAny;
  options_.robots_lifetime = Duration::days(10'000);
  options_.retry.patience = Duration::days(10);
}

void KeptWorld::set_run(const std::string& policy, double visits_per_page_day) {
  const aquarium::WorldOptions& world = world_->options();
  options_.run.emplace();
  options_.run->requests_per_second =
      visits_per_page_day * world.hosts * world.pages_per_host / 86'400;
  options_.collection.refresh.policy = policy;
  options_.collection.refresh.visits_per_page_day = visits_per_page_day;
  options_.collection.refresh.audit_share = 0;
  options_.collection.importance = collection::Importance::kDepth;
}

Duration KeptWorld::time_of(const fetch::Request& request) const {
  const auto host = world_->find_host(request.url.host());
  if (!host) return Duration();
  return aquarium::first_byte_delay(*world_, *host, as_aquarium_has_it(request), clock_.now());
}

fetch::Outcome KeptWorld::serve(const Hit& hit) {
  const auto host = world_->find_host(hit.request.url.host());
  if (!host) return fetch::NoAddress{};
  const aquarium::Request request = as_aquarium_has_it(hit.request);
  aquarium::Reply answer;
  aquarium::answer(*world_, *host, request, {.now = hit.now, .nonce = ++nonce_}, answer);
  const bool is_silent = answer.delivery == aquarium::Delivery::kEmpty ||
                         answer.delivery == aquarium::Delivery::kRefused;
  all_served_.push_back({hit.now, std::string(request.host), std::string(request.target),
                         is_silent ? 0 : answer.status});
  if (is_silent) return fetch::ConnectionLost{"the connection was closed"};
  const bool is_whole = answer.delivery == aquarium::Delivery::kWhole;
  if (!is_whole) answer.body.resize(answer.body.size() / 2);
  fetch::Reply reply = test::reply(answer.status, "", std::move(answer.body), answer.fields);
  reply.body_truncated = !is_whole;
  return reply;
}

void KeptWorld::keep(double days) {
  const aquarium::WorldOptions& world = world_->options();
  const auto run_options = std::exchange(options_.run, std::nullopt);
  const crawl::Progress collected = run();
  // One more page is the directory of hosts.
  ASSERT_EQ(collected.pages, world.hosts * world.pages_per_host + 1) << collected.ended;
  collected_with_ = all_served_.size();
  options_.run = run_options;
  begin_ = now();
  const Duration time = Duration::from_seconds(days * 86'400);
  constexpr double kRequestsBetween = 3;
  watch_belief(Duration::from_seconds(kRequestsBetween / *options_.run->requests_per_second),
               begin_ + Duration::from_seconds(time.in_seconds() * kLearning));
  requests_ = run_for(time).requests;
  end_ = now();
  believed_ = beliefs_ > 0 ? sum_of_beliefs_ / beliefs_ : 0;
  read_truth();
}

void KeptWorld::watch_belief(Duration lead, Instant measured_from) {
  every(lead, [this, measured_from] {
    if (!is_running()) return;
    const auto status = query<collection::StatusReport>(collection::StatusQuery{.sites = 0});
    observe(status);
    if (!status.freshness || status.at < measured_from) return;
    sum_of_beliefs_ += *status.freshness;
    ++beliefs_;
  });
}

void KeptWorld::read_truth() {
  for (const auto& [url, state] : pages()) {
    if (const auto page = world_->find(url)) {
      pages_[url] = {.weight = 1.0 / (1 + state.depth),
                     .host = url.substr(7, url.find('/', 8) - 7),
                     .changes = world_->process(*page).changes(kNewYear, end_, 1'000'000)};
    }
  }
  for (const Served& one : all_served_) {
    if (!has_content(one.status)) continue;
    const auto page = pages_.find(one.url());
    if (page != pages_.end()) page->second.visits.push_back(one.at);
  }
}

std::vector<KeptWorld::Served> KeptWorld::served() const {
  return {all_served_.begin() + static_cast<long>(collected_with_), all_served_.end()};
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

double KeptWorld::predicted_freshness(const std::string& policy, double visits_per_page_day) const {
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
