#include "store/rocksdb_reopening.h"

#include <filesystem>
#include <utility>

namespace freshet::store {

ReopeningDatabase::ReopeningDatabase(std::unique_ptr<Database> database,
                                     const StoreOptions& options)
    : folder_(database->folder()), options_(options), database_(std::move(database)) {}

Result<std::shared_ptr<Database>> ReopeningDatabase::use() const {
  const std::lock_guard lock(mutex_);
  if (!database_) return Unexpected(why_closed_);
  return database_;
}

Status ReopeningDatabase::recover() {
  const std::lock_guard lock(mutex_);
  if (database_ && database_->is_read_only()) {
    return fail("writing the state in " + folder_ + ": it was opened only for reading");
  }
  if (database_ && !database_->needs_reopening()) return Done();

  // Opening writes the content of the log into data files, which needs space.
  std::error_code error;
  const auto space = std::filesystem::space(folder_, error);
  if (!error && space.available < options_.unflushed_bytes) {
    return fail("writing the state in " + folder_ + ": the disk is full: it has " +
                std::to_string(space.available >> 20) + " MiB left, " +
                std::to_string(options_.unflushed_bytes >> 20) + " MiB are needed to continue");
  }
  if (database_.use_count() > 1) {
    return fail(
        "writing the state in " + folder_ +
        ": after an error it must be opened again, which is retried when no reader uses it");
  }
  database_.reset();
  auto reopened = Database::open(folder_, options_);
  if (!reopened) {
    why_closed_ = reopened.error();
    return Unexpected(std::move(reopened).error());
  }
  database_ = *std::move(reopened);
  return Done();
}

}  // namespace freshet::store
