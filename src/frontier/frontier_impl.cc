#include "frontier/frontier_impl.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "digest/fingerprint.h"
#include "result/check.h"

namespace freshet::frontier {
namespace {

// A clock that falls behind by less than this is waited for; by more, it was set.
constexpr Duration kClockStep = Duration::seconds(10);

// What sites of one host have in common: "http://example.com:81" and "https://example.com.".
uint64_t host_key(const store::SiteState& site) {
  std::string_view host = site.text;
  const size_t scheme = host.find("://");
  if (scheme == std::string_view::npos) return site.id.value;
  host.remove_prefix(scheme + 3);
  const size_t address_end = host.starts_with('[') ? host.find(']') : 0;
  host = host.substr(0, host.find(':', std::min(address_end, host.size())));
  if (host.ends_with('.')) host.remove_suffix(1);
  return digest::fingerprint(host).value;
}

}  // namespace

Frontier::Impl::Impl(const Politeness& how, const FrontierLimits& up_to)
    : politeness(how),
      limits(up_to),
      turns({.slots = static_cast<uint32_t>(std::max(how.per_address, 0)),
             .delay = how.address_delay}) {
  FRESHET_CHECK(how.per_host > 0 && how.per_address > 0, "politeness that allows no request");
  FRESHET_CHECK(how.per_host <= std::numeric_limits<uint16_t>::max(), "too many per host");
  FRESHET_CHECK(limits.queue_per_site > 0, "no room for pages");
}

uint32_t Frontier::Impl::find(store::SiteId id) const {
  return number_of_site.find(id.value, [this](uint32_t number) { return sites[number].id.value; });
}

uint32_t Frontier::Impl::number_of(store::SiteId id) const {
  const uint32_t number = find(id);
  FRESHET_CHECK(number != kNone, "a site that was not added");
  return number;
}

uint32_t Frontier::Impl::host_with(uint64_t key) {
  const auto key_of = [this](uint32_t number) { return hosts[number].key; };
  if (const uint32_t known = number_of_host.find(key, key_of); known != kNone) return known;
  const uint32_t number = turns.add_site();
  lines.add_host();
  hosts.emplace_back().key = key;
  number_of_host.insert(key, number, key_of);
  return number;
}

void Frontier::Impl::add_site(const store::SiteState& state) {
  if (find(state.id) != kNone) return;
  const uint32_t host = host_with(host_key(state));
  const uint32_t number = lines.add_site(host);
  Site& site = sites.emplace_back();
  site.id = state.id;
  site.backoff = SiteBackoff(state);
  site.crawl_delay = state.crawl_delay;
  site.host = host;
  site.next_of_host = std::exchange(hosts[host].first_site, number);
  hosts[host].politeness.restore(state, politeness);
  number_of_site.insert(state.id.value, number, [this](uint32_t n) { return sites[n].id.value; });
  if (is_started) {
    hosts[host].politeness.clamp(now, politeness);
    site.backoff.clamp(now, politeness);
    place_host(host);
  } else if (std::max(state.next_allowed, state.resting_until) > Instant()) {
    restored.push_back(number);
  }
}

// The longest that a robots.txt of the host asks for.
void Frontier::Impl::set_crawl_delay(uint32_t number, Duration crawl_delay) {
  sites[number].crawl_delay = crawl_delay;
  Host& host = hosts[sites[number].host];
  Duration longest;
  for (uint32_t site = host.first_site; site != kNone; site = sites[site].next_of_host) {
    longest = std::max(longest, sites[site].crawl_delay);
  }
  host.politeness.set_crawl_delay(longest);
}

Frontier::Impl::Plan Frontier::Impl::own_plan(const Site& site) const {
  if (site.pages.empty()) return {.standing = Standing::kEmpty};
  const bool asks_for_rules = site.is_robots_leased || site.awaits_rules;
  if (asks_for_rules && site.pages.first().needs_rules) return {.standing = Standing::kBusy};
  if (!site.has_address) {
    if (site.held_until > now) return {.standing = Standing::kHeld, .until = site.held_until};
    return {.standing = Standing::kUnresolved};
  }
  const Instant rested = std::max(site.backoff.resting_until(), site.pages.first().not_before);
  if (site.held_until > std::max(rested, now)) {
    return {.standing = Standing::kHeld, .until = site.held_until};
  }
  if (rested > now) return {.standing = Standing::kResting, .until = rested};
  return {.standing = Standing::kReady};
}

Frontier::Impl::Plan Frontier::Impl::plan(const Site& site) const {
  const Host& host = hosts[site.host];
  Plan plan = own_plan(site);
  const bool asks = plan.standing == Standing::kReady || plan.standing == Standing::kResting;
  if (asks && host.leased >= host.politeness.slots(politeness)) {
    return {.standing = Standing::kBusy};
  }
  const Instant rested = host.politeness.free_at(politeness);
  if (plan.standing == Standing::kUnresolved || rested <= std::max(plan.until, now)) return plan;
  if (asks || plan.standing == Standing::kHeld) return {Standing::kResting, rested};
  return plan;
}

void Frontier::Impl::place(uint32_t number) {
  Site& site = sites[number];
  const Plan where = own_plan(site);
  switch (where.standing) {
    case Standing::kEmpty:
    case Standing::kBusy: lines.go_away(number); break;
    case Standing::kUnresolved:
      lines.go_away(number);
      if (!site.is_told_unresolved && !site.is_listed_unresolved) {
        unresolved.push_back(number);
        site.is_listed_unresolved = true;
      }
      break;
    case Standing::kHeld: lines.rest_until(number, where.until, true); break;
    case Standing::kResting: lines.rest_until(number, where.until, false); break;
    case Standing::kReady: lines.line_up(number); break;
  }
  place_host(site.host);
}

void Frontier::Impl::place_host(uint32_t number) {
  Host& host = hosts[number];
  const SiteLines::Next next = lines.next(number);
  const bool is_away = !next.any || host.leased >= host.politeness.slots(politeness);
  const bool is_busy = is_away && host.leased > 0;
  busy = busy - (host.is_busy ? 1 : 0) + (is_busy ? 1 : 0);
  host.is_busy = is_busy;
  if (is_away) return turns.go_away(number);
  const Instant rested = host.politeness.free_at(politeness);
  const Instant until = std::max(next.when, rested);
  if (until <= now) return turns.line_up(number);
  turns.rest_until(number, until, next.held && next.when > rested);
}

void Frontier::Impl::push(Site& site, QueuedPage page) {
  site.pages.push(std::move(page));
  ++queued;
}

bool Frontier::Impl::queue(Queued page) {
  const uint32_t number = number_of(page.key.site);
  Site& site = sites[number];
  const bool full = site.pages.size() >= limits.queue_per_site && queued >= limits.queue_in_all;
  if (site.more_in_store || full) {
    site.more_in_store = true;
    if (site.hunger == Hunger::kTold) site.refused_since_told = true;
    notice_hunger(number);
    return false;
  }
  push(site, {.page = std::move(page), .ticket = next_ticket++});
  place(number);
  return true;
}

void Frontier::Impl::queue_first(Queued page) {
  const uint32_t number = number_of(page.key.site);
  // What the rules do not matter to is not kept waiting by what they do.
  page.not_before = Instant::from_unix_microseconds(std::numeric_limits<int64_t>::min() +
                                                    (page.needs_rules ? 1 : 0));
  push(sites[number], {.page = std::move(page), .ticket = next_ticket++});
  place(number);
  lines.go_first(number);
  turns.go_first(sites[number].host);
}

void Frontier::Impl::notice_hunger(uint32_t number) {
  Site& site = sites[number];
  if (!site.more_in_store || site.hunger != Hunger::kFed) return;
  if (!site.pages.empty() && site.pages.size() * 4 >= limits.queue_per_site) return;
  site.hunger = Hunger::kListed;
  hungry.push_back(number);
}

std::vector<store::SiteId> Frontier::Impl::take_hungry() {
  std::vector<store::SiteId> told;
  for (const uint32_t number : std::exchange(hungry, {})) {
    Site& site = sites[number];
    if (site.hunger != Hunger::kListed) continue;
    site.hunger = Hunger::kTold;
    told.push_back(site.id);
  }
  return told;
}

void Frontier::Impl::refill(uint32_t number, std::vector<Queued> pages, bool more) {
  Site& site = sites[number];
  std::unordered_set<uint64_t> present;
  present.reserve(site.pages.size() + pages.size());
  for (const store::PageId page : site.pages.ids()) present.insert(page.value);

  size_t added = 0;
  for (Queued& page : pages) {
    FRESHET_CHECK(page.key.site == site.id, "a page of another site");
    const uint64_t id = page.key.page.value;
    if (leased_pages.contains(id) || !present.insert(id).second) continue;
    push(site, {.page = std::move(page), .ticket = next_ticket++});
    ++added;
  }
  site.more_in_store = (more && !pages.empty()) || site.refused_since_told;
  site.refused_since_told = false;
  site.hunger = added == 0 && !pages.empty() ? Hunger::kStalled : Hunger::kFed;
  place(number);
  notice_hunger(number);
}

std::vector<store::SiteId> Frontier::Impl::take_unresolved() {
  std::vector<store::SiteId> told;
  for (const uint32_t number : std::exchange(unresolved, {})) {
    Site& site = sites[number];
    site.is_listed_unresolved = false;
    if (own_plan(site).standing != Standing::kUnresolved) continue;
    site.is_told_unresolved = true;
    told.push_back(site.id);
  }
  return told;
}

void Frontier::Impl::advance(Instant to) {
  if (!is_started) {
    is_started = true;
    now = to;
    for (const uint32_t number : std::exchange(restored, {})) {
      hosts[sites[number].host].politeness.clamp(now, politeness);
      sites[number].backoff.clamp(now, politeness);
      place(number);
    }
  } else if (to + kClockStep < now) {
    const Duration step = now - to;
    now = to;
    turns.set_back(now);
    for (Host& host : hosts) host.politeness.set_back(step);
    for (uint32_t number = 0; number < sites.size(); ++number) {
      Site& site = sites[number];
      site.backoff.set_back(step);
      if (site.held_until != Instant::never()) site.held_until = site.held_until - step;
      place(number);
    }
  }
  now = std::max(now, to);
}

// nullptr if there is nothing to ask the site for after all.
std::unique_ptr<Lease::State> Frontier::Impl::lease_of(uint32_t number) {
  Site& site = sites[number];
  // It may have been held, and lack an address still.
  if (own_plan(site).standing != Standing::kReady) return nullptr;
  auto lease = std::make_unique<Lease::State>();
  const bool has_rules = site.has_rules && now < site.rules_until;
  if (site.pages.first().needs_rules && !has_rules) {
    lease->kind = Lease::Kind::kRobots;
    site.is_robots_leased = true;
  } else {
    lease->queued = site.pages.pop();
    --queued;
    // A page that was queued twice and is out already: one visit is enough.
    if (!leased_pages.insert(lease->queued.page.key.page.value).second) return nullptr;
  }
  lease->frontier = this;
  lease->site = number;
  lease->site_id = site.id;
  ++site.leased;
  ++leased;
  return lease;
}

// nullptr if it turns out that there is nothing to ask the host for.
std::unique_ptr<Lease::State> Frontier::Impl::lease(const Turns::Turn& turn) {
  Host& host = hosts[turn.site];
  std::unique_ptr<Lease::State> lease;
  for (uint32_t number = kNone; !lease;) {
    number = lines.take_first(turn.site, now);
    if (number == kNone) return nullptr;
    lease = lease_of(number);
    if (lease) {
      lease->slot = turn.slot;
      lease->start = host.politeness.start(now);
      ++host.leased;
    }
    place(number);
    notice_hunger(number);
  }
  return lease;
}

std::unique_ptr<Lease::State> Frontier::Impl::next(Instant at) {
  advance(at);
  while (const auto turn = turns.next(now)) {
    if (auto leased_now = lease(*turn)) return leased_now;
    turns.end(turn->slot, false, now);
    place_host(turn->site);
  }
  return nullptr;
}

Instant Frontier::Impl::wake_at(Instant at) const {
  const Instant wake = turns.wake_at(at);
  return restored.empty() ? wake : std::min(wake, at + politeness.longest_rest);
}

void Frontier::Impl::settle(Lease::State& lease, const Settlement& settlement, Instant at) {
  advance(at);
  Site& site = sites[lease.site];
  Host& host = hosts[site.host];
  --site.leased;
  --host.leased;
  --leased;
  turns.end(lease.slot, settlement.asked, now);

  if (settlement.asked) {
    host.politeness.end(now, settlement.took, politeness);
  } else {
    host.politeness.undo(lease.start);
  }
  if (settlement.host_failed) {
    site.backoff.failed(site.id, now, politeness);
  } else if (settlement.asked && !settlement.host_rests) {
    site.backoff.answered();
  }
  if (settlement.site_rests) site.backoff.rest(*settlement.site_rests, now, politeness);
  if (settlement.host_rests) host.politeness.rest(*settlement.host_rests, now, politeness);

  if (lease.kind == Lease::Kind::kRobots) {
    site.is_robots_leased = false;
  } else {
    Queued& page = lease.queued.page;
    leased_pages.erase(page.key.page.value);
    if (settlement.page == Settlement::Page::kLater) {
      page.not_before = settlement.again_at;
      if (page.attempts < std::numeric_limits<uint8_t>::max()) ++page.attempts;
    }
    if (settlement.page != Settlement::Page::kDone) push(site, std::move(lease.queued));
  }
  place(lease.site);
  if (site.hunger == Hunger::kStalled) site.hunger = Hunger::kFed;
  notice_hunger(lease.site);
}

void Frontier::Impl::put_back(Lease::State& lease) {
  settle(lease, {.page = Settlement::Page::kPutBack, .asked = false}, now);
}

Frontier::SiteView Frontier::Impl::view(uint32_t number) const {
  const Site& site = sites[number];
  const Plan where = plan(site);
  return {.standing = where.standing,
          .until = where.until,
          .queued = site.pages.size(),
          .leased = site.leased,
          .more_in_store = site.more_in_store};
}

}  // namespace freshet::frontier
