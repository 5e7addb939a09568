#include "store/agent_store.h"

#include <utility>

namespace freshet::store {

std::string agent_fact(std::string_view fact, std::string_view agent) {
  return std::string(fact) + "@" + std::string(agent);
}

AgentStore::AgentStore(Store& shared, std::string agent, std::vector<std::string> own_facts)
    : shared_(shared), agent_(std::move(agent)), own_facts_(own_facts.begin(), own_facts.end()) {}

Result<Holding> AgentStore::take(const ShardSet& shards) {
  auto taken = shared_.take(shards);
  if (!taken) return taken;
  holding_ = holding_.with(*taken);
  held_.add_all(shards);
  return holding_;
}

void AgentStore::release_all() {
  holding_ = Holding();
  held_ = ShardSet();
}

Status AgentStore::commit(const Batch& batch, Durability durability) {
  if (batch.holding && batch.facts.empty()) return shared_.commit(batch, durability);
  Batch named = batch;
  if (!named.holding) named.holding = holding_;
  for (auto& [name, value] : named.facts) name = stored_name(name);
  return shared_.commit(named, durability);
}

std::string AgentStore::stored_name(std::string_view fact) const {
  return own_facts_.contains(fact) ? agent_fact(fact, agent_) : std::string(fact);
}

Result<std::optional<PageState>> AgentStore::page(const PageKey& key) const {
  return shared_.page(key);
}
Result<std::optional<SiteState>> AgentStore::site(SiteId id) const {
  return shared_.site(id);
}
Result<std::optional<PageLinks>> AgentStore::links(const PageKey& from) const {
  return shared_.links(from);
}
Result<std::optional<UnadmittedUrl>> AgentStore::unadmitted(const PageKey& key) const {
  return shared_.unadmitted(key);
}
Result<std::optional<std::string>> AgentStore::version(const PageKey& key) const {
  return shared_.version(key);
}
Result<std::optional<Instant>> AgentStore::listed_date(const PageKey& key) const {
  return shared_.listed_date(key);
}
Result<std::optional<Item>> AgentStore::item(const PageKey& page) const {
  return shared_.item(page);
}
Result<std::vector<std::optional<PageState>>> AgentStore::pages(
    std::span<const PageKey> keys) const {
  return shared_.pages(keys);
}
Result<std::vector<std::optional<std::string>>> AgentStore::versions(
    std::span<const PageKey> keys) const {
  return shared_.versions(keys);
}
Result<std::vector<std::optional<Instant>>> AgentStore::listed_dates(
    std::span<const PageKey> keys) const {
  return shared_.listed_dates(keys);
}
Result<std::vector<AgentStore::Due>> AgentStore::due(SiteId site, Instant until, size_t most,
                                                     const std::optional<Due>& after) const {
  return shared_.due(site, until, most, after);
}
Result<std::vector<Discovery>> AgentStore::pending_discoveries(
    ShardId shard, size_t most, const std::optional<DiscoveryId>& after) const {
  return shared_.pending_discoveries(shard, most, after);
}

ShardSet AgentStore::held_of(ShardSet shards) const {
  shards.keep_only(held_);
  return shards;
}

Status AgentStore::each_site(const ShardSet& shards, const Each<SiteState>& each) const {
  return shared_.each_site(held_of(shards), each);
}
Status AgentStore::each_page_key(const ShardSet& shards, const Each<PageKey>& each) const {
  return shared_.each_page_key(held_of(shards), each);
}
Status AgentStore::each_page(const ShardSet& shards, const Each<PageState>& each) const {
  return shared_.each_page(held_of(shards), each);
}
Status AgentStore::each_links(const ShardSet& shards, const Each<PageLinks>& each) const {
  return shared_.each_links(held_of(shards), each);
}
Status AgentStore::each_unadmitted(const ShardSet& shards, const Each<UnadmittedUrl>& each) const {
  return shared_.each_unadmitted(held_of(shards), each);
}
Status AgentStore::each_item(const ShardSet& shards, const Each<Item>& each) const {
  return shared_.each_item(held_of(shards), each);
}
Status AgentStore::each_change(const ShardSet& shards, Instant since,
                               const Each<Change>& each) const {
  return shared_.each_change(held_of(shards), since, each);
}

Result<std::optional<Original>> AgentStore::original_of(const digest::Digest256& content) const {
  return shared_.original_of(content);
}
Result<std::vector<std::optional<Original>>> AgentStore::originals(
    std::span<const digest::Digest256> contents) const {
  return shared_.originals(contents);
}
Result<std::optional<std::string>> AgentStore::fact(std::string_view name) const {
  return shared_.fact(stored_name(name));
}
Result<std::optional<uint64_t>> AgentStore::id(IdKind kind, std::string_view name) const {
  return shared_.id(kind, name);
}
Status AgentStore::each_id(IdKind kind, const std::function<bool(const GivenId&)>& each) const {
  return shared_.each_id(kind, each);
}

}  // namespace freshet::store
