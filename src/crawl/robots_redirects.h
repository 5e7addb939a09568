#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "collection/keys.h"
#include "store/types.h"
#include "url/url.h"

namespace freshet::crawl {

// Redirects of robots.txt files that are being followed. The target is requested like any other
// URL: it waits in the frontier among the pages of its site, as a page with an id of its own. A
// site follows at most one redirect at a time.
class RobotsRedirects {
 public:
  struct Hop {
    store::SiteId site;  // site whose rules are requested
    int redirects = 0;   // followed so far, this one included
  };

  // Returns the page that represents the request. Several sites may be redirected to one URL.
  store::PageKey add(const Hop& hop, const url::Url& target) {
    const std::string name = std::to_string(hop.site.value) + " " + std::string(target.href());
    const store::PageKey key{collection::page_key(target.href()).site,
                             {digest::fingerprint(name).value}};
    hops_[key.page.value] = hop;
    awaiting_.insert(hop.site.value);
    return key;
  }

  bool has(store::PageId page) const { return hops_.contains(page.value); }
  // Returns nullopt if the page does not represent a redirect.
  std::optional<Hop> take(store::PageId page) {
    const auto found = hops_.find(page.value);
    if (found == hops_.end()) return std::nullopt;
    const Hop hop = found->second;
    hops_.erase(found);
    awaiting_.erase(hop.site.value);
    return hop;
  }
  bool is_awaited_by(store::SiteId site) const { return awaiting_.contains(site.value); }

  // Returns whether the rules of the target's site must be known, and allow the request: not if the
  // target is a robots.txt itself, or is on the site whose rules are requested.
  static bool needs_rules(store::SiteId site, const url::Url& target) {
    return target.request_target() != "/robots.txt" &&
           collection::page_key(target.href()).site != site;
  }

 private:
  std::unordered_map<uint64_t, Hop> hops_;  // by PageId
  std::unordered_set<uint64_t> awaiting_;   // SiteId
};

}  // namespace freshet::crawl
