#pragma once

#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "store/types.h"

namespace freshet::crawl {

// The seeds that a crawl was given, and of which of their failures the user was told: of each
// cause once for each seed. A seed that is redirected is watched where it leads. For one thread.
class SeedWatch {
 public:
  void add(const store::PageKey& key, std::string url);
  void clear() { *this = SeedWatch(); }
  const std::vector<std::string>& urls() const { return urls_; }

  void redirected(const store::PageKey& from, const store::PageKey& to);

  // The URLs of seeds that fail for this cause (a short name) for the first time: all seeds of a
  // site, or one page.
  std::vector<std::string> site_fails(store::SiteId site, std::string_view cause);
  std::vector<std::string> page_fails(const store::PageKey& page, std::string_view cause);

  // The site's name certainly has no address, or it has one.
  void set_resolves(store::SiteId site, bool resolves);
  // True if that is so of the sites of all seeds.
  bool none_resolves() const { return !sites_.empty() && unresolved_ == sites_.size(); }
  std::vector<store::SiteId> sites() const;

 private:
  struct Seed {
    store::PageId page;
    std::string url;
    std::set<std::string, std::less<>> causes;  // that the user was told of
  };
  struct Site {
    std::vector<Seed> seeds;
    bool unresolved = false;
  };

  std::unordered_map<uint64_t, Site> sites_;  // by SiteId
  std::vector<std::string> urls_;             // in the order given
  size_t unresolved_ = 0;                     // of sites_
};

}  // namespace freshet::crawl
