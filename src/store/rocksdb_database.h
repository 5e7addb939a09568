#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "result/result.h"
#include "store/store.h"

namespace rocksdb {
class ColumnFamilyHandle;
class DB;
class Iterator;
class PinnableSlice;
class Status;
class WriteBatch;
}  // namespace rocksdb

namespace freshet::store {

// The column families. Their names are part of the format.
enum class Table {
  kMeta,
  kSites,
  kPages,
  kLinks,
  kDue,
  kContents,
  kVersions,
  kChanges,
  kIds,
  kUnadmitted,
  kListedDates
};
inline constexpr std::array<std::string_view, 11> kTableNames = {
    "default",  "sites",   "pages", "links",      "due",         "contents",
    "versions", "changes", "ids",   "unadmitted", "listed_dates"};

// As a message for a person, of a state that could not be opened or locked.
Error opening_error(const std::string& folder, const rocksdb::Status& status);

// An open RocksDB in a folder. Reading and writing from any thread.
class Database {
 public:
  // Any version of the format; bring_up_to_date() looks at that.
  static Result<std::unique_ptr<Database>> open(const std::string& folder,
                                                const StoreOptions& options);
  // The state as it is now, whatever others write meanwhile. Changes nothing on the disk, and holds
  // no lock. Writing to it is an error.
  static Result<std::unique_ptr<Database>> open_to_read(const std::string& folder,
                                                        const StoreOptions& options);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  const std::string& folder() const { return folder_; }
  rocksdb::DB& db() const { return *db_; }
  // nullptr in a state that was opened to be read and is of a format without that table.
  rocksdb::ColumnFamilyHandle* table(Table table) const {
    return handles_[static_cast<size_t>(table)];
  }

  // False: no such key. `value` points into the database and keeps that part of it in memory.
  Result<bool> get(Table table, std::string_view key, rocksdb::PinnableSlice& value) const;
  Result<std::optional<std::string>> get(Table table, std::string_view key) const;

  // All or nothing.
  Status write(rocksdb::WriteBatch& batch, Durability durability);

  bool is_read_only() const { return is_read_only_; }
  uint64_t last_sequence() const;

  // RocksDB met an error while writing (a full disk) and refuses to write from now on. A damaged
  // file does not count: opening again would not help.
  bool needs_reopening() const;

  // Sees the state of now, for as long as it lives. At its end its status() says whether all was
  // read.
  std::unique_ptr<rocksdb::Iterator> scan(Table table) const;

  // As a message for a person: "reading the state in x: why". Must not be called with a good
  // status.
  Error error_of(std::string_view doing, const rocksdb::Status& status) const;
  // Of a row that RocksDB could read and we cannot.
  Error damaged_row(Table table, std::string_view why) const;

 private:
  class TroubleListener;

  Database() = default;

  std::string folder_;
  bool is_read_only_ = false;
  std::unique_ptr<rocksdb::DB> db_;
  std::vector<rocksdb::ColumnFamilyHandle*> handles_;  // by Table, then those that we do not know
  std::shared_ptr<TroubleListener> trouble_;
};

}  // namespace freshet::store
