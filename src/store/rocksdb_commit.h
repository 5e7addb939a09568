#pragma once

#include "store/rocksdb_database.h"

namespace freshet::store {

inline std::string fact_key(std::string_view name) {
  return std::string("fact/").append(name);
}

// Writes the batch as one. One thread at a time: it reads what it replaces.
Status write_batch(Database& database, const Batch& batch, Durability durability);

}  // namespace freshet::store
