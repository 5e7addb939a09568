#pragma once

#include <map>
#include <string>
#include <vector>

#include "crawl/admission.h"
#include "crawl/alias_detector.h"
#include "crawl/dispatcher.h"
#include "crawl/sites_in_scope.h"
#include "crawl/skipped_pages.h"
#include "telemetry/log.h"

namespace freshet::crawl {

// What follows from a site being an alias of another: its pages wait in the store and are not
// visited, and its URLs are admitted as those of the other site. In a run without end, its root is
// requested now and then, and the alias is undone when that shows content of its own.
//
// An alias is undone also when a user says so, when the other site leaves the scope, or when it
// redirects to the alias. Then the waiting pages are loaded again, and the URLs that were refused
// because of the alias are admitted. For the engine's thread.
class Aliases {
 public:
  struct Parts {
    Admission& admission;
    SitesInScope& in_scope;
    SkippedPages& skipped;
    AliasDetector& detector;
    bool is_endless = false;
  };
  Aliases(const CrawlOptions& options, const Admission::Tables& tables, const Parts& parts,
          telemetry::Log& log)
      : options_(options), tables_(tables), parts_(parts), log_(log) {}

  // Called at a start for every site that the store has.
  void load(SiteEntry& entry, Instant now);
  // Called at a start, when the seeds are queued, and when a user has changed the list of sites
  // that are never aliases: undoes aliases that are on it, or that the setting switches off.
  Status exclude(const std::vector<std::string>& sites, Instant now);
  // Called when the scope has changed: undoes aliases that it reaches while it does not
  // reach the other site.
  Status fit_to_scope(Instant now);

  // Called when a page was visited: takes out sites that turned out to be aliases.
  void visited(Instant now);
  // Called when a probe for an alias was answered.
  void checked(store::SiteId site, const Completed& completed, Instant now);
  // Continues work that is divided into steps: hands queued pages over, checks roots.
  void advance(Instant now);
  // Returns when advance() has more to do.
  Instant wake_at(Instant now) const;

 private:
  void take_out(SiteEntry& entry, collection::Alias alias, Instant now);
  enum class By : uint8_t { kUser, kEvidence };
  Status undo(SiteEntry& entry, By by, std::string_view why, Instant now);
  void undo_contradicted(Instant now);
  void hand_over(Instant now);
  Status hand_over_slice(SiteEntry& entry, bool& is_finished, Instant now);
  Status hand_over_originals(const SiteEntry& entry, Instant now);
  void plan_check(const SiteEntry& entry, Instant now);
  void begin_checks(Instant now);
  void end_checks();

  const CrawlOptions& options_;
  const Admission::Tables tables_;
  const Parts parts_;
  telemetry::Log& log_;
  struct HandOver {
    store::SiteId site;
    std::optional<store::Store::Due> cursor;
  };
  std::vector<HandOver> to_hand_over_;
  Instant retry_at_;                              // nothing is handed over before this
  std::multimap<Instant, store::SiteId> checks_;  // when each alias is to be checked
  std::vector<store::SiteId> checking_;           // their roots are queued or in flight
  bool has_new_ = false;                          // known pages are not restricted yet
  Instant restricted_;                            // when they were last restricted
};

}  // namespace freshet::crawl
