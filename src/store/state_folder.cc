#include "store/state_folder.h"

#include <rocksdb/env.h>

#include "store/mark_writer.h"
#include "store/rocksdb_database.h"

namespace freshet::store {

struct StateLock::Impl {
  ~Impl() {
    if (lock != nullptr) rocksdb::Env::Default()->UnlockFile(lock).PermitUncheckedError();
  }
  rocksdb::FileLock* lock = nullptr;
};

StateLock::StateLock(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
StateLock::~StateLock() = default;
StateLock::StateLock(StateLock&&) noexcept = default;
StateLock& StateLock::operator=(StateLock&&) noexcept = default;

Result<StateLock> StateLock::take(const std::string& folder) {
  auto impl = std::make_unique<Impl>();
  const auto status = rocksdb::Env::Default()->LockFile(folder + "/LOCK", &impl->lock);
  if (!status.ok()) return Unexpected(opening_error(folder, status));
  return StateLock(std::move(impl));
}

Status check_state(const std::string& folder, const StoreOptions& options) {
  if (Status whole = compare_with_mark(folder, options); !whole) return whole;
  const auto store = open_rocksdb_store_to_read(folder, options);
  if (!store) return Unexpected(store.error());
  const auto all = [](const auto&) { return true; };
  Status read = (*store)->each_site(all);
  if (read) read = (*store)->each_page(all);
  if (read) read = (*store)->each_links(all);
  if (read) read = (*store)->each_unadmitted(all);
  if (read) read = (*store)->each_change(Instant(), all);
  for (int shard = 0; read && shard < kShards; ++shard) {
    const auto pending =
        (*store)->pending_discoveries(static_cast<ShardId>(shard), SIZE_MAX, std::nullopt);
    if (!pending) read = Unexpected(pending.error());
  }
  for (const IdKind kind : {IdKind::kPage, IdKind::kSite, IdKind::kDomain, IdKind::kCommunity}) {
    if (read) read = (*store)->each_id(kind, all);
  }
  return read;
}

Status compare_with_mark_of(const std::string& folder, const std::string& mark_file) {
  const auto mark = read_mark(mark_file);
  return mark ? compare_files(folder, *mark) : Done();
}

std::vector<std::pair<std::string, std::string>> marked_facts(const std::string& mark_file) {
  auto mark = read_mark(mark_file);
  return mark ? std::move(mark->facts) : std::vector<std::pair<std::string, std::string>>();
}

}  // namespace freshet::store
