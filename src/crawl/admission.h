#pragma once

#include <optional>
#include <string>
#include <vector>

#include "collection/admission_rules.h"
#include "collection/scope.h"
#include "crawl/candidates.h"
#include "crawl/item_keys.h"
#include "crawl/journal.h"
#include "crawl/known_pages.h"
#include "crawl/options.h"
#include "crawl/origin.h"
#include "crawl/outbox.h"
#include "crawl/refusal_cache.h"
#include "crawl/run_stats.h"
#include "crawl/site_table.h"
#include "crawl/sites_in_scope.h"
#include "frontier/frontier.h"
#include "telemetry/log.h"

namespace freshet::crawl {

// Decides which of the URLs that are found become pages of the crawl, and queues these. A URL that
// is refused is recorded with the reason, so that `freshet why` can explain it and a later start
// with wider rules can admit it. For the engine's thread.
class Admission {
 public:
  // The tables that it reads and writes.
  struct Tables {
    const store::Store& store;
    frontier::Frontier& frontier;
    SiteTable& sites;
    KnownPages& known;
    Journal& journal;
    RunStats& stats;
  };
  Admission(const CrawlOptions& options, collection::Scope scope, const Tables& tables,
            SitesInScope& in_scope, Outbox& outbox, telemetry::Log& log);

  // Sets the current rules and loads those of the last start.
  Status load_rules(const std::vector<url::Url>& seeds);
  bool have_rules_changed() const;  // since the last start
  const collection::Scope& scope() const { return scope_; }
  // Replaces the scope by the one that these seeds define, and returns the previous one.
  collection::Scope change_scope(collection::Scope scope, const std::vector<url::Url>& seeds);
  bool has_scope_changed() const { return has_scope_changed_; }  // since the start
  // Marks a site as inside the scope if it can have pages there, and as outside if it cannot.
  // Called at a start with other rules than before.
  void fit_to_scope(SiteEntry& entry);
  bool is_outside(const store::PageState& page) const;  // by the current scope
  // Adds the rules to the batch. Call it when everything that they admit is in the batch or in the
  // store.
  void store_rules();

  // Whether this engine visits the pages of the site; other agents visit those of other sites.
  bool is_own(store::SiteId site) const { return outbox_.is_own(site); }

  ItemKeys& item_keys() { return item_keys_; }
  // Returns whether admit() would queue the URL as a new page of this engine. `depth` is that of
  // the URL.
  bool is_new_page(const Candidate& candidate, uint16_t depth) const;

  // Processes a URL that was found: queues it if it is new and may be admitted, or passes it on if
  // another agent visits its site.
  void admit(const Candidate& candidate, const Origin& origin, Instant now);
  // Does the same for a URL that is known to be new, and returns the reason if it is refused.
  std::optional<store::UnadmittedReason> try_to_admit(const Candidate& candidate,
                                                      const Origin& origin, Instant now);
  // Refuses the URL for a reason that lies in the link and not in the rules.
  void refuse(const Candidate& candidate, const Origin& origin, store::UnadmittedReason reason,
              Instant now);
  // Queues a seed of this start again if an earlier run did not fetch it.
  Status retry_seed(const store::PageKey& seed, Instant now);
  // Queues the URLs that were refused under earlier rules and that the current rules admit, behind
  // all pages that wait already.
  Status readmit(Instant now);
  // Does the same for the URLs of one site that is not an alias any more.
  Status readmit_site(store::SiteId site, Instant now);

  // Returns the site of a URL, and adds it to the table if it is new.
  SiteEntry& site_of(const url::Url& url, store::SiteId id, bool in_scope, Instant now);
  // Called at a start: every later admission gets a time after this one.
  void admitted_at(Instant time);

 private:
  collection::AdmissionLimits limits() const;
  void admit_as(const std::string& of, const Candidate& candidate, const Origin& origin,
                Instant now);
  void queue(const Candidate& candidate, const Origin& origin, SiteEntry& entry, Instant now);
  void record_refusal(const Candidate& candidate, const Origin& origin,
                      store::UnadmittedReason reason, Instant now);
  void record_foreign_site(const url::Url& url, store::SiteId id, Instant now);
  bool is_site_full(const store::SiteState& site) const;
  SiteEntry* naming_site(const Origin& origin);
  Origin origin_of(const store::UnadmittedUrl& one) const;
  Status readmit(std::optional<store::SiteId> only, Instant now);
  Status readmit(const std::vector<store::UnadmittedUrl>& urls, Instant now);
  Result<std::optional<store::PageState>> page_of_seed(const store::PageKey& seed) const;
  Instant admission_time(Instant now);

  const CrawlOptions& options_;
  const Tables tables_;
  SitesInScope& in_scope_;
  Outbox& outbox_;
  telemetry::Log& log_;
  collection::Scope scope_;
  collection::AdmissionRules rules_;
  // The rules of the last start; none if the collection is new, or older than the record of its
  // rules.
  std::optional<collection::AdmissionRules> rules_before_;
  bool has_scope_changed_ = false;
  RefusalCache refused_;
  ItemKeys item_keys_;
  Instant last_admission_;
};

}  // namespace freshet::crawl
