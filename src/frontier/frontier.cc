#include "frontier/frontier.h"

#include <algorithm>
#include <utility>

#include "frontier/frontier_impl.h"
#include "result/check.h"

namespace freshet::frontier {

Lease::Lease(std::unique_ptr<State> state) : state_(std::move(state)) {}
Lease::Lease(Lease&&) noexcept = default;

Lease& Lease::operator=(Lease&& other) noexcept {
  if (this == &other) return *this;
  if (state_) state_->frontier->requeue(*state_);
  state_ = std::move(other.state_);
  return *this;
}

Lease::~Lease() {
  if (state_) state_->frontier->requeue(*state_);
}

Lease::Kind Lease::kind() const {
  FRESHET_CHECK(state_, "the lease was settled or moved from");
  return state_->kind;
}

store::SiteId Lease::site() const {
  FRESHET_CHECK(state_, "the lease was settled or moved from");
  return state_->site_id;
}

const Queued& Lease::page() const {
  FRESHET_CHECK(kind() == Kind::kPage, "page() of a lease for robots.txt");
  return state_->queued.page;
}

Frontier::Frontier(const Politeness& politeness, const FrontierLimits& limits)
    : impl_(std::make_unique<Impl>(politeness, limits)) {}

Frontier::~Frontier() {
  FRESHET_CHECK(impl_->leased == 0, "a lease outlives its frontier");
}

bool Frontier::is_seen(store::PageId page) const {
  return impl_->seen.contains({page.value});
}

bool Frontier::mark_seen(store::PageId page) {
  return impl_->seen.insert({page.value});
}

void Frontier::prefetch(store::PageId page) const {
  impl_->seen.prefetch({page.value});
}

void Frontier::add_site(const store::SiteState& site) {
  impl_->add_site(site);
}

bool Frontier::knows(store::SiteId site) const {
  return impl_->find(site) != kNone;
}

bool Frontier::queue(Queued page) {
  return impl_->queue(std::move(page));
}

void Frontier::queue_first(Queued page) {
  impl_->queue_first(std::move(page));
}

Instant Frontier::free_at(store::SiteId site) const {
  const Impl::Site& entry = impl_->sites[impl_->number_of(site)];
  return std::max({impl_->hosts[entry.host].politeness.free_at(impl_->politeness),
                   entry.backoff.resting_until(), entry.held_until});
}

std::vector<AddressDemand> Frontier::address_demands(Instant soon) const {
  return impl_->host_queue.demands(soon);
}

void Frontier::open_address(uint64_t address_key, Instant from, Instant until) {
  impl_->host_queue.open(address_key, from, until);
}

void Frontier::close_address(uint64_t address_key) {
  impl_->host_queue.close(address_key);
}

std::vector<store::SiteId> Frontier::sites_to_refill() {
  return impl_->sites_to_refill();
}

void Frontier::refill(store::SiteId site, std::vector<Queued> pages, bool more) {
  impl_->refill(impl_->number_of(site), std::move(pages), more);
}

void Frontier::mark_waiting_in_store(store::SiteId site) {
  const uint32_t number = impl_->number_of(site);
  impl_->sites[number].more_in_store = true;
  impl_->request_refill_if_low(number);
}

std::vector<store::SiteId> Frontier::take_unresolved() {
  return impl_->take_unresolved();
}

void Frontier::set_address(store::SiteId site, uint64_t address_key) {
  const uint32_t number = impl_->number_of(site);
  Impl::Site& entry = impl_->sites[number];
  impl_->host_queue.set_address(entry.host, address_key);
  entry.has_address = true;
  entry.is_reported_unresolved = false;
  impl_->reschedule(number);
}

void Frontier::set_rules(store::SiteId site, Duration crawl_delay, Instant good_until) {
  const uint32_t number = impl_->number_of(site);
  Impl::Site& entry = impl_->sites[number];
  impl_->set_crawl_delay(number, crawl_delay);
  entry.has_rules = true;
  entry.awaits_rules = false;
  entry.rules_until = good_until;
  impl_->reschedule(number);
}

void Frontier::await_rules(store::SiteId site) {
  const uint32_t number = impl_->number_of(site);
  impl_->sites[number].awaits_rules = true;
  impl_->reschedule(number);
}

void Frontier::hold_back(store::SiteId site, Instant until) {
  const uint32_t number = impl_->number_of(site);
  Impl::Site& entry = impl_->sites[number];
  entry.held_until = until;
  entry.awaits_rules = false;
  entry.is_reported_unresolved = false;
  impl_->reschedule(number);
}

std::vector<Queued> Frontier::drop_pages(store::SiteId site) {
  const uint32_t number = impl_->number_of(site);
  std::vector<Queued> pages = impl_->sites[number].pages.take_all();
  impl_->queued -= pages.size();
  if (impl_->sites[number].refill_state == Impl::Refill::kStalled) {
    impl_->sites[number].refill_state = Impl::Refill::kNotNeeded;
  }
  impl_->reschedule(number);
  impl_->request_refill_if_low(number);
  return pages;
}

std::optional<Lease> Frontier::next(Instant now) {
  auto state = impl_->next(now);
  if (!state) return std::nullopt;
  return Lease(std::move(state));
}

Instant Frontier::wake_at(Instant now) const {
  return impl_->wake_at(now);
}

void Frontier::settle(Lease lease, const Settlement& settlement, Instant now) {
  FRESHET_CHECK(lease.state_, "the lease was settled already");
  FRESHET_CHECK(lease.state_->frontier == impl_.get(), "the lease is of another frontier");
  const std::unique_ptr<Lease::State> state = std::move(lease.state_);
  impl_->settle(*state, settlement, now);
}

void Frontier::write_politeness(store::SiteState& site) const {
  const Impl::Site& entry = impl_->sites[impl_->number_of(site.id)];
  impl_->hosts[entry.host].politeness.write(site, impl_->politeness);
  entry.backoff.write(site);
}

Frontier::SiteView Frontier::view(store::SiteId site) const {
  return impl_->view(impl_->number_of(site));
}

Frontier::Counts Frontier::counts() const {
  return {.queued = impl_->queued,
          .leased = impl_->leased,
          .sites = impl_->sites.size(),
          .ready = impl_->host_queue.ready(),
          .resting = impl_->host_queue.resting(),
          .held = impl_->host_queue.held(),
          .busy = impl_->busy,
          .seen = impl_->seen.size(),
          .seen_bytes = impl_->seen.memory_bytes()};
}

}  // namespace freshet::frontier
