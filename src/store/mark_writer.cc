#include "store/mark_writer.h"

#include <filesystem>

#include "store/rocksdb_commit.h"
#include "store/state_folder.h"

namespace freshet::store {
namespace {

Error incomplete(const std::string& folder, const std::string& why) {
  return {"the state in " + folder + " is incomplete: " + why + "; nothing was changed; " +
          std::string(kHowToRepair)};
}

}  // namespace

Result<StateMark> MarkWriter::mark_of(const Database& database) const {
  auto mark = mark_of_files(database.folder());
  if (!mark) return mark;
  mark->sequence = database.last_sequence();
  for (const std::string& name : facts_) {
    auto fact = database.get(Table::kMeta, fact_key(name));
    if (!fact) return Unexpected(fact.error());
    if (*fact) mark->facts.emplace_back(name, **std::move(fact));
  }
  return mark;
}

void MarkWriter::write(const Database& database) {
  if (file_.empty()) return;
  const auto mark = mark_of(database);
  if (mark) (void)write_mark(file_, *mark, false);
}

Status compare_with_mark(const std::string& folder, const StoreOptions& options) {
  if (options.mark_file.empty()) return Done();
  const auto mark = read_mark(options.mark_file);
  if (!mark) return Done();
  std::error_code error;
  if (!std::filesystem::exists(folder, error)) {
    return Unexpected(incomplete(folder, "the folder does not exist"));
  }
  const auto lock = StateLock::take(folder);
  if (!lock) return Unexpected(lock.error());
  if (Status compared = compare_files(folder, *mark); !compared) {
    return Unexpected(incomplete(folder, compared.error().message));
  }
  // Without this, the loss of rows in a damaged log would be noticed only after RocksDB has removed
  // the log.
  const auto database = Database::open_to_read(folder, options);
  if (!database) return Unexpected(database.error());
  const uint64_t sequence = (*database)->last_sequence();
  if (sequence >= mark->sequence) return Done();
  return Unexpected(incomplete(folder, "the last " + std::to_string(mark->sequence - sequence) +
                                           " of " + std::to_string(mark->sequence) +
                                           " written rows are missing"));
}

}  // namespace freshet::store
