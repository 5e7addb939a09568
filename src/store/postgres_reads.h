#pragma once

#include <memory>
#include <string>

#include "store/postgres_pool.h"
#include "store/postgres_statements.h"
#include "store/store.h"

namespace freshet::store {

// Decodes the columns `state` and `robots` of a site, which are neighbours.
Result<SiteState> site_at(const postgres::BinaryRow& row, int column, SiteId id);

// The part of the PostgreSQL store that reads.
class PostgresReads : public Store {
 public:
  // The statements that read must fit the tables.
  PostgresReads(std::shared_ptr<PostgresPool> pool, Routing routing)
      : pool_(std::move(pool)), statements_(routing) {}

  Result<std::optional<PageState>> page(const PageKey& key) const override;
  Result<std::optional<SiteState>> site(SiteId id) const override;
  Result<std::optional<PageLinks>> links(const PageKey& from) const override;
  Result<std::optional<UnadmittedUrl>> unadmitted(const PageKey& key) const override;
  Result<std::optional<std::string>> version(const PageKey& key) const override;
  Result<std::optional<Item>> item(const PageKey& page) const override;
  Result<std::optional<Instant>> listed_date(const PageKey& key) const override;
  Result<std::vector<std::optional<PageState>>> pages(std::span<const PageKey> keys) const override;
  Result<std::vector<std::optional<std::string>>> versions(
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

 protected:
  PostgresPool& pool() const { return *pool_; }

 private:
  using Row = postgres::BinaryRow;
  // Runs a statement; `read` gets each row, and returns an error if it is damaged.
  Status rows(const postgres::Statement& statement, const postgres::Parameters& parameters,
              const std::function<Status(const Row&)>& read) const;
  // Reads the values of these rows. Gives each its position.
  template <typename Read>
  Status many(const RowStatement& statement, const Rows& keys, const Read& read) const;
  // `read` returns whether to go on.
  using ReadRow = std::function<Result<bool>(const Row&)>;
  Status scan(const postgres::Statement& statement, const postgres::Parameters& parameters,
              const ReadRow& read) const;
  Status scan_shards(const postgres::Statement& statement, const ShardSet& shards,
                     const ReadRow& read) const;

  std::shared_ptr<PostgresPool> pool_;
  ReadStatements statements_;
};

}  // namespace freshet::store
