#pragma once

#include <cstdint>
#include <optional>

#include "collection/spending.h"
#include "crawl/known_pages.h"
#include "crawl/run_stats.h"
#include "store/store.h"

namespace freshet::crawl {

// Writes what a run keeps in the state in addition to pages and sites: the number of requests and
// the results of audits. Removes old changes. For the engine's thread.
class Maintenance {
 public:
  Maintenance(const KnownPages& known, const RunStats& stats) : known_(known), stats_(stats) {}

  // `latest` is the latest time in the state, if it is known.
  void start(const store::Store& store, std::optional<Instant> latest, Instant now);
  // Adds what has changed since the last batch.
  void complete(store::Batch& batch, Instant now);
  // Returns the requests of all runs on the collection.
  collection::Spending spent() const;

 private:
  const KnownPages& known_;
  const RunStats& stats_;
  collection::Spending spent_before_;  // without this run
  uint64_t requests_kept_ = 0;         // requests of this run that are in the state
  uint32_t audits_kept_ = 0;
  Instant last_cleanup_;  // when old changes were removed
};

}  // namespace freshet::crawl
