#pragma once

#include <string_view>

#include "crawl/control.h"
#include "crawl/options.h"
#include "crawl/scope.h"
#include "refresh/absent_pages.h"
#include "refresh/refresher.h"
#include "result/result.h"
#include "store/store.h"

// Answers as far as the store and what is believed of it can give them, whether a run is going on
// or not.
namespace freshet::crawl {

struct Sight {
  const store::Store& store;
  const refresh::Refresher* refresher = nullptr;  // none: a crawl that only collects
  const Scope* scope = nullptr;                   // none: not known
  const CrawlOptions& options;
  const InLinks* in_links = nullptr;             // none: nobody goes by them
  const refresh::AbsentPages* absent = nullptr;  // none: nobody looks for them
  // Where nothing was recorded of a URL, the links of so many pages are searched for it.
  uint64_t most_pages_searched = 2'000'000;
  Instant now;
};

// An error is the asker's: this is no URL of the web.
Result<PageReport> report_page(const Sight& sight, std::string_view url);

// `before`: only what happened earlier.
Result<ChangesReport> report_changes(const store::Store& store, const AskChanges& ask, Instant now,
                                     Instant before);

using BeliefBySite = std::unordered_map<uint64_t, refresh::Refresher::Belief>;
// Why a site rests.
std::string words_of_rest(const SiteReport& site);

SiteReport report_site(const store::SiteState& site, const BeliefBySite& believed);

// Fills in freshness, age, calibration and the number of pages.
void report_belief(const refresh::Refresher& refresher, Instant now, StatusReport& report);

// Leaves those that were asked for, in order.
// Those that people may still want to hear of.
std::vector<schedule::Rewrite> recent_rewrites(const refresh::Refresher& refresher,
                                               store::SiteId site, Instant now);
void choose_sites(const AskStatus& ask, std::vector<SiteReport>& sites);

}  // namespace freshet::crawl
