#include "frontier/frontier_impl.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "digest/fingerprint.h"
#include "result/check.h"
#include "store/site_id.h"

namespace freshet::frontier {
namespace {

// If the time goes back by less than this, the frontier waits until it has caught up. If it goes
// back by more, the clock was set.
constexpr Duration kClockStep = Duration::seconds(10);

// Returns the same key for all sites of a host: "http://example.com:81" and "https://example.com.".
uint64_t host_key(const store::SiteState& site) {
  const std::string_view host = store::host_of(site.text);
  return host.empty() ? site.id.value : digest::fingerprint(host).value;
}

}  // namespace

Frontier::Impl::Impl(const Politeness& how, const FrontierLimits& up_to)
    : politeness(how),
      limits(up_to),
      host_queue({.slots = static_cast<uint32_t>(std::max(how.per_address, 0)),
                  .delay = how.address_delay,
                  .are_leased = how.leases_addresses}) {
  FRESHET_CHECK(how.per_host > 0 && how.per_address > 0, "politeness allows no request");
  FRESHET_CHECK(how.per_host <= std::numeric_limits<uint16_t>::max(), "per_host is too large");
  FRESHET_CHECK(limits.queue_per_site > 0, "queue_per_site is 0");
}

uint32_t Frontier::Impl::find(store::SiteId id) const {
  return number_of_site.find(id.value, [this](uint32_t number) { return sites[number].id.value; });
}

uint32_t Frontier::Impl::number_of(store::SiteId id) const {
  const uint32_t number = find(id);
  FRESHET_CHECK(number != kNone, "the site was not added");
  return number;
}

uint32_t Frontier::Impl::host_with(uint64_t key) {
  const auto key_of = [this](uint32_t number) { return hosts[number].key; };
  if (const uint32_t known = number_of_host.find(key, key_of); known != kNone) return known;
  const uint32_t number = host_queue.add_host();
  site_queue.add_host();
  hosts.emplace_back().key = key;
  number_of_host.insert(key, number, key_of);
  return number;
}

void Frontier::Impl::add_site(const store::SiteState& state) {
  if (find(state.id) != kNone) return;
  const uint32_t host = host_with(host_key(state));
  const uint32_t number = site_queue.add_site(host);
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
    reschedule_host(host);
  } else if (std::max(state.next_allowed, state.resting_until) > Instant()) {
    restored.push_back(number);
  }
}

// Sets the Crawl-delay of the host to the longest one of its sites.
void Frontier::Impl::set_crawl_delay(uint32_t number, Duration crawl_delay) {
  sites[number].crawl_delay = crawl_delay;
  Host& host = hosts[sites[number].host];
  Duration longest;
  for (uint32_t site = host.first_site; site != kNone; site = sites[site].next_of_host) {
    longest = std::max(longest, sites[site].crawl_delay);
  }
  host.politeness.set_crawl_delay(longest);
}

Frontier::Impl::Plan Frontier::Impl::site_plan(const Site& site) const {
  if (site.pages.empty()) return {.standing = Standing::kEmpty};
  const bool is_getting_rules = site.is_robots_leased || site.awaits_rules;
  if (is_getting_rules && site.pages.first().needs_rules) return {.standing = Standing::kBusy};
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
  Plan plan = site_plan(site);
  const bool wants_lease = plan.standing == Standing::kReady || plan.standing == Standing::kResting;
  if (wants_lease && host.leased >= host.politeness.slots(politeness)) {
    return {.standing = Standing::kBusy};
  }
  const Instant rested = host.politeness.free_at(politeness);
  if (plan.standing == Standing::kUnresolved || rested <= std::max(plan.until, now)) return plan;
  if (wants_lease || plan.standing == Standing::kHeld) return {Standing::kResting, rested};
  return plan;
}

void Frontier::Impl::reschedule(uint32_t number) {
  Site& site = sites[number];
  const Plan where = site_plan(site);
  switch (where.standing) {
    case Standing::kEmpty:
    case Standing::kBusy: site_queue.make_idle(number); break;
    case Standing::kUnresolved:
      site_queue.make_idle(number);
      if (!site.is_reported_unresolved && !site.is_listed_unresolved) {
        unresolved.push_back(number);
        site.is_listed_unresolved = true;
      }
      break;
    case Standing::kHeld: site_queue.rest_until(number, where.until, true); break;
    case Standing::kResting: site_queue.rest_until(number, where.until, false); break;
    case Standing::kReady: site_queue.make_ready(number); break;
  }
  reschedule_host(site.host);
}

void Frontier::Impl::reschedule_host(uint32_t number) {
  Host& host = hosts[number];
  const SiteQueue::Next next = site_queue.next(number);
  const bool is_away = !next.any || host.leased >= host.politeness.slots(politeness);
  const bool is_busy = is_away && host.leased > 0;
  busy = busy - (host.is_busy ? 1 : 0) + (is_busy ? 1 : 0);
  host.is_busy = is_busy;
  if (is_away) return host_queue.make_idle(number);
  const Instant rested = host.politeness.free_at(politeness);
  const Instant until = std::max(next.rests_until.value_or(rested), rested);
  if (until <= now) return host_queue.make_ready(number);
  host_queue.rest_until(number, until, next.held && until > rested);
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
    if (site.refill_state == Refill::kRequested) site.refused_since_request = true;
    request_refill_if_low(number);
    return false;
  }
  push(site, {.page = std::move(page), .ticket = next_ticket++});
  reschedule(number);
  return true;
}

void Frontier::Impl::queue_first(Queued page) {
  const uint32_t number = number_of(page.key.site);
  // A page that does not need the rules must not wait behind one that does.
  page.not_before = Instant::from_unix_microseconds(std::numeric_limits<int64_t>::min() +
                                                    (page.needs_rules ? 1 : 0));
  push(sites[number], {.page = std::move(page), .ticket = next_ticket++});
  reschedule(number);
  site_queue.move_to_front(number);
  host_queue.move_to_front(sites[number].host);
}

void Frontier::Impl::request_refill_if_low(uint32_t number) {
  Site& site = sites[number];
  if (!site.more_in_store || site.refill_state != Refill::kNotNeeded) return;
  if (!site.pages.empty() && site.pages.size() * 4 >= limits.queue_per_site) return;
  site.refill_state = Refill::kListed;
  to_refill.push_back(number);
}

std::vector<store::SiteId> Frontier::Impl::sites_to_refill() {
  std::vector<store::SiteId> found;
  for (const uint32_t number : std::exchange(to_refill, {})) {
    Site& site = sites[number];
    if (site.refill_state != Refill::kListed) continue;
    site.refill_state = Refill::kRequested;
    found.push_back(site.id);
  }
  return found;
}

void Frontier::Impl::refill(uint32_t number, std::vector<Queued> pages, bool more) {
  Site& site = sites[number];
  std::unordered_set<uint64_t> present;
  present.reserve(site.pages.size() + pages.size());
  for (const store::PageId page : site.pages.ids()) present.insert(page.value);

  size_t added = 0;
  for (Queued& page : pages) {
    FRESHET_CHECK(page.key.site == site.id, "the page is of another site");
    const uint64_t id = page.key.page.value;
    if (leased_pages.contains(id) || !present.insert(id).second) continue;
    push(site, {.page = std::move(page), .ticket = next_ticket++});
    ++added;
  }
  site.more_in_store = (more && !pages.empty()) || site.refused_since_request;
  site.refused_since_request = false;
  site.refill_state = added == 0 && !pages.empty() ? Refill::kStalled : Refill::kNotNeeded;
  reschedule(number);
  request_refill_if_low(number);
}

std::vector<store::SiteId> Frontier::Impl::take_unresolved() {
  std::vector<store::SiteId> found;
  for (const uint32_t number : std::exchange(unresolved, {})) {
    Site& site = sites[number];
    site.is_listed_unresolved = false;
    if (site_plan(site).standing != Standing::kUnresolved) continue;
    site.is_reported_unresolved = true;
    found.push_back(site.id);
  }
  return found;
}

void Frontier::Impl::advance(Instant to) {
  if (!is_started) {
    is_started = true;
    now = to;
    for (const uint32_t number : std::exchange(restored, {})) {
      hosts[sites[number].host].politeness.clamp(now, politeness);
      sites[number].backoff.clamp(now, politeness);
      reschedule(number);
    }
  } else if (to + kClockStep < now) {
    const Duration step = now - to;
    now = to;
    host_queue.set_back(now);
    for (Host& host : hosts) host.politeness.set_back(step);
    for (uint32_t number = 0; number < sites.size(); ++number) {
      Site& site = sites[number];
      site.backoff.set_back(step);
      if (site.held_until != Instant::never()) site.held_until = site.held_until - step;
      reschedule(number);
    }
  }
  now = std::max(now, to);
}

// Returns nullptr if it turns out that nothing of the site can be leased.
std::unique_ptr<Lease::State> Frontier::Impl::lease_of(uint32_t number) {
  Site& site = sites[number];
  // A site whose hold has ended may still lack an address.
  if (site_plan(site).standing != Standing::kReady) return nullptr;
  auto lease = std::make_unique<Lease::State>();
  const bool has_rules = site.has_rules && now < site.rules_until;
  if (site.pages.first().needs_rules && !has_rules) {
    lease->kind = Lease::Kind::kRobots;
    site.is_robots_leased = true;
  } else {
    lease->queued = site.pages.pop();
    --queued;
    // The page was queued twice and is already leased. One visit is enough.
    if (!leased_pages.insert(lease->queued.page.key.page.value).second) return nullptr;
  }
  lease->frontier = this;
  lease->site = number;
  lease->site_id = site.id;
  ++site.leased;
  ++leased;
  return lease;
}

// Returns nullptr if it turns out that nothing of the host can be leased.
std::unique_ptr<Lease::State> Frontier::Impl::lease(const HostQueue::Turn& turn) {
  Host& host = hosts[turn.host];
  std::unique_ptr<Lease::State> lease;
  for (uint32_t number = kNone; !lease;) {
    number = site_queue.pop(turn.host, now);
    if (number == kNone) return nullptr;
    lease = lease_of(number);
    if (lease) {
      lease->slot = turn.slot;
      lease->start = host.politeness.start(now);
      ++host.leased;
    }
    reschedule(number);
    request_refill_if_low(number);
  }
  return lease;
}

std::unique_ptr<Lease::State> Frontier::Impl::next(Instant at) {
  advance(at);
  while (const auto turn = host_queue.next(now)) {
    if (auto leased_now = lease(*turn)) return leased_now;
    host_queue.end(turn->slot, /*sent=*/false, now);
    reschedule_host(turn->host);
  }
  return nullptr;
}

Instant Frontier::Impl::wake_at(Instant at) const {
  const Instant wake = host_queue.wake_at(at);
  return restored.empty() ? wake : std::min(wake, at + politeness.longest_rest);
}

void Frontier::Impl::settle(Lease::State& lease, const Settlement& settlement, Instant at) {
  advance(at);
  Site& site = sites[lease.site];
  Host& host = hosts[site.host];
  --site.leased;
  --host.leased;
  --leased;
  host_queue.end(lease.slot, settlement.sent, now);

  if (settlement.sent) {
    host.politeness.end(now, settlement.took, politeness);
  } else {
    host.politeness.undo(lease.start);
  }
  if (settlement.host_failed) {
    site.backoff.failed(site.id, now, politeness);
  } else if (settlement.sent && !settlement.host_rests) {
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
  reschedule(lease.site);
  if (site.refill_state == Refill::kStalled) site.refill_state = Refill::kNotNeeded;
  request_refill_if_low(lease.site);
}

void Frontier::Impl::requeue(Lease::State& lease) {
  settle(lease, {.page = Settlement::Page::kRequeue, .sent = false}, now);
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
