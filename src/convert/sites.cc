#include "convert/sites.h"

#include "url/site.h"
#include "url/url.h"

namespace freshet::convert {

int64_t Sites::community(const std::string& name) {
  const int64_t id = ids_.community(name);
  if (seen_communities_.insert(id).second) community_rows_.push_back({id, name});
  return id;
}

int64_t Sites::domain(const std::string& name) {
  const int64_t id = ids_.domain(name);
  if (seen_domains_.insert(id).second) {
    domain_rows_.push_back({id, community(communities_.of_host(name)), name});
  }
  return id;
}

void Sites::add(store::SiteId site, std::string_view site_text) {
  if (!seen_sites_.insert(site.value).second) return;
  const std::string text(site_text);
  const auto url = url::parse(text);
  const std::string host(url ? url->host() : std::string_view(text));
  const int64_t domain_id = domain(url::PublicSuffixes::system().domain_of(host));
  site_rows_.push_back({.id = ids_.site(site),
                        .domain = domain_id,
                        .community = community(communities_.of_host(host)),
                        .url = text});
}

Status Sites::put(catalog::RowWriter& writer) {
  for (const catalog::Community& row : community_rows_) {
    if (Status put = writer.put(row); !put) return put;
  }
  for (const catalog::Domain& row : domain_rows_) {
    if (Status put = writer.put(row); !put) return put;
  }
  for (const catalog::Site& row : site_rows_) {
    if (Status put = writer.put(row); !put) return put;
  }
  return Done{};
}

}  // namespace freshet::convert
