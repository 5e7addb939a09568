#pragma once

#include "crawl/admission.h"
#include "crawl/reading.h"
#include "crawl/seed_watch.h"
#include "frontier/traps.h"
#include "store/types.h"

namespace freshet::crawl {

// Processes what a visited page refers to: redirects, links, entries of sitemaps. For the engine's
// thread.
class LinkFollower {
 public:
  LinkFollower(const CrawlOptions& options, const Admission::Tables& tables, Admission& admission,
               SeedWatch& seeds);

  // `page` has the history from before this visit, and everything else from after it.
  void follow(const store::PageState& page, const Reading& reading, Instant now);

 private:
  bool is_trap(const store::PageState& page, const Reading& reading);
  void record_links(const store::PageState& from, const Candidates& candidates);
  void record_listed_dates(const store::PageState& listing, const Candidates& candidates,
                           Instant now);

  const Admission::Tables tables_;
  Admission& admission_;
  SeedWatch& seeds_;
  frontier::SimilarPages similar_pages_;
};

}  // namespace freshet::crawl
