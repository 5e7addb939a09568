#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "convert/archives.h"
#include "convert/repeated_lines.h"
#include "result/result.h"
#include "store/store.h"

namespace freshet::convert {

// A sample of a site's pages that depends only on which pages the site has: the 64 pages with the
// smallest keys (a bottom-k sketch; keys are evenly distributed). Adding a page twice has no
// effect.
class PageSample {
 public:
  static constexpr size_t kMaxPages = 64;

  void add(const store::PageKey& key, const store::ArchivePosition& at) {
    add({key.page.value, at});
  }
  // The number of pages of the site. If the sample is full, this is estimated from how small its
  // keys are.
  double pages_of_site() const;
  struct Page {
    uint64_t page = 0;  // the page part of the key
    store::ArchivePosition at;
    bool operator==(const Page&) const = default;
  };
  void add(const Page& page);
  const std::vector<Page>& pages() const { return pages_; }

 private:
  std::vector<Page> pages_;  // by ascending key
};

// Which lines are boilerplate on each site. This is learned from a sample of the site's pages and
// kept in the store, so that all later conversions, into any target, treat a page alike. It is
// learned again when the site has four times as many pages. To be used by one thread, except
// repeated_on().
//
// A conversion calls add_page() for its pages and load(). Then, until next_sample() returns
// nothing, it reads the pages of the sample, calls add_lines() for each, and finish().
//
// In a conversion in parts, the pages of a sample may be in the archives of several participants.
// The one that can read most of them learns from these, and leaves out the others (divide()).
class SiteBoilerplate {
 public:
  struct SampledPage {
    store::SiteId site;
    store::ArchivePosition at;
  };

  // Asks another participant to learn the boilerplate of a site.
  struct Request {
    store::SiteId site;
    uint64_t pages = 0;  // of the site
    std::vector<PageSample::Page> sample;
    bool operator==(const Request&) const = default;
  };

  // Adds a page of the collection to the sample of its site, if it has text of its own.
  void add_page(const store::PageState& page);
  // Loads what the store has about the sites whose pages were added since the last call, and
  // decides which of them must be sampled; with `relearn`, all that have enough pages.
  Status load(const store::Store& store, bool relearn);
  // After load(): returns the requests for participants whose archives have more pages of a sample
  // than those here. Sites of whose sample nobody can read enough pages are not sampled now: they
  // keep what the store has.
  std::map<size_t, std::vector<Request>> divide(const Archives& here,
                                                const ArchiveHolders& holders);
  // Adds a site to those that must be sampled.
  void add_request(const Request& request);
  // Loads what the store has about these sites, and about those that divide() gave to others.
  Status load_sites(const store::Store& store, const std::vector<store::SiteId>& sites);
  // The pages to read next, in the order of the archive; empty if there are none. They belong to a
  // batch of sites, so that the lines that are kept until finish() take little memory.
  std::vector<SampledPage> next_sample() const;
  // Adds the lines of one of these pages (line_fingerprints()).
  void add_lines(store::SiteId site, const std::vector<uint64_t>& lines);
  // Determines the repeated lines of the sites of the last sample, and writes them to the store.
  Status finish(store::Store& store);

  // Returns nullptr if the repeated lines of the site are not known. May be called by any thread,
  // until the next load().
  const RepeatedLines* repeated_on(store::SiteId site) const;
  // A fingerprint of the site's repeated lines; 0 if they are not known.
  uint64_t fingerprint_of(store::SiteId site) const;

 private:
  struct Site {
    PageSample sample;
    double pages = 0;  // of the site, when `repeated` was learned
    bool is_loaded = false;
    bool has_new_pages = false;             // a page was added since the last load()
    std::optional<uint64_t> counted_pages;  // of a request: the sample does not have all
    std::optional<RepeatedLines> repeated;
    uint64_t fingerprint = 0;  // of `repeated`; 0 without
    LineCounter counter;
  };
  static Status load_site(const store::Store& store, store::SiteId id, Site& site);
  size_t batch_size() const;

  std::unordered_map<uint64_t, Site> sites_;  // by site id
  std::vector<uint64_t> due_;                 // sites to be sampled, the next at the end
  std::vector<store::SiteId> given_away_;     // by divide()
};

}  // namespace freshet::convert
