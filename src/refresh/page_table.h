#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clock/instant.h"
#include "digest/key_index.h"
#include "refresh/gain_floor.h"
#include "schedule/policy.h"
#include "schedule/sections.h"
#include "store/types.h"

namespace freshet::refresh {

// What is remembered of a page between its visits. 32 bytes; times are Unix seconds.
struct Known {
  enum class Last : uint8_t { kThere, kFailed, kGone };

  store::PageId page;
  schedule::Site site = 0;
  float weight = 1;
  uint32_t last_success = 0;     // the last visit that succeeded
  uint32_t last_visit = 0;       // the last visit with any result
  uint32_t unchanged_since = 0;  // the last known change, or the first visit
  bool alive : 1 = false;        // in the collection
  bool chosen : 1 = false;       // chosen and not yet visited, or set aside
  bool aside : 1 = false;        // set aside
  bool announced : 1 = false;    // announced or pinged since the last visit
  Last last = Last::kThere;      // what the last visit found
  schedule::Section section = 0;

  // For a page that fails, the time since its last success counts instead of the time without a
  // change.
  GainFloor::Watched watched() const {
    return {.unchanged_since = last == Last::kFailed ? last_success : unchanged_since,
            .last_visit = last_visit};
  }
};

// Assigns the small numbers by which a policy knows pages and sites. A number stays assigned when
// its page is removed from the collection.
class PageTable {
 public:
  std::optional<schedule::Page> find(store::PageId page) const;
  // Returns nullopt also for a page that was removed.
  std::optional<schedule::Page> find_alive(store::PageId page) const;
  std::optional<schedule::Site> find_site(store::SiteId site) const;
  // Assigns a number if there is none. The URL decides the section of the page.
  schedule::Page number(const store::PageKey& key, std::string_view url);
  schedule::Site site_number(store::SiteId site);

  Known& operator[](schedule::Page page) { return pages_[page]; }
  const Known& operator[](schedule::Page page) const { return pages_[page]; }
  size_t size() const { return pages_.size(); }
  store::SiteId site(schedule::Site site) const { return sites_[site]; }
  store::PageKey key(schedule::Page page) const {
    return {sites_[pages_[page].site], pages_[page].page};
  }
  std::string directory(schedule::Site site, schedule::Section section) const {
    return sections_.directory(site, section);
  }

  // Puts a page into the collection, which was found at `now`; it must not be in it.
  void enter(schedule::Page page, Instant now);
  void leave(schedule::Page page);
  size_t alive() const { return alive_; }

 private:
  std::vector<Known> pages_;  // by schedule::Page
  digest::KeyIndex number_of_page_;
  std::vector<store::SiteId> sites_;  // by schedule::Site
  digest::KeyIndex number_of_site_;
  schedule::Sections sections_;
  size_t alive_ = 0;
};

}  // namespace freshet::refresh
