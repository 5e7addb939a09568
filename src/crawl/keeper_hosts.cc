// What is found out about hosts: their addresses.
#include <algorithm>

#include "crawl/doubled.h"
#include "crawl/keeper.h"

namespace freshet::crawl {
namespace {

using store::VisitResult;

uint64_t address_key(const fetch::Address& address) {
  const auto& bytes = address.bytes();
  const std::string_view view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return std::max<uint64_t>(digest::fingerprint(view).value, 1);
}

}  // namespace

void Keeper::on_resolved(Outstanding outstanding, Completed completed, Instant now) {
  SiteEntry& entry = sites_.at(outstanding.site.value);
  if (std::holds_alternative<fetch::Reply>(completed.outcome)) {
    entry.resolve_failures = 0;
    seeds_.set_resolves(outstanding.site, true);
    recall_rules(entry, now);
    frontier_.set_address(outstanding.site,
                          completed.address ? address_key(*completed.address) : 0);
    return;
  }
  if (std::holds_alternative<fetch::AddressRefused>(completed.outcome)) {
    log_.warning("a private address is refused; see net.allow_private",
                 {{"site", entry.state.text}});
    give_up(outstanding.site, VisitResult::kExcluded, "address_refused", now);
    frontier_.hold_back(outstanding.site, Instant::never());
    return;
  }
  ++entry.resolve_failures;
  const Duration delay =
      doubled(options_.retry.first, entry.resolve_failures, options_.politeness.longest_rest);
  frontier_.hold_back(outstanding.site, now + delay);
  // Where nobody can tell, the network may be at fault, and the pages wait for another time.
  const bool is_known_to_be_none = std::holds_alternative<fetch::NoAddress>(completed.outcome);
  if (is_known_to_be_none && entry.resolve_failures >= options_.retry.attempts) {
    give_up(outstanding.site, VisitResult::kUnreachable, fetch::name(completed.outcome), now);
  } else if (is_known_to_be_none) {
    seeds_.set_resolves(outstanding.site, false);
    give_up_unresolved_seeds(now);
  }
}

// None of the pages in memory of a site will be had; those in the store stay for another run.
void Keeper::give_up(store::SiteId site, VisitResult result, std::string_view why, Instant now) {
  for (const frontier::Queued& page : frontier_.drop_pages(site)) {
    if (page.made_up) {
      sites_.at(site.value).asking_made_up = false;
      continue;
    }
    if (const auto hop = robots_redirects_.take(page.key.page)) {
      lack_rules(sites_.at(hop->site.value), {.words = std::string(why)}, now);
      continue;
    }
    count(why);
    if (page.revisit) {
      revisits_.left_queue();
      forgo_revisit(page, result, now);
    } else {
      record_end(page, result, now);
    }
  }
}

}  // namespace freshet::crawl
