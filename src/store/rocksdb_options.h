#pragma once

#include "store/rocksdb_database.h"

namespace rocksdb {
struct ColumnFamilyOptions;
struct DBOptions;
class Cache;
}  // namespace rocksdb

namespace freshet::store {

// The options of RocksDB, chosen for many small values; bench/store_bench.cc measures them.
rocksdb::DBOptions database_options(const StoreOptions& options);
rocksdb::ColumnFamilyOptions table_options(Table table, const StoreOptions& options,
                                           const std::shared_ptr<rocksdb::Cache>& cache);

}  // namespace freshet::store
