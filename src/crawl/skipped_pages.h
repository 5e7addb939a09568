#pragma once

#include "crawl/first_visits.h"
#include "crawl/repeat_visits.h"
#include "crawl/site_rules.h"
#include "crawl/soft_404_detector.h"
#include "crawl/visit_source.h"
#include "frontier/queued.h"

namespace freshet::crawl {

// Removes pages that were queued and will not be requested after all. For the engine's thread.
class SkippedPages {
 public:
  struct Parts {
    SiteRules& rules;
    FirstVisits& first_visits;
    RepeatVisits& repeat_visits;
    Soft404Detector& soft_404;
    VisitSource& source;
  };
  SkippedPages(const Admission::Tables& tables, const Parts& parts)
      : tables_(tables), parts_(parts) {}

  // Called for a leased page that is outside the scope: it waits in the store, from which it is
  // loaded if the scope includes it again.
  void set_aside(const frontier::Queued& page, Instant now);
  // Does the same for pages that were not leased.
  void set_aside(const std::vector<frontier::Queued>& pages, Instant now);
  // Called for a leased page that may not be requested and does not represent a redirect of a
  // robots.txt.
  void skip(const frontier::Queued& page, store::VisitResult result, Instant now);
  // Called if no page of the site can be fetched. Pages in the store wait for another run.
  void skip_site(store::SiteId site, store::VisitResult result, collection::Event why, Instant now);

 private:
  const Admission::Tables tables_;
  const Parts parts_;
};

}  // namespace freshet::crawl
