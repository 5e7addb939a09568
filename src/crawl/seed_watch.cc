#include "crawl/seed_watch.h"

#include <algorithm>
#include <utility>

namespace freshet::crawl {

void SeedWatch::add(const store::PageKey& key, std::string url) {
  Site& site = sites_[key.site.value];
  const bool is_known = std::any_of(site.seeds.begin(), site.seeds.end(),
                                    [&](const Seed& seed) { return seed.page == key.page; });
  if (is_known) return;
  urls_.push_back(url);
  site.seeds.push_back({.page = key.page, .url = std::move(url)});
}

void SeedWatch::redirected(const store::PageKey& from, const store::PageKey& to) {
  const auto site = sites_.find(from.site.value);
  if (site == sites_.end()) return;
  std::vector<Seed>& seeds = site->second.seeds;
  const auto seed = std::find_if(seeds.begin(), seeds.end(),
                                 [&](const Seed& one) { return one.page == from.page; });
  if (seed == seeds.end()) return;
  Seed moved{.page = to.page, .url = seed->url};
  seeds.erase(seed);
  sites_[to.site.value].seeds.push_back(std::move(moved));
}

std::vector<std::string> SeedWatch::site_fails(store::SiteId site, std::string_view cause) {
  std::vector<std::string> urls;
  const auto found = sites_.find(site.value);
  if (found == sites_.end()) return urls;
  for (Seed& seed : found->second.seeds) {
    if (seed.causes.emplace(cause).second) urls.push_back(seed.url);
  }
  return urls;
}

std::vector<std::string> SeedWatch::page_fails(const store::PageKey& page, std::string_view cause) {
  std::vector<std::string> urls;
  const auto found = sites_.find(page.site.value);
  if (found == sites_.end()) return urls;
  for (Seed& seed : found->second.seeds) {
    if (seed.page == page.page && seed.causes.emplace(cause).second) urls.push_back(seed.url);
  }
  return urls;
}

void SeedWatch::set_resolves(store::SiteId site, bool resolves) {
  const auto found = sites_.find(site.value);
  if (found == sites_.end() || found->second.unresolved == !resolves) return;
  found->second.unresolved = !resolves;
  if (resolves)
    --unresolved_;
  else
    ++unresolved_;
}

std::vector<store::SiteId> SeedWatch::sites() const {
  std::vector<store::SiteId> sites;
  for (const auto& [id, site] : sites_) sites.push_back({id});
  return sites;
}

}  // namespace freshet::crawl
