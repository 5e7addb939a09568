#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "schedule/policy.h"

namespace freshet::schedule {

// The sections of sites, by the directories of their URLs. Pages below one directory usually have
// one author and one template: they change alike, and they are rewritten together.
//
// A directory with 200 pages or more is a section. A page belongs to the deepest section that
// contains it when the page is counted; section 0 is the rest of the site. At most 4 levels of
// directories and 4,096 directories a site are told apart. For one thread.
class Sections {
 public:
  static constexpr uint32_t kLeastPages = 200;
  explicit Sections(uint32_t least_pages = kLeastPages) : least_pages_(least_pages) {}

  // Counts one more page of the site, and returns its section. A path begins with "/"; a query and
  // all that follows the last "/" before it are ignored.
  Section count(Site site, std::string_view path);
  // The directory that the section consists of, for example "/docs/"; "/" for section 0.
  std::string directory(Site site, Section section) const;

 private:
  struct Directory {
    uint32_t pages = 0;
    Section section = 0;
  };
  struct OfSite {
    std::unordered_map<uint64_t, Directory> directories;  // by the fingerprint of the path
    std::vector<std::string> names;                       // of sections 1, 2, ...
  };

  const uint32_t least_pages_;
  std::vector<OfSite> sites_;
};

}  // namespace freshet::schedule
