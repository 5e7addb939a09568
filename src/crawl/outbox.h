#pragma once

#include <optional>

#include "crawl/candidates.h"
#include "crawl/journal.h"
#include "crawl/origin.h"
#include "crawl/refusal_cache.h"
#include "store/types.h"
#include "url/url.h"

namespace freshet::crawl {

// Passes URLs on whose shards other agents hold. Each becomes a discovery in the batch of the visit
// that found it, so that it is neither lost nor passed on without the visit. An engine that works
// alone holds all shards and passes nothing on. For the engine's thread.
class Outbox {
 public:
  Outbox(const store::ShardSet& own, Journal& journal);

  bool is_own(store::SiteId site) const { return own_.contains(store::shard_of(site)); }

  // Passes a URL on unless this was done lately for a find that is preferred to this one. `refused`
  // is the reason if the link itself is one to refuse the URL, whatever the rules say.
  void pass_on(const Candidate& candidate, const Origin& origin,
               std::optional<store::UnadmittedReason> refused, Instant now);

 private:
  const store::ShardSet own_;
  Journal& journal_;
  RefusalCache passed_on_;
};

// The two parts of a discovery, for the agent that takes it in.
Candidate candidate_of(const store::Discovery& discovery);
Origin origin_of(const store::Discovery& discovery);

}  // namespace freshet::crawl
