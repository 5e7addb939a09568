#pragma once

#include <unordered_set>
#include <vector>

#include "crawl/admission.h"
#include "store/types.h"

namespace freshet::crawl {

// Admits or refuses the URLs that other agents found, or users announced, and whose shards this
// engine holds. The batch that admits a URL settles its discovery. For the engine's thread.
class Inbox {
 public:
  Inbox(Admission& admission, KnownPages& known, Journal& journal)
      : admission_(admission), known_(known), journal_(journal) {}

  // Discoveries that are pending in the store. Those that were taken in before, and are settled in
  // a batch that is not committed yet, are left out. Returns how many were taken in.
  size_t take_in(const std::vector<store::Discovery>& pending, Instant now);

 private:
  struct HashId {
    size_t operator()(const store::DiscoveryId& id) const {
      return id.key.page.value ^ static_cast<size_t>(id.found_at.unix_microseconds());
    }
  };

  void take_in(const store::Discovery& discovery, Instant now);

  Admission& admission_;
  KnownPages& known_;
  Journal& journal_;
  std::unordered_set<store::DiscoveryId, HashId> uncommitted_;
};

}  // namespace freshet::crawl
