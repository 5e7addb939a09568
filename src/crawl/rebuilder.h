#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "collection/admission_rules.h"
#include "collection/scope.h"
#include "collection/site_profile.h"
#include "crawl/archived_visits.h"
#include "crawl/options.h"
#include "crawl/origin.h"
#include "crawl/originals.h"
#include "crawl/reading.h"
#include "frontier/traps.h"
#include "refresh/refresher.h"
#include "result/result.h"
#include "store/store.h"

namespace freshet::crawl {

// Builds a state from archived visits, as a crawl would have made it: pages, links, histories,
// versions, changes, originals of contents, sites, and URLs that were not admitted. Links to pages
// without a visit make these wait. Visits are read and compared by the code of a crawl, in the
// order of the crawl. For one thread.
//
// Memory: 8 bytes and overhead for each admitted URL, each site, and the results of some hundred
// visits.
class Rebuilder {
 public:
  struct Counts {
    uint64_t visits = 0;
    uint64_t pages = 0;    // pages that were visited
    uint64_t waiting = 0;  // pages found and not visited
    uint64_t links = 0;    // pages with links
    uint64_t changes = 0;  // entries of kinds new, changed, gone, back, left
    uint64_t unadmitted = 0;
    uint64_t sites = 0;
    uint64_t bodiless = 0;  // visits whose body cannot be read
    uint64_t robots = 0;    // answers to requests for robots.txt
  };

  // `store` must be empty. With options.run, builds also what a run needs. The options and the
  // store must outlive the rebuilder.
  Rebuilder(const CrawlOptions& options, collection::Scope scope, store::Store& store);

  void add_seeds(const std::vector<url::Url>& seeds, Instant at);
  Status take(const ArchivedVisit& visit);
  // Adds what the archive does not have, from a damaged state that can be read in part: newer data
  // of pages, and data of sites. Call it after the last visit.
  Status merge_old_state(const store::Store& before);
  // Commits the rest.
  Status finish();

  const Counts& counts() const { return counts_; }

 private:
  struct Site {
    store::SiteState state;
    std::optional<collection::SiteProfile> profile;
    bool dirty = true;
  };

  // Visits: defined in rebuilder.cc.
  Status take_page(const ArchivedVisit& visit, const url::Url& url);
  Status take_first_visit(store::PageState& page, const ArchivedVisit& visit,
                          const Reading& reading);
  void take_failure(store::PageState& page, const ArchivedVisit& visit, store::VisitResult result);
  Status take_revisit(store::PageState& page, const ArchivedVisit& visit, const Reading& reading);
  void take_content(store::PageState& page, const ArchivedVisit& visit, const Reading& reading);
  refresh::Found found_at_revisit(store::PageState& page, const ArchivedVisit& visit,
                                  const Reading& reading);
  refresh::Found found_content(store::PageState& page, const ArchivedVisit& visit,
                               const Reading& reading);
  bool update_presence(const store::PageState& page, store::VisitResult result, Instant at);
  // Marks a list without new items as unchanged.
  void compare_list(Reading& reading) const;
  Result<std::optional<store::Item>> known_item(const store::PageKey& key) const;
  Status take_item(const store::PageState& page, const Reading& reading, Instant at,
                   store::Change* change);
  void take_robots(const ArchivedVisit& visit, const url::Url& url);
  Result<std::optional<store::PageState>> known_page(const store::PageKey& key) const;
  Result<std::string> version_of(const store::PageKey& key) const;
  Status commit_if_large();
  Status commit();

  // URLs that visits lead to: defined in rebuilder_discovery.cc.
  void follow(const store::PageState& page, const Reading& reading, Instant now);
  void admit(const Candidate& candidate, const Origin& origin, Instant now);
  void refuse(const Candidate& candidate, const Origin& origin, store::UnadmittedReason reason,
              Instant now);
  store::PageState& begin_page(const Candidate& candidate, const Origin& origin, Instant now);
  Site& site_of(const url::Url& url, store::SiteId id, bool in_scope, Instant now);
  bool is_listing(const ArchivedVisit& visit, const url::Url& url) const;
  Status merge_old_page(const store::PageState& before);

  const CrawlOptions& options_;
  const collection::Scope scope_;
  store::Store& store_;
  const Reader reader_;
  Originals originals_;
  frontier::SimilarPages similar_pages_;

  std::unordered_set<uint64_t> admitted_;     // PageIds of admitted pages
  std::unordered_map<uint64_t, Site> sites_;  // by SiteId
  // Uncommitted data, by PageId.
  std::unordered_map<uint64_t, store::PageState> pages_;
  std::unordered_map<uint64_t, std::string> versions_;
  std::unordered_map<uint64_t, store::Item> items_;
  store::Batch batch_;
  Instant last_admission_;
  Counts counts_;
};

}  // namespace freshet::crawl
