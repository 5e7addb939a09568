#include "store/mark_writer.h"

#include <filesystem>

#include "store/rocksdb_commit.h"
#include "store/state_folder.h"

namespace freshet::store {
namespace {

Error not_all_there(const std::string& folder, const std::string& why) {
  return {"the state in " + folder + " is not all there: " + why + "; nothing was changed; " +
          std::string(kHowToMend)};
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
    return Unexpected(not_all_there(folder, "the folder does not exist"));
  }
  const auto lock = StateLock::take(folder);
  if (!lock) return Unexpected(lock.error());
  if (Status compared = compare_files(folder, *mark); !compared) {
    return Unexpected(not_all_there(folder, compared.error().message));
  }
  // Without this, what a damaged log has lost would be seen only after RocksDB has removed it.
  const auto database = Database::open_to_read(folder, options);
  if (!database) return Unexpected(database.error());
  const uint64_t sequence = (*database)->last_sequence();
  if (sequence >= mark->sequence) return Done();
  return Unexpected(not_all_there(
      folder, "of " + std::to_string(mark->sequence) + " rows that were written, the last " +
                  std::to_string(mark->sequence - sequence) + " are missing"));
}

}  // namespace freshet::store
