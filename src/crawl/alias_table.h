#pragma once

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "store/site_id.h"

namespace freshet::crawl {

// The sites that are aliases, each with the site that it is the same as. For the engine's thread.
class AliasTable {
 public:
  bool empty() const { return of_.empty(); }
  size_t size() const { return of_.size(); }
  bool has(store::SiteId site) const { return of_.contains(site.value); }
  void add(store::SiteId site, std::string of) { of_.insert_or_assign(site.value, std::move(of)); }
  void remove(store::SiteId site) { of_.erase(site.value); }

  // Returns the site for which an alias stands; nullptr if the site is no alias, or if the aliases
  // form a circle, which is then noted.
  const std::string* of(store::SiteId site) {
    if (of_.empty()) return nullptr;
    const std::string* found = nullptr;
    auto next = of_.find(site.value);
    for (int i = 0; i < kLongestChain && next != of_.end(); ++i) {
      found = &next->second;
      next = of_.find(store::site_id(*found).value);
    }
    if (next == of_.end()) return found;
    note_contradiction(site);
    return nullptr;
  }

  // Called when a site turns out to be no alias while it cannot be taken out of the table.
  void note_contradiction(store::SiteId site) { contradicted_.push_back(site); }
  bool has_contradictions() const { return !contradicted_.empty(); }
  std::vector<store::SiteId> take_contradictions() { return std::exchange(contradicted_, {}); }

 private:
  static constexpr int kLongestChain = 4;

  std::unordered_map<uint64_t, std::string> of_;  // by SiteId
  std::vector<store::SiteId> contradicted_;
};

}  // namespace freshet::crawl
