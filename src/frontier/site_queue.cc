#include "frontier/site_queue.h"

#include "result/check.h"

namespace freshet::frontier {

uint32_t SiteQueue::add_host() {
  FRESHET_CHECK(hosts_.size() < kNone, "too many hosts");
  hosts_.emplace_back();
  return static_cast<uint32_t>(hosts_.size() - 1);
}

uint32_t SiteQueue::add_site(uint32_t host) {
  FRESHET_CHECK(sites_.size() < kNone, "too many sites");
  sites_.emplace_back().host = host;
  return static_cast<uint32_t>(sites_.size() - 1);
}

void SiteQueue::append(uint32_t site) {
  Site& entry = sites_[site];
  Host& host = hosts_[entry.host];
  entry.links.prev = host.last;
  entry.links.next = kNone;
  (host.last == kNone ? host.first : sites_[host.last].links.next) = site;
  host.last = site;
  entry.state = State::kReady;
}

void SiteQueue::unlink(uint32_t site) {
  Site& entry = sites_[site];
  Host& host = hosts_[entry.host];
  Links& links = entry.links;
  (links.prev == kNone ? host.first : sites_[links.prev].links.next) = links.next;
  (links.next == kNone ? host.last : sites_[links.next].links.prev) = links.prev;
  links.prev = links.next = kNone;
  entry.state = State::kIdle;
}

void SiteQueue::make_ready(uint32_t site) {
  if (sites_[site].state == State::kReady) return;
  make_idle(site);
  append(site);
}

void SiteQueue::move_to_front(uint32_t site) {
  Site& entry = sites_[site];
  Host& host = hosts_[entry.host];
  if (entry.state != State::kReady || host.first == site) return;
  unlink(site);
  entry.links.next = host.first;
  sites_[host.first].links.prev = site;
  host.first = site;
  entry.state = State::kReady;
}

void SiteQueue::rest_until(uint32_t site, Instant until, bool held) {
  Site& entry = sites_[site];
  if (entry.state == State::kResting && entry.links.when == until && entry.held == held) return;
  make_idle(site);
  entry.links.when = until;
  entry.held = held;
  entry.state = State::kResting;
  hosts_[entry.host].resting.insert(sites_, site);
}

void SiteQueue::make_idle(uint32_t site) {
  Site& entry = sites_[site];
  if (entry.state == State::kReady) unlink(site);
  if (entry.state == State::kResting) hosts_[entry.host].resting.remove(sites_, site);
  entry.state = State::kIdle;
}

uint32_t SiteQueue::pop(uint32_t host, Instant now) {
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

SiteQueue::Next SiteQueue::next(uint32_t host) const {
  const Host& entry = hosts_[host];
  if (entry.first != kNone) return {.any = true};
  if (entry.resting.empty()) return {};
  const Site& site = sites_[entry.resting.top()];
  return {.any = true, .rests_until = site.links.when, .held = site.held};
}

}  // namespace freshet::frontier
