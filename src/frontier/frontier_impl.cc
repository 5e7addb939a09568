#include "frontier/frontier_impl.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "result/check.h"

namespace freshet::frontier {
namespace {

// A clock that falls behind by less than this is waited for; by more, it was set.
constexpr Duration kClockStep = Duration::seconds(10);

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

void Frontier::Impl::add_site(const store::SiteState& state) {
  if (find(state.id) != kNone) return;
  const uint32_t number = turns.add_site();
  Site& site = sites.emplace_back();
  site.id = state.id;
  site.host = HostPoliteness(state, politeness);
  number_of_site.insert(state.id.value, number, [this](uint32_t n) { return sites[n].id.value; });
  if (is_started) {
    site.host.clamp(now, politeness);
  } else if (std::max(state.next_allowed, state.resting_until) > Instant()) {
    restored.push_back(number);
  }
}

Frontier::Impl::Plan Frontier::Impl::plan(const Site& site) const {
  if (site.pages.empty()) return {.standing = Standing::kEmpty};
  if (site.is_robots_leased || site.leased >= site.host.slots(politeness)) {
    return {.standing = Standing::kBusy};
  }
  if (!site.has_address) {
    if (site.held_until > now) return {.standing = Standing::kHeld, .until = site.held_until};
    return {.standing = Standing::kUnresolved};
  }
  const Instant rested = std::max({site.host.next_allowed(politeness), site.host.resting_until(),
                                   site.pages.first().not_before});
  if (site.held_until > std::max(rested, now)) {
    return {.standing = Standing::kHeld, .until = site.held_until};
  }
  if (rested > now) return {.standing = Standing::kResting, .until = rested};
  return {.standing = Standing::kReady};
}

void Frontier::Impl::place(uint32_t number) {
  Site& site = sites[number];
  const Plan where = plan(site);
  const bool is_busy =
      site.leased > 0 && (where.standing == Standing::kEmpty || where.standing == Standing::kBusy);
  busy = busy - (site.is_busy ? 1 : 0) + (is_busy ? 1 : 0);
  site.is_busy = is_busy;
  switch (where.standing) {
    case Standing::kEmpty:
    case Standing::kBusy: turns.go_away(number); break;
    case Standing::kUnresolved:
      turns.go_away(number);
      if (!site.is_told_unresolved && !site.is_listed_unresolved) {
        unresolved.push_back(number);
        site.is_listed_unresolved = true;
      }
      break;
    case Standing::kHeld: turns.rest_until(number, where.until, true); break;
    case Standing::kResting: turns.rest_until(number, where.until, false); break;
    case Standing::kReady: turns.line_up(number); break;
  }
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
  page.not_before = Instant::from_unix_microseconds(std::numeric_limits<int64_t>::min());
  push(sites[number], {.page = std::move(page), .ticket = next_ticket++});
  place(number);
  turns.go_first(number);
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
    if (plan(site).standing != Standing::kUnresolved) continue;
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
      sites[number].host.clamp(now, politeness);
      place(number);
    }
  } else if (to + kClockStep < now) {
    const Duration step = now - to;
    now = to;
    turns.set_back(now);
    for (uint32_t number = 0; number < sites.size(); ++number) {
      Site& site = sites[number];
      site.host.set_back(step);
      if (site.held_until != Instant::never()) site.held_until = site.held_until - step;
      place(number);
    }
  }
  now = std::max(now, to);
}

// nullptr if it turns out that there is nothing to ask the site for.
std::unique_ptr<Lease::State> Frontier::Impl::lease(const Turns::Turn& turn) {
  Site& site = sites[turn.site];
  if (!site.has_address) return nullptr;  // it was held, and that is over
  auto lease = std::make_unique<Lease::State>();
  if (!site.has_rules || now >= site.rules_until) {
    lease->kind = Lease::Kind::kRobots;
    site.is_robots_leased = true;
  } else {
    lease->queued = site.pages.pop();
    --queued;
    // A page that was queued twice and is out already: one visit is enough.
    if (!leased_pages.insert(lease->queued.page.key.page.value).second) return nullptr;
  }
  lease->frontier = this;
  lease->site = turn.site;
  lease->site_id = site.id;
  lease->slot = turn.slot;
  lease->start = site.host.start(now);
  ++site.leased;
  ++leased;
  return lease;
}

std::unique_ptr<Lease::State> Frontier::Impl::next(Instant at) {
  advance(at);
  while (const auto turn = turns.next(now)) {
    auto leased_now = lease(*turn);
    if (!leased_now) turns.end(turn->slot, false, now);
    place(turn->site);
    notice_hunger(turn->site);
    if (leased_now) return leased_now;
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
  --site.leased;
  --leased;
  turns.end(lease.slot, settlement.asked, now);

  if (settlement.asked) {
    site.host.end(now, settlement.took, politeness);
  } else {
    site.host.undo(lease.start);
  }
  if (settlement.host_failed) {
    site.host.failed(site.id, now, politeness);
  } else if (settlement.asked && !settlement.host_rests) {
    site.host.answered();
  }
  if (settlement.host_rests) site.host.rest(*settlement.host_rests, now, politeness);

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
