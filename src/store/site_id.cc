#include "store/site_id.h"

#include <algorithm>

#include "digest/fingerprint.h"
#include "store/shards.h"

namespace freshet::store {

std::string_view host_of(std::string_view site) {
  const size_t scheme = site.find("://");
  if (scheme == std::string_view::npos) return {};
  std::string_view host = site.substr(scheme + 3);
  const size_t address_end = host.starts_with('[') ? host.find(']') : 0;
  host = host.substr(0, host.find(':', std::min(address_end, host.size())));
  if (host.ends_with('.')) host.remove_suffix(1);
  return host;
}

SiteId site_id(std::string_view site) {
  const auto shard = static_cast<ShardId>(digest::fingerprint(host_of(site)).value >> 56);
  return in_shard({digest::fingerprint(site).value}, shard);
}

}  // namespace freshet::store
