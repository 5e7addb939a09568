#pragma once

#include <mutex>

#include "store/rocksdb_database.h"

namespace freshet::store {

// A database that is reopened after an error that made RocksDB refuse writes. RocksDB's own
// function for that, DB::Resume(), may wait for ever (in 7.8, a flush that was queued when the
// error occurred is not run again). What was committed is in the log and is read from there.
class ReopeningDatabase {
 public:
  ReopeningDatabase(std::unique_ptr<Database> database, const StoreOptions& options);

  // Returns the database for one read or write. It is not reopened while the caller keeps the
  // pointer. Returns an error if reopening it failed.
  Result<std::shared_ptr<Database>> use() const;

  // Must be called before writing, by one thread at a time that keeps no pointer from use(). It
  // reopens the database if there was an error, and otherwise does nothing. It fails if the disk is
  // still full, or if another thread is reading; then the caller retries later.
  Status recover();

 private:
  const std::string folder_;
  const StoreOptions options_;
  mutable std::mutex mutex_;            // guards what follows
  std::shared_ptr<Database> database_;  // nullptr: closed, and reopening failed with why_closed_
  Error why_closed_;
};

}  // namespace freshet::store
