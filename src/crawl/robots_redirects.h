#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "crawl/keys.h"
#include "store/types.h"
#include "url/url.h"

namespace freshet::crawl {

// Where the robots.txt of sites has led, while an answer is awaited. A redirect of robots.txt is a
// request like any other: it waits in the frontier among the pages of the site that it leads to, as
// a page with an id of its own. A site awaits at most one.
class RobotsRedirects {
 public:
  struct Hop {
    store::SiteId site;  // whose rules are asked for
    int redirects = 0;   // followed so far, this one included
  };

  // The page that stands for the request. Several sites may be led to one URL.
  store::PageKey add(const Hop& hop, const url::Url& target) {
    const std::string name = std::to_string(hop.site.value) + " " + std::string(target.href());
    const store::PageKey key{page_key(target.href()).site, {digest::fingerprint(name).value}};
    hops_[key.page.value] = hop;
    awaiting_.insert(hop.site.value);
    return key;
  }

  bool has(store::PageId page) const { return hops_.contains(page.value); }
  // nullopt for what is no hop.
  std::optional<Hop> take(store::PageId page) {
    const auto found = hops_.find(page.value);
    if (found == hops_.end()) return std::nullopt;
    const Hop hop = found->second;
    hops_.erase(found);
    awaiting_.erase(hop.site.value);
    return hop;
  }
  bool is_awaited_by(store::SiteId site) const { return awaiting_.contains(site.value); }

  // Whether the rules of the target's site must be known, and allow it, before it is asked for: not
  // if it is a robots.txt itself, and not if it lies at the very site whose rules are sought.
  static bool needs_rules(store::SiteId site, const url::Url& target) {
    return target.request_target() != "/robots.txt" && page_key(target.href()).site != site;
  }

 private:
  std::unordered_map<uint64_t, Hop> hops_;  // by PageId
  std::unordered_set<uint64_t> awaiting_;   // SiteId
};

}  // namespace freshet::crawl
