#pragma once

#include <mutex>

#include "store/rocksdb_database.h"

namespace freshet::store {

// A database that is opened again after an error that made RocksDB refuse writes. RocksDB's own way
// back, DB::Resume(), may wait for ever (7.8: a flush that was queued when the error came is not
// run again). What was committed is in the log and comes back with it.
class ReopeningDatabase {
 public:
  ReopeningDatabase(std::unique_ptr<Database> database, const StoreOptions& options);

  // For one reading or writing; it is not reopened before it is given back. An error if opening it
  // again failed.
  Result<std::shared_ptr<Database>> use() const;

  // Call it before writing, one thread at a time, without holding what use() gave. Does nothing
  // unless there was an error. An error if there is still no room, or if somebody is reading just
  // now: then later.
  Status recover();

 private:
  const std::string folder_;
  const StoreOptions options_;
  mutable std::mutex mutex_;            // guards what follows
  std::shared_ptr<Database> database_;  // nullptr: closed, and not opened again because of
  Error why_closed_;
};

}  // namespace freshet::store
