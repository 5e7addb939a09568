#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "store/store.h"

namespace freshet::store {

// The state as one agent of several sees it:
// - Scans return rows of the shards that the agent holds. Reads by key reach all shards.
// - Batches are written under the agent's holding.
// - Facts that each agent has for itself, such as the end of its archive, have the agent's name
//   added to theirs. All agents share the others.
//
// take() and release() are called by the thread that runs the crawl, before and after it; all else
// by any thread.
class AgentStore final : public Store {
 public:
  // `shared` must outlive this object. `own_facts` are the names of facts that are not shared.
  AgentStore(Store& shared, std::string agent, std::vector<std::string> own_facts);

  // Adds to what the agent holds.
  Result<Holding> take(const ShardSet& shards) override;
  // The agent holds no shard any more. Its batches are refused from now on.
  void release_all();
  const ShardSet& held() const { return held_; }

  Status commit(const Batch& batch, Durability durability) override;

  Result<std::optional<PageState>> page(const PageKey& key) const override;
  Result<std::optional<SiteState>> site(SiteId id) const override;
  Result<std::optional<PageLinks>> links(const PageKey& from) const override;
  Result<std::optional<UnadmittedUrl>> unadmitted(const PageKey& key) const override;
  Result<std::optional<std::string>> version(const PageKey& key) const override;
  Result<std::optional<Instant>> listed_date(const PageKey& key) const override;
  Result<std::optional<Item>> item(const PageKey& page) const override;
  Result<std::vector<std::optional<PageState>>> pages(std::span<const PageKey> keys) const override;
  Result<std::vector<std::optional<std::string>>> versions(
      std::span<const PageKey> keys) const override;
  Result<std::vector<std::optional<Instant>>> listed_dates(
      std::span<const PageKey> keys) const override;
  Result<std::vector<Due>> due(SiteId site, Instant until, size_t most,
                               const std::optional<Due>& after) const override;
  Result<std::vector<Discovery>> pending_discoveries(
      ShardId shard, size_t most, const std::optional<DiscoveryId>& after) const override;

  Status each_site(const ShardSet& shards, const Each<SiteState>& each) const override;
  Status each_page_key(const ShardSet& shards, const Each<PageKey>& each) const override;
  Status each_page(const ShardSet& shards, const Each<PageState>& each) const override;
  Status each_links(const ShardSet& shards, const Each<PageLinks>& each) const override;
  Status each_unadmitted(const ShardSet& shards, const Each<UnadmittedUrl>& each) const override;
  Status each_item(const ShardSet& shards, const Each<Item>& each) const override;
  Status each_change(const ShardSet& shards, Instant since,
                     const Each<Change>& each) const override;

  Result<std::optional<Original>> original_of(const digest::Digest256& content) const override;
  Result<std::vector<std::optional<Original>>> originals(
      std::span<const digest::Digest256> contents) const override;
  Result<std::optional<std::string>> fact(std::string_view name) const override;
  Result<std::optional<uint64_t>> id(IdKind kind, std::string_view name) const override;
  Status each_id(IdKind kind, const std::function<bool(const GivenId&)>& each) const override;

 private:
  ShardSet held_of(ShardSet shards) const;
  std::string stored_name(std::string_view fact) const;

  Store& shared_;
  const std::string agent_;
  const std::set<std::string, std::less<>> own_facts_;
  Holding holding_;
  ShardSet held_;
};

// The name under which the fact of an agent is stored: "archive_end@agent1".
std::string agent_fact(std::string_view fact, std::string_view agent);

}  // namespace freshet::store
