#include "collection/report_status.h"

#include <algorithm>
#include <utility>

#include "collection/seed_report.h"
#include "collection/site_profile.h"
#include "robots/robots_status.h"

namespace freshet::collection {
namespace {

constexpr Duration kRewritesAreShownFor = Duration::days(60);

RobotsState robots_state_of(const store::SiteState& site) {
  if (!site.robots_fetched) return RobotsState::kUnknown;
  switch (robots::robots_meaning(site.robots_status, robots::kMostRobotsRedirects)) {
    case robots::RobotsStatus::kHoldBack: return RobotsState::kUnavailable;
    case robots::RobotsStatus::kAllowAll: return RobotsState::kNone;
    default: return RobotsState::kRules;
  }
}

// Keeps the sites that the query requests, in its order.
void choose_sites(const StatusQuery& query, std::vector<SiteReport>& sites) {
  const size_t most = std::min(query.sites, sites.size());
  std::partial_sort(sites.begin(), sites.begin() + static_cast<std::ptrdiff_t>(most), sites.end(),
                    [&](const SiteReport& a, const SiteReport& b) {
                      if (query.worst && a.stale_weight != b.stale_weight)
                        return a.stale_weight > b.stale_weight;
                      return a.pages != b.pages ? a.pages > b.pages : a.site < b.site;
                    });
  sites.resize(most);
}

}  // namespace

StatusBuilder::StatusBuilder(StatusReport report, const refresh::Refresher* refresher)
    : report_(std::move(report)), refresher_(refresher) {
  if (refresher_ == nullptr) return;
  believed_ = refresher_->believed_by_site(report_.at);
  report_.pages = refresher_->pages();
  report_.calibration = refresher_->calibration();
  const refresh::Belief belief = refresher_->believed(report_.at);
  if (belief.weight <= 0) return;
  report_.freshness = belief.current / belief.weight;
  report_.age_seconds = belief.age / belief.weight;
}

SiteReport StatusBuilder::describe(const store::SiteState& site) const {
  SiteReport report{.site = site.text,
                    .pages = site.pages,
                    .waiting = site.waiting,
                    .failures = site.failures,
                    .robots = robots_state_of(site),
                    .robots_status = site.robots_status,
                    .crawl_delay = site.crawl_delay};
  if (!site.learned.empty()) {
    const SiteProfile profile = SiteProfile::decode(site.learned);
    if (!profile.load.empty()) report.error_share = profile.load.mean().error_share;
    report.last_failure = profile.failure;
    report.wall = profile.wall;
    report.recipes = profile.recipes;
  }
  if (refresher_ == nullptr) return report;
  const auto belief = believed_.find(site.id.value);
  if (belief != believed_.end() && belief->second.weight > 0) {
    report.freshness = belief->second.current / belief->second.weight;
    report.stale_weight = belief->second.weight - belief->second.current;
  }
  report.rewrites = refresher_->rewrites(site.id);
  std::erase_if(report.rewrites, [&](const schedule::Rewrite& rewrite) {
    return rewrite.end < report_.at - kRewritesAreShownFor;
  });
  return report;
}

void StatusBuilder::add(SiteReport site) {
  using Kind = Obstacle::Kind;
  StatusReport::Sites& sites = report_.sites;
  ++sites.in_scope;
  const bool is_held =
      site.obstacle.kind == Kind::kRobotsUnavailable || site.obstacle.kind == Kind::kAddress;
  const bool is_resting = site.obstacle.kind == Kind::kBackOff;
  sites.held += is_held ? 1 : 0;
  sites.resting += is_resting ? 1 : 0;
  if (is_held || is_resting) report_.held.push_back(site);
  if (site.last_failure) report_.failing.push_back(site);
  if (site.wall) report_.walled.push_back(site);
  if (has_alarm(site)) report_.unmatched.push_back(site);
  if (!site.rewrites.empty()) report_.rewritten.push_back(site);
  report_.by_site.push_back(std::move(site));
}

void StatusBuilder::add_alias(const store::SiteState& site, Alias alias) {
  ++report_.sites.aliases;
  report_.aliases.push_back({site.text, std::move(alias)});
}

StatusReport StatusBuilder::finish(const StatusQuery& query, const store::Store& store,
                                   const Options& options) {
  report_.sites.walled = report_.walled.size();
  report_.sites.rewritten = report_.rewritten.size();
  report_.sites.unmatched = report_.unmatched.size();
  for (std::vector<SiteReport>* sites : {&report_.by_site, &report_.held, &report_.failing,
                                         &report_.walled, &report_.rewritten, &report_.unmatched}) {
    choose_sites(query, *sites);
  }
  std::sort(report_.aliases.begin(), report_.aliases.end(),
            [](const auto& a, const auto& b) { return a.site < b.site; });
  if (report_.aliases.size() > query.sites) report_.aliases.resize(query.sites);
  report_.seeds_failed = failed_seeds(store, options, report_.seeds);
  return std::move(report_);
}

std::string words_of_rest(const std::optional<SiteFailure>& failure,
                          const std::optional<Wall>& wall) {
  if (failure) return failure->words;
  if (wall) return "the site answers with " + wall->words() + " instead of its pages";
  return "the site failed or sent Retry-After";
}

}  // namespace freshet::collection
