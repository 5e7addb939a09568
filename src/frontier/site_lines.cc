#include "frontier/site_lines.h"

#include "result/check.h"

namespace freshet::frontier {

uint32_t SiteLines::add_host() {
  FRESHET_CHECK(hosts_.size() < kNone, "too many hosts");
  hosts_.emplace_back();
  return static_cast<uint32_t>(hosts_.size() - 1);
}

uint32_t SiteLines::add_site(uint32_t host) {
  FRESHET_CHECK(sites_.size() < kNone, "too many sites");
  sites_.emplace_back().host = host;
  return static_cast<uint32_t>(sites_.size() - 1);
}

void SiteLines::append(uint32_t site) {
  Site& entry = sites_[site];
  Host& host = hosts_[entry.host];
  entry.links.prev = host.last;
  entry.links.next = kNone;
  (host.last == kNone ? host.first : sites_[host.last].links.next) = site;
  host.last = site;
  entry.where = Where::kInLine;
}

void SiteLines::unlink(uint32_t site) {
  Site& entry = sites_[site];
  Host& host = hosts_[entry.host];
  Links& links = entry.links;
  (links.prev == kNone ? host.first : sites_[links.prev].links.next) = links.next;
  (links.next == kNone ? host.last : sites_[links.next].links.prev) = links.prev;
  links.prev = links.next = kNone;
  entry.where = Where::kAway;
}

void SiteLines::line_up(uint32_t site) {
  if (sites_[site].where == Where::kInLine) return;
  go_away(site);
  append(site);
}

void SiteLines::go_first(uint32_t site) {
  Site& entry = sites_[site];
  Host& host = hosts_[entry.host];
  if (entry.where != Where::kInLine || host.first == site) return;
  unlink(site);
  entry.links.next = host.first;
  sites_[host.first].links.prev = site;
  host.first = site;
  entry.where = Where::kInLine;
}

void SiteLines::rest_until(uint32_t site, Instant until, bool held) {
  Site& entry = sites_[site];
  if (entry.where == Where::kResting && entry.links.when == until && entry.held == held) return;
  go_away(site);
  entry.links.when = until;
  entry.held = held;
  entry.where = Where::kResting;
  hosts_[entry.host].resting.insert(sites_, site);
}

void SiteLines::go_away(uint32_t site) {
  Site& entry = sites_[site];
  if (entry.where == Where::kInLine) unlink(site);
  if (entry.where == Where::kResting) hosts_[entry.host].resting.remove(sites_, site);
  entry.where = Where::kAway;
}

uint32_t SiteLines::take_first(uint32_t host, Instant now) {
  Host& entry = hosts_[host];
  while (!entry.resting.empty() && sites_[entry.resting.top()].links.when <= now) {
    const uint32_t rested = entry.resting.top();
    entry.resting.remove(sites_, rested);
    append(rested);
  }
  const uint32_t site = entry.first;
  if (site != kNone) unlink(site);
  return site;
}

SiteLines::Next SiteLines::next(uint32_t host) const {
  const Host& entry = hosts_[host];
  if (entry.first != kNone) return {.when = Instant(), .any = true};
  if (entry.resting.empty()) return {};
  const Site& site = sites_[entry.resting.top()];
  return {.when = site.links.when, .any = true, .held = site.held};
}

}  // namespace freshet::frontier
