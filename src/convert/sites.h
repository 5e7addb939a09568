#pragma once

#include <string_view>
#include <unordered_set>

#include "catalog/writer.h"
#include "convert/ids.h"
#include "url/communities.h"

namespace freshet::convert {

// Sites, domains and communities: gives their ids and puts their rows, each once a conversion.
class Sites {
 public:
  Sites(const url::Communities& communities, Ids& ids) : communities_(communities), ids_(ids) {}

  // Of a page's site; its rows are among those that put() writes.
  void meet(store::SiteId site, std::string_view page_url);
  Status put(catalog::Writer& writer);

 private:
  const url::Communities& communities_;
  Ids& ids_;
  std::unordered_set<uint64_t> met_;
  std::unordered_set<int64_t> met_domains_;
  std::unordered_set<int64_t> met_communities_;
  std::vector<catalog::Community> community_rows_;
  std::vector<catalog::Domain> domain_rows_;
  std::vector<catalog::Site> site_rows_;

  int64_t community(const std::string& name);
  int64_t domain(const std::string& name);
};

}  // namespace freshet::convert
