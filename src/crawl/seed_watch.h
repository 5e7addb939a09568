#pragma once

#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "store/types.h"

namespace freshet::crawl {

// The seeds of a crawl, and which of their failures were reported to the user: each cause once for
// each seed. A seed that is redirected is watched at its target. For one thread.
class SeedWatch {
 public:
  void add(const store::PageKey& key, std::string url);
  void clear() { *this = SeedWatch(); }
  const std::vector<std::string>& urls() const { return urls_; }

  void redirected(const store::PageKey& from, const store::PageKey& to);

  // Return the URLs of seeds that fail for this cause (a short name) for the first time: all seeds
  // of a site, or one page.
  std::vector<std::string> site_fails(store::SiteId site, std::string_view cause);
  std::vector<std::string> page_fails(const store::PageKey& page, std::string_view cause);

  // Records whether the site's name has an address; false only if it certainly has none.
  void set_resolves(store::SiteId site, bool resolves);
  // True if no site of a seed has an address.
  bool none_resolves() const { return !sites_.empty() && unresolved_ == sites_.size(); }
  std::vector<store::SiteId> sites() const;

 private:
  struct Seed {
    store::PageId page;
    std::string url;
    std::set<std::string, std::less<>> causes;  // causes that were reported
  };
  struct Site {
    std::vector<Seed> seeds;
    bool unresolved = false;
  };

  std::unordered_map<uint64_t, Site> sites_;  // by SiteId
  std::vector<std::string> urls_;             // in the order given
  size_t unresolved_ = 0;                     // number of sites_ with `unresolved`
};

}  // namespace freshet::crawl
