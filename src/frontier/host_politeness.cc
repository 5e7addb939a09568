#include "frontier/host_politeness.h"

#include <algorithm>
#include <limits>

#include "digest/split_mix.h"

namespace freshet::frontier {
namespace {

// A Crawl-delay may be very large; the sum must not overflow.
Instant saturating_sum(Instant from, Duration by) {
  return by > Duration() && from > Instant::never() - by ? Instant::never() : from + by;
}

// If a request takes t and may take the share s of the time, the next one may start after t / s.
Duration rest_after(Duration took, const Politeness& rules) {
  const double rest = took.in_seconds() * (1 / rules.share - 1);
  return Duration::from_seconds(std::min(rest, rules.longest_rest.in_seconds()));
}

}  // namespace

void HostPoliteness::restore(const store::SiteState& site, const Politeness& rules) {
  const bool is_first = last_request_ == Instant();
  const Instant allowed =
      is_first ? site.next_allowed : std::max(site.next_allowed, next_allowed(rules));
  crawl_delay_ = std::max(crawl_delay_, site.crawl_delay);
  last_request_ = allowed - gap(rules);
}

void HostPoliteness::write(store::SiteState& site, const Politeness& rules) const {
  site.next_allowed = std::max(free_at(rules), Instant());
  site.resting_until = std::max(resting_until_, Instant());
}

Duration HostPoliteness::gap(const Politeness& rules) const {
  Duration gap = std::max(rules.delay, crawl_delay_);
  if (rules.delay > Duration() && slots(rules) == 1) gap = std::max(gap, rest_after(took_, rules));
  return gap;
}

Instant HostPoliteness::next_allowed(const Politeness& rules) const {
  return saturating_sum(last_request_, gap(rules));
}

HostPoliteness::Start HostPoliteness::start(Instant now) {
  const Start start{.at = std::max(last_request_, now), .before = last_request_};
  last_request_ = start.at;
  return start;
}

void HostPoliteness::undo(const Start& start) {
  if (last_request_ == start.at) last_request_ = start.before;  // no other request has started
}

void HostPoliteness::end(Instant now, Duration took, const Politeness& rules) {
  took_ = std::min(took, rules.longest_rest);
  if (slots(rules) == 1) last_request_ = std::max(last_request_, now);
}

void HostPoliteness::rest(Duration length, Instant now, const Politeness& rules) {
  resting_until_ = std::max(resting_until_, now + std::min(length, rules.longest_rest));
}

void HostPoliteness::clamp(Instant now, const Politeness& rules) {
  resting_until_ = std::min(resting_until_, now + rules.longest_rest);
  const Instant latest = saturating_sum(now, std::max(rules.longest_rest, gap(rules)));
  if (next_allowed(rules) > latest) last_request_ = latest - gap(rules);
}

void HostPoliteness::set_back(Duration step) {
  last_request_ = last_request_ - step;
  resting_until_ = resting_until_ - step;
}

void SiteBackoff::write(store::SiteState& site) const {
  site.resting_until = std::max(site.resting_until, resting_until_);
  site.failures = failures_;
}

void SiteBackoff::failed(store::SiteId site, Instant now, const Politeness& rules) {
  if (failures_ < std::numeric_limits<uint16_t>::max()) ++failures_;
  const Duration length = backoff(site, failures_, rules);
  if (length > Duration()) rest(length, now, rules);
}

void SiteBackoff::rest(Duration length, Instant now, const Politeness& rules) {
  resting_until_ = std::max(resting_until_, now + std::min(length, rules.longest_rest));
}

void SiteBackoff::clamp(Instant now, const Politeness& rules) {
  resting_until_ = std::min(resting_until_, now + rules.longest_rest);
}

Duration backoff(store::SiteId site, int failures, const Politeness& rules) {
  if (failures < std::max(rules.failures_before_rest, 1)) return Duration();
  Duration length = rules.first_backoff;
  for (int k = std::max(rules.failures_before_rest, 1); k < failures; ++k) {
    if (length >= rules.longest_rest || length <= Duration()) break;
    length = length * 2;
  }
  length = std::min(length, rules.longest_rest);
  constexpr int64_t kSteps = 1024;
  const uint64_t before = site.value + static_cast<uint64_t>(failures - 1) * digest::kSplitMixStep;
  const auto step = static_cast<int64_t>(digest::split_mix(before) % kSteps);
  return std::min(length + length / (4 * kSteps) * step, rules.longest_rest);
}

}  // namespace freshet::frontier
