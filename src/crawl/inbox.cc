#include "crawl/inbox.h"

#include "collection/page_date.h"
#include "crawl/outbox.h"

namespace freshet::crawl {

void Inbox::take_in(const store::Discovery& discovery, Instant now) {
  const bool is_dated =
      discovery.listed_date && !collection::is_impossible(*discovery.listed_date, now);
  const bool is_known = discovery.is_ping() && is_dated && known_.has_begun() &&
                        known_.ping(discovery.key.page, *discovery.listed_date, now);
  // Of an alias, the page of the other site is admitted or known.
  if (is_known) return;
  const Candidate candidate = candidate_of(discovery);
  const Origin origin = origin_of(discovery);
  if (discovery.refused)
    admission_.refuse(candidate, origin, *discovery.refused, now);
  else
    admission_.admit(candidate, origin, now);
  if (is_dated && !discovery.is_ping()) {
    journal_.batch().listed_dates.emplace_back(discovery.key, *discovery.listed_date);
  }
}

size_t Inbox::take_in(const std::vector<store::Discovery>& pending, Instant now) {
  if (journal_.batch().settled_discoveries.empty()) uncommitted_.clear();
  size_t taken = 0;
  for (const store::Discovery& discovery : pending) {
    if (!uncommitted_.insert(discovery.id()).second) continue;
    ++taken;
    take_in(discovery, now);
    journal_.batch().settled_discoveries.push_back(discovery.id());
  }
  return taken;
}

}  // namespace freshet::crawl
