#include "store/rocksdb_database.h"

#include <rocksdb/cache.h>
#include <rocksdb/db.h>
#include <rocksdb/listener.h>

#include <algorithm>
#include <atomic>
#include <filesystem>

#include "store/rocksdb_options.h"
#include "store/state_folder.h"

namespace freshet::store {
namespace {

// Without the file CURRENT, RocksDB would create a new database and delete the files of the old
// one.
Status refuse_without_current(const std::string& folder) {
  std::error_code error;
  if (std::filesystem::exists(folder + "/CURRENT", error)) return Done();
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const auto extension = entry.path().extension();
    if (extension == ".sst" || extension == ".log") {
      return fail("opening the state in " + folder + ": its file CURRENT is missing, but " +
                  entry.path().filename().string() + " exists; " + std::string(kHowToRepair));
    }
  }
  return Done();
}

size_t data_files_in(const std::string& folder) {
  std::error_code error;
  size_t count = 0;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    count += at->path().extension() == ".sst" ? 1 : 0;
  }
  return count;
}

bool is_table(const std::string& name) {
  return std::find(kTableNames.begin(), kTableNames.end(), name) != kTableNames.end();
}

}  // namespace

Error opening_error(const std::string& folder, const rocksdb::Status& status) {
  const std::string why = status.ToString();
  const bool is_locked = status.IsIOError() && (why.find("hile lock file") != std::string::npos ||
                                                why.find("lock hold by") != std::string::npos);
  if (is_locked) {
    return {"opening the state in " + folder +
            ": another freshet uses this folder; wait until it ends, or name another folder"};
  }
  if (status.IsCorruption()) {
    return {"opening the state in " + folder + ": damaged: " + why + "; " +
            std::string(kHowToRepair)};
  }
  return {"opening the state in " + folder + ": " + why};
}

// Records that RocksDB met an error in the background, and keeps RocksDB from recovering by itself,
// because ReopeningDatabase does that.
class Database::TroubleListener final : public rocksdb::EventListener {
 public:
  void OnBackgroundError(rocksdb::BackgroundErrorReason, rocksdb::Status* error) override {
    if (!error->IsCorruption()) met_ = true;
  }
  void OnErrorRecoveryBegin(rocksdb::BackgroundErrorReason, rocksdb::Status error,
                            bool* auto_recovery) override {
    error.PermitUncheckedError();
    *auto_recovery = false;
  }
  bool met() const { return met_; }

 private:
  std::atomic<bool> met_ = false;
};

Result<std::unique_ptr<Database>> Database::open(const std::string& folder,
                                                 const StoreOptions& options) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return fail("creating the folder " + folder + ": " + error.message());
  if (Status status = refuse_without_current(folder); !status) return Unexpected(status.error());

  std::unique_ptr<Database> database(new Database());
  database->folder_ = folder;
  database->trouble_ = std::make_shared<TroubleListener>();
  rocksdb::DBOptions db_options = database_options(options);
  db_options.listeners.push_back(database->trouble_);
  const auto cache = rocksdb::NewLRUCache(options.cache_bytes);

  std::vector<rocksdb::ColumnFamilyDescriptor> families;
  for (size_t i = 0; i < kTableNames.size(); ++i) {
    families.emplace_back(std::string(kTableNames[i]),
                          table_options(static_cast<Table>(i), options, cache));
  }
  // RocksDB opens all column families or none. Those of a newer format must be opened too, so that
  // the version can be read and reported.
  if (std::filesystem::exists(folder + "/CURRENT", error)) {
    std::vector<std::string> present;
    const auto status = rocksdb::DB::ListColumnFamilies(db_options, folder, &present);
    if (!status.ok()) return Unexpected(opening_error(folder, status));
    for (const std::string& name : present) {
      if (!is_table(name)) families.emplace_back(name, rocksdb::ColumnFamilyOptions());
    }
  }

  rocksdb::DB* db = nullptr;
  const auto status = rocksdb::DB::Open(db_options, folder, families, &database->handles_, &db);
  if (!status.ok()) return Unexpected(opening_error(folder, status));
  database->db_.reset(db);
  return database;
}

Result<std::unique_ptr<Database>> Database::open_to_read(const std::string& folder,
                                                         const StoreOptions& options) {
  std::unique_ptr<Database> database(new Database());
  database->folder_ = folder;
  database->is_read_only_ = true;
  database->trouble_ = std::make_shared<TroubleListener>();
  rocksdb::DBOptions db_options = database_options(options);
  db_options.create_if_missing = db_options.create_missing_column_families = false;
  // Open all files at once, unless there are very many: another process may remove some meanwhile.
  if (data_files_in(folder) < static_cast<size_t>(db_options.max_open_files)) {
    db_options.max_open_files = -1;
  }
  std::vector<std::string> present;
  auto status = rocksdb::DB::ListColumnFamilies(db_options, folder, &present);
  if (!status.ok()) return Unexpected(opening_error(folder, status));

  const auto cache = rocksdb::NewLRUCache(options.cache_bytes);
  std::vector<rocksdb::ColumnFamilyDescriptor> families;
  std::vector<size_t> tables;  // the table of each family
  for (size_t i = 0; i < kTableNames.size(); ++i) {
    if (std::find(present.begin(), present.end(), kTableNames[i]) == present.end()) continue;
    families.emplace_back(std::string(kTableNames[i]),
                          table_options(static_cast<Table>(i), options, cache));
    tables.push_back(i);
  }
  rocksdb::DB* db = nullptr;
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  status = rocksdb::DB::OpenForReadOnly(db_options, folder, families, &handles, &db);
  if (!status.ok()) return Unexpected(opening_error(folder, status));
  database->db_.reset(db);
  database->handles_.assign(kTableNames.size(), nullptr);
  for (size_t i = 0; i < tables.size(); ++i) database->handles_[tables[i]] = handles[i];
  return database;
}

Database::~Database() {
  if (!db_) return;
  // Errors cannot be reported here. What was committed is in the log.
  for (rocksdb::ColumnFamilyHandle* handle : handles_) {
    if (handle == nullptr) continue;
    db_->DestroyColumnFamilyHandle(handle).PermitUncheckedError();
  }
  db_->Close().PermitUncheckedError();
}

Result<bool> Database::get(Table which, std::string_view key, rocksdb::PinnableSlice& value) const {
  if (table(which) == nullptr) return false;
  const auto status = db_->Get(rocksdb::ReadOptions(), table(which), key, &value);
  if (status.IsNotFound()) return false;
  if (!status.ok()) return Unexpected(error_of("reading", status));
  return true;
}

Result<std::optional<std::string>> Database::get(Table which, std::string_view key) const {
  rocksdb::PinnableSlice value;
  const Result<bool> found = get(which, key, value);
  if (!found) return Unexpected(found.error());
  return *found ? std::optional(value.ToString()) : std::nullopt;
}

Status Database::get_many(Table which, const std::vector<std::string_view>& keys,
                          const EachValue& each) const {
  const std::vector<rocksdb::Slice> slices(keys.begin(), keys.end());
  std::vector<rocksdb::PinnableSlice> values(keys.size());
  std::vector<rocksdb::Status> found(keys.size(), rocksdb::Status::NotFound());
  if (table(which) != nullptr && !keys.empty()) {
    db_->MultiGet(rocksdb::ReadOptions(), table(which), slices.size(), slices.data(), values.data(),
                  found.data());
  }
  for (size_t i = 0; i < keys.size(); ++i) {
    const bool is_there = !found[i].IsNotFound();
    if (is_there && !found[i].ok()) return Unexpected(error_of("reading", found[i]));
    const auto value = is_there ? std::optional(values[i].ToStringView()) : std::nullopt;
    if (Status taken = each(i, value); !taken) return taken;
  }
  return Done();
}

uint64_t Database::last_sequence() const {
  return db_->GetLatestSequenceNumber();
}

bool Database::needs_reopening() const {
  return trouble_->met();
}

Status Database::write(rocksdb::WriteBatch& batch, Durability durability) {
  rocksdb::WriteOptions options;
  options.sync = durability == Durability::kPower;
  const auto status = db_->Write(options, &batch);
  if (!status.ok()) return Unexpected(error_of("writing", status));
  return Done();
}

std::unique_ptr<rocksdb::Iterator> Database::scan(Table which) const {
  if (table(which) == nullptr) {
    return std::unique_ptr<rocksdb::Iterator>(rocksdb::NewEmptyIterator());
  }
  rocksdb::ReadOptions options;
  options.fill_cache = false;
  options.readahead_size = 1 << 20;
  return std::unique_ptr<rocksdb::Iterator>(db_->NewIterator(options, table(which)));
}

Error Database::error_of(std::string_view doing, const rocksdb::Status& status) const {
  std::string message(doing);
  message += " the state in " + folder_ + ": ";
  if (status.IsNoSpace()) message += "the disk is full: ";
  if (!status.IsCorruption()) return {message + status.ToString()};
  return {message + "damaged: " + status.ToString() + "; " + std::string(kHowToRepair)};
}

Error Database::damaged_row(Table which, std::string_view why) const {
  return {"reading the state in " + folder_ + ": damaged: a row of " +
          std::string(kTableNames[static_cast<size_t>(which)]) + " is " + std::string(why) + "; " +
          std::string(kHowToRepair)};
}

}  // namespace freshet::store
