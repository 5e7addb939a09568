#include "store/rocksdb_options.h"

#include <rocksdb/cache.h>
#include <rocksdb/convenience.h>
#include <rocksdb/env.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/options.h>
#include <rocksdb/slice_transform.h>
#include <rocksdb/table.h>
#include <rocksdb/utilities/table_properties_collectors.h>

#include <algorithm>
#include <cstdarg>

namespace freshet::store {
namespace {

rocksdb::CompressionType best_compression() {
  const auto supported = rocksdb::GetSupportedCompressions();
  const bool has_lz4 =
      std::find(supported.begin(), supported.end(), rocksdb::kLZ4Compression) != supported.end();
  return has_lz4 ? rocksdb::kLZ4Compression : rocksdb::kNoCompression;
}

// Discards RocksDB's info log. It would be a file in the folder, and RocksDB 7.8 as Debian builds
// it (with assertions) aborts the process when a line of it does not fit on a full disk. All
// important errors are also returned as a Status.
class NoLog final : public rocksdb::Logger {
 public:
  using rocksdb::Logger::Logv;
  void Logv(const char*, va_list) override {}
};

}  // namespace

rocksdb::DBOptions database_options(const StoreOptions& options) {
  rocksdb::DBOptions db;
  db.create_if_missing = true;
  db.create_missing_column_families = true;
  db.max_background_jobs = 2;
  db.db_write_buffer_size = options.unflushed_bytes;
  db.max_total_wal_size = options.unflushed_bytes;
  db.max_open_files = static_cast<int>(options.max_open_files);
  db.bytes_per_sync = 1 << 20;
  // Only one thread writes.
  db.allow_concurrent_memtable_write = false;
  db.info_log = std::make_shared<NoLog>();
  db.stats_dump_period_sec = 0;
  db.stats_persist_period_sec = 0;
  db.skip_stats_update_on_db_open = true;
  // Never open a state with an error, and never open a part of it.
  db.paranoid_checks = true;
  db.best_efforts_recovery = false;
  // Read a log up to the first incomplete write. After a loss of power, only writes after that are
  // lost that were not synced. The mark of the state shows whether others are lost (state_mark.h).
  db.wal_recovery_mode = rocksdb::WALRecoveryMode::kPointInTimeRecovery;
  return db;
}

rocksdb::ColumnFamilyOptions table_options(Table table, const StoreOptions& options,
                                           const std::shared_ptr<rocksdb::Cache>& cache) {
  rocksdb::BlockBasedTableOptions blocks;
  blocks.block_cache = cache;
  blocks.cache_index_and_filter_blocks = true;
  blocks.cache_index_and_filter_blocks_with_high_priority = true;
  blocks.pin_l0_filter_and_index_blocks_in_cache = true;
  // Partition indexes and filters: the filter of a file would be a megabyte, which the cache would
  // have to evict or load as a whole.
  blocks.index_type = rocksdb::BlockBasedTableOptions::kTwoLevelIndexSearch;
  blocks.partition_filters = true;
  blocks.pin_top_level_index_and_filter = true;
  blocks.format_version = 5;
  blocks.block_size = 16 << 10;
  // kDue is only read in ranges, where filters do not help.
  if (table != Table::kDue) blocks.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));

  rocksdb::ColumnFamilyOptions family;
  family.table_factory.reset(rocksdb::NewBlockBasedTableFactory(blocks));
  family.compression = best_compression();
  family.write_buffer_size = options.unflushed_bytes / 3;
  family.max_write_buffer_number = 3;
  family.level_compaction_dynamic_level_bytes = true;
  // Eight level-0 files are about as large as level 1, so merging the two costs least (5.0
  // microseconds of CPU for an admission, 5.9 with four files; the same for visits).
  family.level0_file_num_compaction_trigger = 8;
  family.level0_slowdown_writes_trigger = 40;
  family.level0_stop_writes_trigger = 60;
  family.max_bytes_for_level_base = 128 << 20;
  family.target_file_size_base = 64 << 20;
  // A batch is written in the order of keys, so each key goes near the one before. RocksDB uses
  // this hint for range deletions too, where it is wrong; only kChanges has these.
  if (table != Table::kChanges) {
    family.memtable_insert_with_hint_prefix_extractor.reset(rocksdb::NewCappedPrefixTransform(0));
  }
  if (table == Table::kContents || table == Table::kUnadmitted) {
    // Every page is looked up here and hardly any is found; a filter avoids the search.
    family.memtable_whole_key_filtering = true;
    family.memtable_prefix_bloom_size_ratio = 0.05;
  }
  if (table == Table::kDue) {
    // The tombstones of a site's visited pages lie where due() begins to read.
    family.table_properties_collector_factories.push_back(
        rocksdb::NewCompactOnDeletionCollectorFactory(4096, 2048));
  }
  return family;
}

}  // namespace freshet::store
