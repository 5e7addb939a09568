#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "clock/instant.h"
#include "collection/command.h"
#include "collection/options.h"
#include "collection/status_report.h"
#include "refresh/refresher.h"
#include "store/store.h"

namespace freshet::collection {

// Assembles the answer to a StatusQuery from the sites of a run or of a stored collection. `report`
// has the figures that only the caller knows.
class StatusBuilder {
 public:
  // `refresher` is nullptr if no page is revisited; otherwise it must outlive the builder.
  StatusBuilder(StatusReport report, const refresh::Refresher* refresher);

  // Returns the report of a site from its state and the estimates of its pages. The caller
  // completes it before add().
  SiteReport describe(const store::SiteState& site) const;
  void add(SiteReport site);  // of a site in the scope
  void add_alias(const store::SiteState& site, Alias alias);
  void count_site() { ++report_.sites.known; }
  void add_waiting(uint64_t pages) { report_.waiting += pages; }

  StatusReport finish(const StatusQuery& query, const store::Store& store, const Options& options);

 private:
  StatusReport report_;
  const refresh::Refresher* refresher_;
  std::unordered_map<uint64_t, refresh::Belief> believed_;
};

// Returns why requests to a site are delayed.
std::string words_of_rest(const std::optional<SiteFailure>& failure,
                          const std::optional<Wall>& wall);

}  // namespace freshet::collection
