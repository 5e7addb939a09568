#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "collection/alias.h"
#include "collection/alias_suspect.h"
#include "crawl/admission.h"
#include "crawl/journal.h"
#include "crawl/site_table.h"
#include "crawl/worker.h"
#include "store/store.h"

namespace freshet::crawl {

// Finds out which sites are aliases of others, from the results of normal visits: it sends no
// requests. While nothing suggests that a site is an alias, a visit costs no read of the store.
// With evidence, the store is read once for several visits. The other site may belong to another
// agent. For the engine's thread.
class AliasDetector {
 public:
  // After samples that differ, or after an alias was undone, the same site is not suspected again.
  static constexpr Duration kRejectedFor = Duration::days(30);

  struct Tables {
    const store::Store& store;
    SiteTable& sites;
    const Journal& journal;
  };
  AliasDetector(const CrawlOptions& options, const Tables& tables, const Admission& admission);

  // Sites that a user excludes are never taken for aliases.
  void set_excluded(const std::vector<std::string>& sites);

  // Called after a visit, when its links were followed, with the page after it.
  void note(const store::PageState& page, const Completed& completed, Instant now);

  struct Conclusion {
    store::SiteId site;
    collection::Alias alias;
  };
  // Whether conclude() should be called. Everything must be committed then, because it reads the
  // store.
  bool has_to_conclude() const { return !to_conclude_.empty(); }
  // Compares the samples of suspicious sites, and returns those that are aliases.
  std::vector<Conclusion> conclude(Instant now);

  // Whether the other site counts as an alias of this one: two agents may have decided at once.
  bool are_aliases_of_each_other(const SiteEntry& alias, const std::string& of) const;

  enum class Check : uint8_t { kHolds, kFails, kUnknown };
  // Compares the root of an alias, which was requested for this, with that of the other site.
  Check check(const SiteEntry& alias, const std::string& of, const Completed& completed) const;

 private:
  struct Clues;
  Clues clues_of(const store::PageState& page, const Reading& reading);
  std::optional<std::string> text_of(store::SiteId site);
  std::optional<store::SiteState> state_of(std::string_view site) const;
  std::optional<store::PageState> page_at(const std::string& url) const;
  std::optional<store::PageState> landing_of(std::string_view site) const;
  void compare(const SiteEntry& entry, collection::AliasSuspect& suspect) const;
  std::optional<collection::Alias> conclude(SiteEntry& entry, collection::AliasSuspect& suspect,
                                            Instant now);
  bool have_same_root(const SiteEntry& entry, const collection::AliasSuspect& suspect,
                      collection::Alias::Evidence evidence) const;
  bool leads_to_root_of(const std::string& of, const std::string& url) const;

  const Tables tables_;
  const Admission& admission_;
  const bool is_enabled_;
  std::unordered_set<uint64_t> excluded_;  // SiteIds
  std::vector<store::SiteId> to_conclude_;
  std::unordered_map<uint64_t, std::string> texts_;  // of sites of other agents, a bounded number
};

}  // namespace freshet::crawl
