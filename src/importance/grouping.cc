#include "importance/grouping.h"

#include <unordered_map>

#include "url/site.h"
#include "url/url.h"

namespace freshet::importance {

namespace {

std::string host_of(std::string_view site) {
  const auto url = url::parse(site);
  return std::string(url ? url->host() : site);
}

}  // namespace

std::string by_site(std::string_view site) {
  return std::string(site);
}

std::string by_domain(std::string_view site) {
  return url::PublicSuffixes::system().domain_of(host_of(site));
}

Grouping by_community(url::Communities communities) {
  return [communities = std::move(communities)](std::string_view site) {
    return communities.of_host(host_of(site));
  };
}

Result<std::vector<uint32_t>> blocks_of(const store::Store& store, const CollectionGraph& graph,
                                        const Grouping& grouping) {
  std::vector<uint32_t> blocks;
  blocks.reserve(graph.page.size());
  std::unordered_map<std::string, uint32_t> number;
  uint64_t current = 0;  // the pages of a site are neighbours
  for (const store::PageKey& page : graph.page) {
    if (blocks.empty() || page.site.value != current) {
      current = page.site.value;
      const auto site = store.site(page.site);
      if (!site) return Unexpected(site.error());
      // A site that is not in the store is a block of its own.
      const std::string name = *site ? grouping((*site)->text) : "#" + std::to_string(current);
      blocks.push_back(number.emplace(name, static_cast<uint32_t>(number.size())).first->second);
    } else {
      blocks.push_back(blocks.back());
    }
  }
  return blocks;
}

}  // namespace freshet::importance
