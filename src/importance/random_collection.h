#pragma once

#include <random>
#include <string>
#include <vector>

#include "importance/sample_pages.h"

namespace freshet::importance {

struct RandomCollection {
  uint64_t seed = 1;
  int sites = 30;
  int most_pages = 25;  // of a site
};

// Stores random pages of many sites: with duplicates and redirects, also in rows and circles, to
// other sites and to unknown pages; pages that are gone; sitemaps; links with nofollow, to the page
// itself and to unknown pages; pages without links.
inline void store_random_collection(store::Store& store, const RandomCollection& options) {
  std::mt19937_64 random(options.seed);
  const auto below = [&](size_t n) { return static_cast<size_t>(random() % n); };
  std::vector<store::PageState> pages;
  for (int site = 0; site < options.sites; ++site) {
    const size_t count = 1 + below(static_cast<size_t>(options.most_pages));
    for (size_t i = 0; i < count; ++i) {
      pages.push_back(page_of("http://s" + std::to_string(site) + ".test/" +
                              (i == 0 ? "" : std::to_string(i))));
    }
  }
  const auto any = [&] { return pages[below(pages.size())].url; };
  const auto target = [&](const std::string& from) {
    const size_t kind = below(20);
    if (kind == 0) return from;
    if (kind == 1) return std::string("http://unknown.test/");
    if (kind < 8) return any();
    return from.substr(0, from.find('/', 8) + 1) + std::to_string(below(10));
  };
  std::vector<store::PageLinks> links;
  for (store::PageState& page : pages) {
    page.importance = 3;
    switch (below(12)) {
      case 0: page.duplicate_of = collection::page_key(any()); break;
      case 1:
        page.result = store::VisitResult::kRedirected;
        page.redirect_to = target(page.url);
        break;
      case 2: page.result = store::VisitResult::kGone; break;
      case 3: page.sitemap = true; break;
      case 4: page.result = store::VisitResult::kNever; continue;  // without links
      default: break;
    }
    std::vector<std::string> to;
    for (size_t i = below(9); i > 0; --i) to.push_back(target(page.url));
    links.push_back(links_of(page.url, to));
    for (auto& link : links.back().to) link.nofollow = below(10) == 0;
  }
  store_pages(store, std::move(pages), std::move(links));
}

}  // namespace freshet::importance
