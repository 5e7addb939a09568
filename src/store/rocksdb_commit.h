#pragma once

#include "store/rocksdb_database.h"

namespace freshet::store {

inline std::string fact_key(std::string_view name) {
  return std::string("fact/").append(name);
}

// Writes the batch atomically. Only one thread at a time may call it, because it reads what it
// replaces. `held` are the shards that the batch's writer holds.
Status write_batch(Database& database, const Batch& batch, const ShardSet& held,
                   Durability durability);

// Returns the epochs of all shards; they are 0 if no shard was taken yet.
Result<Epochs> read_epochs(const Database& database);
Status write_epochs(Database& database, const Epochs& epochs);

}  // namespace freshet::store
