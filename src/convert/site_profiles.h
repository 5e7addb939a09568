#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "convert/repeated_lines.h"
#include "result/result.h"
#include "store/store.h"

namespace freshet::convert {

// A sample of a site's pages that depends only on which pages the site has: those with the smallest
// keys, which are evenly spread (a bottom-k sketch). Adding a page twice changes nothing.
class PageSample {
 public:
  static constexpr size_t kMost = 64;

  void add(const store::PageKey& key, const store::ArchivePosition& at);
  // Estimated from how small the keys are where the sample is full.
  double pages_of_site() const;
  struct Page {
    uint64_t page = 0;  // of the key
    store::ArchivePosition at;
  };
  const std::vector<Page>& pages() const { return pages_; }

 private:
  std::vector<Page> pages_;  // by ascending key
};

// What is known of the boilerplate of each site. It is found from a sample of the site's pages,
// kept in the store, so that every later conversion into any target judges alike, and found anew
// when the site has four times as many pages. For one thread, but for repeated_on().
class SiteProfiles {
 public:
  // A page of a sample, to be read.
  struct Reading {
    store::SiteId site;
    store::ArchivePosition at;
  };

  // A page that has text.
  void meet(const store::PageState& page);
  // Loads what the store has of the sites that were met, and sees which of them are to be sampled;
  // with `again` all are that have enough pages.
  Status load(const store::Store& store, bool again);
  // The pages to read next, in the order of the archive: those of some sites at a time, so that
  // what is taken of them stays small. None: all is done.
  std::vector<Reading> next_sample() const;
  // Of one of these pages that could be read and has text.
  void take(store::SiteId site, const std::vector<uint64_t>& lines);
  // Makes profiles of what was taken since next_sample(), and writes them.
  Status finish(store::Store& store);

  // nullptr: not known, judge by shape. From any thread, until the next load().
  const RepeatedLines* repeated_on(store::SiteId site) const;
  // Differs where the judgement does; 0: by shape.
  uint64_t id_of(store::SiteId site) const;

 private:
  struct Profile {
    PageSample sample;
    double pages = 0;  // of the site, when this was found
    bool is_loaded = false;
    bool was_met = false;  // since the last load
    std::optional<RepeatedLines> repeated;
    uint64_t id = 0;
    LineCounter counter;
  };
  static Status load(const store::Store& store, store::SiteId site, Profile& profile);
  size_t sites_at_once() const;

  std::unordered_map<uint64_t, Profile> sites_;
  std::vector<uint64_t> due_;  // sites to be sampled, the next at the end
};

}  // namespace freshet::convert
