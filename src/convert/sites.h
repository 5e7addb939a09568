#pragma once

#include <string_view>
#include <unordered_set>

#include "catalog/writer.h"
#include "convert/ids.h"
#include "url/communities.h"

namespace freshet::convert {

// The rows of sites, domains and communities: assigns their ids, and puts each row once a
// conversion.
class Sites {
 public:
  Sites(const url::Communities& communities, Ids& ids) : communities_(communities), ids_(ids) {}

  // Adds a site, whose text is "https://example.com", with its domain and its community, to the
  // rows that put() writes.
  void add(store::SiteId site, std::string_view site_text);
  Status put(catalog::RowWriter& writer);

 private:
  const url::Communities& communities_;
  Ids& ids_;
  std::unordered_set<uint64_t> seen_sites_;
  std::unordered_set<int64_t> seen_domains_;
  std::unordered_set<int64_t> seen_communities_;
  std::vector<catalog::Community> community_rows_;
  std::vector<catalog::Domain> domain_rows_;
  std::vector<catalog::Site> site_rows_;

  int64_t community(const std::string& name);
  int64_t domain(const std::string& name);
};

}  // namespace freshet::convert
