#pragma once

#include <array>
#include <functional>
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
  kListedDates,
  kInbox,
  kItems
};
inline constexpr std::array<std::string_view, 13> kTableNames = {
    "default", "sites", "pages",      "links",        "due",   "contents", "versions",
    "changes", "ids",   "unadmitted", "listed_dates", "inbox", "items"};

// Returns the error message for a state that could not be opened or locked.
Error opening_error(const std::string& folder, const rocksdb::Status& status);

// An open RocksDB database in a folder. Any thread may read and write.
class Database {
 public:
  // Opens any version of the format; migrate() checks the version.
  static Result<std::unique_ptr<Database>> open(const std::string& folder,
                                                const StoreOptions& options);
  // Opens a snapshot of the state, whatever others write meanwhile. It changes nothing on the disk
  // and holds no lock. Writing to it is an error.
  static Result<std::unique_ptr<Database>> open_to_read(const std::string& folder,
                                                        const StoreOptions& options);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  const std::string& folder() const { return folder_; }
  rocksdb::DB& db() const { return *db_; }
  // Returns nullptr if the state was opened to be read and its format does not have the table.
  rocksdb::ColumnFamilyHandle* table(Table table) const {
    return handles_[static_cast<size_t>(table)];
  }

  // Returns false if there is no such key. `value` points into the database and pins that part of
  // it in memory.
  Result<bool> get(Table table, std::string_view key, rocksdb::PinnableSlice& value) const;
  Result<std::optional<std::string>> get(Table table, std::string_view key) const;

  // Calls `each` with the index of a key and its value (nullopt if there is none), for every key in
  // order, until a call returns an error. All are read from one snapshot.
  using EachValue = std::function<Status(size_t, std::optional<std::string_view>)>;
  Status get_many(Table table, const std::vector<std::string_view>& keys,
                  const EachValue& each) const;

  // Writes the batch atomically.
  Status write(rocksdb::WriteBatch& batch, Durability durability);

  bool is_read_only() const { return is_read_only_; }
  uint64_t last_sequence() const;

  // Whether RocksDB met an error while writing (such as a full disk) and now refuses to write. A
  // damaged file does not count, because opening the database again would not help.
  bool needs_reopening() const;

  // Returns an iterator over a snapshot of the table. At its end, its status() says whether all
  // rows were read.
  std::unique_ptr<rocksdb::Iterator> scan(Table table) const;

  // Returns an error message such as "reading the state in x: why". The status must not be OK.
  Error error_of(std::string_view doing, const rocksdb::Status& status) const;
  // Returns the error message for a row that RocksDB could read but Freshet cannot decode.
  Error damaged_row(Table table, std::string_view why) const;

 private:
  class TroubleListener;

  Database() = default;

  std::string folder_;
  bool is_read_only_ = false;
  std::unique_ptr<rocksdb::DB> db_;
  std::vector<rocksdb::ColumnFamilyHandle*> handles_;  // by Table, then those of unknown tables
  std::shared_ptr<TroubleListener> trouble_;
};

}  // namespace freshet::store
