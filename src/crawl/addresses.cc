#include "crawl/addresses.h"

#include <algorithm>

#include "crawl/backoff.h"
#include "crawl/outcome_event.h"

namespace freshet::crawl {
namespace {

using store::VisitResult;

uint64_t address_key(const fetch::Address& address) {
  const auto& bytes = address.bytes();
  const std::string_view view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return std::max<uint64_t>(digest::fingerprint(view).value, 1);
}

}  // namespace

void Addresses::on_resolved(store::SiteId site, const Completed& completed, Instant now) {
  SiteEntry& entry = tables_.sites.at(site);
  if (std::holds_alternative<fetch::Reply>(completed.outcome)) {
    entry.resolve_failures = 0;
    parts_.seeds.set_resolves(site, true);
    parts_.rules.restore(entry, now);
    const uint64_t key = completed.address ? address_key(*completed.address) : 0;
    tables_.frontier.set_address(site, key);
    if (key != 0 && entry.add_address(key)) tables_.sites.touch(entry);
    return;
  }
  if (std::holds_alternative<fetch::AddressRefused>(completed.outcome)) {
    log_.warning("a host has a private address and gets no requests; see net.allow_private",
                 {{"site", entry.state.text}});
    parts_.skipped.skip_site(site, VisitResult::kExcluded, collection::Event::kAddressRefused, now);
    tables_.frontier.hold_back(site, Instant::never());
    return;
  }
  ++entry.resolve_failures;
  const Duration delay =
      backoff_delay(options_.retry.first, entry.resolve_failures, options_.politeness.longest_rest);
  tables_.frontier.hold_back(site, now + delay);
  // Without a definite answer the network may be at fault; the pages wait for another attempt.
  if (!std::holds_alternative<fetch::NoAddress>(completed.outcome)) return;
  if (entry.resolve_failures >= options_.retry.attempts) {
    parts_.skipped.skip_site(site, VisitResult::kUnreachable, event_of(completed.outcome), now);
  } else {
    parts_.seeds.set_resolves(site, false);
    give_up_unresolved_seeds(now);
  }
}

// If no seed has a host that exists, the user probably misspelled it and should not wait for the
// retries.
void Addresses::give_up_unresolved_seeds(Instant now) {
  if (parts_.is_endless || !parts_.seeds.none_resolves()) return;
  for (const store::SiteId site : parts_.seeds.sites()) {
    parts_.skipped.skip_site(site, VisitResult::kUnreachable, collection::Event::kNoAddress, now);
  }
}

}  // namespace freshet::crawl
