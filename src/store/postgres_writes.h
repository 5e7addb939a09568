#pragma once

#include <functional>
#include <vector>

#include "postgres/pipeline.h"
#include "store/batch.h"
#include "store/postgres_statements.h"

namespace freshet::store {

// The rows that a batch writes, ready to be sent any number of times. The batch is not needed after
// the construction; the statements must outlive it.
class PostgresWrites {
 public:
  // `held`: the shards that the writer of the batch holds.
  PostgresWrites(const Batch& batch, const ShardSet& held, const WriteStatements& statements);

  // Sends the statements. They belong into a transaction.
  void send(postgres::Pipeline& pipeline) const;

 private:
  template <typename Statement>
  void add(const Statement& statement, Rows rows);
  void add_pages(const Batch& batch);
  void add_unadmitted(const Batch& batch);
  void add_sites(const Batch& batch);
  void add_rows_of_pages(const Batch& batch);
  void add_discoveries(const Batch& batch);
  void add_claims(const Batch& batch);
  void add_changes(const Batch& batch, const ShardSet& held);
  void add_ids_and_facts(const Batch& batch);

  const WriteStatements& statements_;
  std::vector<std::function<void(postgres::Pipeline&)>> steps_;
};

// The numbers of the shards, as a parameter.
postgres::Array array_of(const ShardSet& shards, postgres::Type type = postgres::Type::kSmallint);

}  // namespace freshet::store
