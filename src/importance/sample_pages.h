#pragma once

#include <string>
#include <utility>
#include <vector>

#include "collection/keys.h"
#include "result/check.h"
#include "store/store.h"

namespace freshet::importance {

inline store::PageState page_of(const std::string& url) {
  store::PageState page;
  page.key = collection::page_key(url);
  page.url = url;
  page.result = store::VisitResult::kNew;
  return page;
}

inline store::PageLinks links_of(const std::string& from, const std::vector<std::string>& to) {
  store::PageLinks links{.from = collection::page_key(from)};
  for (const std::string& url : to) links.to.push_back({collection::page_key(url)});
  return links;
}

inline void store_pages(store::Store& store, std::vector<store::PageState> pages,
                        std::vector<store::PageLinks> links) {
  store::Batch batch;
  batch.pages = std::move(pages);
  batch.links = std::move(links);
  for (const store::PageState& page : batch.pages) {
    store::SiteState site;
    site.id = page.key.site;
    site.text = collection::site_text(page.url);
    batch.sites.push_back(site);
  }
  FRESHET_CHECK(store.commit(batch, store::Durability::kProcess), "the store refused the pages");
}

}  // namespace freshet::importance
