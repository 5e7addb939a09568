#include "crawl/obstacles.h"

#include "collection/keys.h"
#include "collection/report_status.h"

namespace freshet::crawl {

using collection::Obstacle;
using Kind = Obstacle::Kind;

Obstacle Obstacles::of(const collection::PageReport& report, Instant now) const {
  const store::PageKey key = collection::page_key(report.url);
  if (tables_.dispatcher.is_pending(key)) {
    return {Kind::kUnderWay, "a request for it is in flight", std::nullopt};
  }
  if (const SiteEntry* site = tables_.sites.find(key.site)) {
    if (Obstacle obstacle = of(*site, now); obstacle.kind != Kind::kNone) return obstacle;
  }
  if (!report.page) return {};
  if (report.standing == collection::Standing::kWaiting && report.next_visit) {
    return {Kind::kBackOff, "its last visit failed; the next attempt is at that time",
            report.next_visit};
  }
  if (auto obstacle = tables_.source.obstacle_of(key.page, now)) return *std::move(obstacle);
  return {Kind::kOrder, "other pages have a higher value now, or are before it in the queue",
          std::nullopt};
}

Obstacle Obstacles::of(const SiteEntry& entry, Instant now) const {
  const store::SiteId id = entry.state.id;
  if (const auto alias = entry.is_alias ? entry.alias() : std::nullopt) {
    return {Kind::kAlias, "the site is an alias of " + alias->of, Instant::never()};
  }
  if (!tables_.frontier.knows(id)) return {};
  if (!entry.state.in_scope) {
    return {Kind::kScope, "no remaining seed includes the site in the scope", Instant::never()};
  }
  const Instant free_at = tables_.frontier.free_at(id);
  const auto failure = entry.last_failure();
  if (tables_.rules.awaits_redirect(id)) {
    return {Kind::kRobotsUnavailable, "robots.txt redirects to another URL, which is requested",
            std::nullopt};
  }
  if (entry.robots_failures > 0 && free_at > now) {
    return {Kind::kRobotsUnavailable,
            failure ? failure->words
                    : "robots.txt cannot be fetched, status " +
                          std::to_string(entry.state.robots_status),
            free_at};
  }
  const frontier::Frontier::SiteView view = tables_.frontier.view(id);
  if (view.standing == frontier::Standing::kHeld && view.until > now) {
    if (view.until == Instant::never()) {
      return {Kind::kAddress, "its address is private, and must not be requested",
              Instant::never()};
    }
    return {Kind::kAddress, failure ? failure->words : "its name has no address", view.until};
  }
  store::SiteState politeness = entry.state;
  tables_.frontier.write_politeness(politeness);
  if (politeness.resting_until > now) {
    return {Kind::kBackOff, collection::words_of_rest(failure, entry.wall()),
            politeness.resting_until};
  }
  if (free_at > now) {
    return {Kind::kPoliteness, "the delay since the last request to the site is not over", free_at};
  }
  return {};
}

}  // namespace freshet::crawl
