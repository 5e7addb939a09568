#include "store/site_moves.h"

#include "store/shards.h"

namespace freshet::store {

std::string SiteMoves::key_of(SiteId site) {
  return std::string(kPrefix).append(site_key(site).view());
}

std::string SiteMoves::value_of(ShardId shard) {
  return std::string(1, static_cast<char>(shard));
}

SiteId SiteMoves::moved(SiteId site) {
  Known& known = known_[site.value % known_.size()];
  if (known.is_set && known.from == site) return known.to;
  known = {.from = site, .to = read(site), .is_set = true};
  return known.to;
}

SiteId SiteMoves::read(SiteId site) {
  const auto shard = database_.get(Table::kMeta, key_of(site));
  if (!shard && !error_) error_ = shard.error();
  if (!shard || !*shard || (*shard)->size() != 1) return site;
  return in_shard(site, static_cast<ShardId>((*shard)->front()));
}

}  // namespace freshet::store
