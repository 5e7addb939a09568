#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "crawl/admission.h"
#include "crawl/archived_visits.h"
#include "crawl/options.h"
#include "crawl/origin.h"
#include "crawl/originals.h"
#include "crawl/reading.h"
#include "crawl/scope.h"
#include "crawl/site_memory.h"
#include "frontier/traps.h"
#include "refresh/refresher.h"
#include "result/result.h"
#include "store/store.h"

namespace freshet::crawl {

// Makes a state from visits: what a crawl would have made of them. Pages, links, histories,
// versions, changes, originals of contents, sites, URLs that were not admitted; links that lead to
// pages without a visit make these wait. Visits are read and compared by the code that a crawl
// uses; the order in which they are told is that of the crawl. For one thread.
//
// In memory are 8 bytes and overhead for each URL that is admitted, each site, and what some
// hundred visits came to.
class Rebuilder {
 public:
  struct Counts {
    uint64_t visits = 0;
    uint64_t pages = 0;    // that were visited
    uint64_t waiting = 0;  // found, and not visited
    uint64_t links = 0;    // pages that have some
    uint64_t changes = 0;  // new, changed, gone, back, left
    uint64_t unadmitted = 0;
    uint64_t sites = 0;
    uint64_t bodiless = 0;  // visits whose body cannot be had
    uint64_t robots = 0;    // answers to requests for robots.txt
  };

  // `store` is empty. With options.run set, what a run needs is made too. The options and the store
  // must outlive it.
  Rebuilder(const CrawlOptions& options, Scope scope, store::Store& store);

  void add_seeds(const std::vector<url::Url>& seeds, Instant at);
  Status take(const ArchivedVisit& visit);
  // What the archive does not have, from a state of before that can be read in part: pages that it
  // knows better, and what it knows of sites. Call it after the last visit.
  Status take_rest_of(const store::Store& before);
  // Everything is in the store.
  Status finish();

  const Counts& counts() const { return counts_; }

 private:
  struct Site {
    store::SiteState state;
    std::optional<SiteMemory> memory;
    bool dirty = true;
  };

  // rebuilder.cc: visits
  Status take_page(const ArchivedVisit& visit, const url::Url& url);
  void take_first_visit(store::PageState& page, const ArchivedVisit& visit, const Reading& reading);
  void take_failure(store::PageState& page, const ArchivedVisit& visit, store::VisitResult result);
  void take_revisit(store::PageState& page, const ArchivedVisit& visit, const Reading& reading);
  void take_content(store::PageState& page, const ArchivedVisit& visit, const Reading& reading);
  refresh::Found found_at_revisit(store::PageState& page, const ArchivedVisit& visit,
                                  const Reading& reading);
  refresh::Found found_content(store::PageState& page, const ArchivedVisit& visit,
                               const Reading& reading);
  bool learn_of_presence(const store::PageState& page, store::VisitResult result, Instant at);
  void take_robots(const ArchivedVisit& visit, const url::Url& url);
  Result<std::optional<store::PageState>> known_page(const store::PageKey& key) const;
  Result<std::string> version_of(const store::PageKey& key) const;
  Status commit_if_large();
  Status commit();

  // rebuilder_discovery.cc: what visits lead to
  void follow(const store::PageState& page, const Reading& reading, Instant now);
  void admit(const Candidate& candidate, const Origin& origin, Instant now);
  void refuse(const Candidate& candidate, const Origin& origin, store::UnadmittedReason reason,
              Instant now);
  store::PageState& begin_page(const Candidate& candidate, const Origin& origin, Instant now);
  Site& site_of(const url::Url& url, store::SiteId id, bool in_scope, Instant now);
  bool is_listing(const ArchivedVisit& visit, const url::Url& url) const;
  Status take_rest_of_page(const store::PageState& before);

  const CrawlOptions& options_;
  const Scope scope_;
  store::Store& store_;
  const Reader reader_;
  Originals originals_;
  frontier::SimilarPages similar_pages_;

  std::unordered_set<uint64_t> met_;          // PageId of what was admitted
  std::unordered_map<uint64_t, Site> sites_;  // by SiteId
  // What is not in the store yet, by PageId.
  std::unordered_map<uint64_t, store::PageState> pages_;
  std::unordered_map<uint64_t, std::string> versions_;
  store::Batch batch_;
  Instant last_admission_;
  Counts counts_;
};

}  // namespace freshet::crawl
