// The store on RocksDB. Keys and values: docs/formats/state.md.
#include <rocksdb/db.h>

#include <mutex>

#include "store/encoding.h"
#include "store/format_version.h"
#include "store/keys.h"
#include "store/mark_writer.h"
#include "store/rocksdb_commit.h"
#include "store/rocksdb_reopening.h"

namespace freshet::store {
namespace {

class RocksDbStore final : public Store {
 public:
  RocksDbStore(std::unique_ptr<Database> database, const StoreOptions& options)
      : database_(std::move(database), options), mark_(options) {}

  Status commit(const Batch& batch, Durability durability) override {
    const std::lock_guard lock(commit_mutex_);
    if (Status status = database_.recover(); !status) return status;
    const auto database = database_.use();
    if (!database) return Unexpected(database.error());
    if (Status status = write_batch(**database, batch, durability); !status) return status;
    if (durability == Durability::kPower) mark_.write(**database);
    return Done();
  }

  // What was there when it was opened is on the disk.
  void mark_as_opened() {
    const auto database = database_.use();
    if (database) mark_.write(**database);
  }

  Result<std::optional<PageState>> page(const PageKey& key) const override {
    return read<PageState>(Table::kPages, page_key(key).view(),
                           [&](std::string_view bytes) { return decode_page(key, bytes); });
  }

  Result<std::optional<SiteState>> site(SiteId id) const override {
    return read<SiteState>(Table::kSites, site_key(id).view(),
                           [&](std::string_view bytes) { return decode_site(id, bytes); });
  }

  Result<std::optional<PageLinks>> links(const PageKey& from) const override {
    return read<PageLinks>(Table::kLinks, page_key(from).view(),
                           [&](std::string_view bytes) { return decode_links(from, bytes); });
  }

  Result<std::optional<UnadmittedUrl>> unadmitted(const PageKey& key) const override {
    return read<UnadmittedUrl>(
        Table::kUnadmitted, page_key(key).view(),
        [&](std::string_view bytes) { return decode_unadmitted(key, bytes); });
  }

  Result<std::optional<Original>> original_of(const digest::Digest256& content) const override {
    return read<Original>(Table::kContents, content_key(content),
                          [&](std::string_view bytes) { return decode_original(content, bytes); });
  }

  Result<std::optional<std::string>> version(const PageKey& key) const override {
    return read<std::string>(Table::kVersions, page_key(key).view(),
                             [](std::string_view bytes) { return Result<std::string>(bytes); });
  }

  Result<std::optional<Instant>> listed_date(const PageKey& key) const override {
    return read<Instant>(Table::kListedDates, page_key(key).view(), decode_listed_date);
  }

  Result<std::optional<std::string>> fact(std::string_view name) const override {
    return read<std::string>(Table::kMeta, fact_key(name),
                             [](std::string_view bytes) { return Result<std::string>(bytes); });
  }

  Result<std::optional<uint64_t>> id(IdKind kind, std::string_view name) const override {
    return read<uint64_t>(Table::kIds, id_key(kind, name), decode_id);
  }

  Result<std::vector<Due>> due(SiteId site, Instant until, size_t most,
                               const std::optional<Due>& after) const override {
    const auto database = database_.use();
    if (!database) return Unexpected(database.error());
    // No page is due at Instant::never(), which is the last of all.
    const Instant end = until == Instant::never() ? until : until + Duration::microseconds(1);
    const KeyBytes end_key = due_key({.next_visit = end, .key = {.site = site, .page = {}}});
    const rocksdb::Slice upper(end_key.view());
    rocksdb::ReadOptions options;
    options.iterate_upper_bound = &upper;
    if ((*database)->table(Table::kDue) == nullptr) return std::vector<Due>();
    const std::unique_ptr<rocksdb::Iterator> at(
        (*database)->db().NewIterator(options, (*database)->table(Table::kDue)));

    const KeyBytes begin = after ? due_key(*after) : site_key(site);
    std::vector<Due> slice;
    for (at->Seek(begin.view()); at->Valid() && slice.size() < most; at->Next()) {
      const auto entry = read_due_key(at->key().ToStringView());
      if (!entry) return Unexpected((*database)->damaged_row(Table::kDue, "without a proper key"));
      if (after && *entry == *after) continue;
      slice.push_back(*entry);
    }
    if (!at->status().ok()) return Unexpected((*database)->error_of("reading", at->status()));
    return slice;
  }

  Status each_site(const std::function<bool(const SiteState&)>& each) const override {
    return scan(Table::kSites, read_site_key, decode_site, each);
  }
  Status each_page_key(const std::function<bool(const PageKey&)>& each) const override {
    const auto key_alone = [](const PageKey& key, std::string_view) -> Result<PageKey> {
      return key;
    };
    return scan(Table::kPages, read_page_key, key_alone, each);
  }
  Status each_page(const std::function<bool(const PageState&)>& each) const override {
    return scan(Table::kPages, read_page_key, decode_page, each);
  }
  Status each_links(const std::function<bool(const PageLinks&)>& each) const override {
    return scan(Table::kLinks, read_page_key, decode_links, each);
  }
  Status each_unadmitted(const std::function<bool(const UnadmittedUrl&)>& each) const override {
    return scan(Table::kUnadmitted, read_page_key, decode_unadmitted, each);
  }
  Status each_id(IdKind kind, const std::function<bool(const GivenId&)>& each) const override {
    const auto given = [](const IdKey& key, std::string_view bytes) -> Result<GivenId> {
      const Result<uint64_t> id = decode_id(bytes);
      if (!id) return Unexpected(id.error());
      return GivenId{key.kind, std::string(key.name), *id};
    };
    const auto of_kind = [&](const GivenId& one) { return one.kind == kind && each(one); };
    return scan(Table::kIds, read_id_key, given, of_kind, id_key(kind, ""));
  }
  Status each_change(Instant since, const std::function<bool(const Change&)>& each) const override {
    return scan(Table::kChanges, read_change_key, decode_change, each,
                change_key(since, PageKey()).view());
  }

 private:
  template <typename Value, typename Decode>
  Result<std::optional<Value>> read(Table table, std::string_view key, const Decode& decode) const {
    const auto database = database_.use();
    if (!database) return Unexpected(database.error());
    rocksdb::PinnableSlice bytes;
    const Result<bool> found = (*database)->get(table, key, bytes);
    if (!found) return Unexpected(found.error());
    if (!*found) return std::nullopt;
    Result<Value> value = decode(bytes.ToStringView());
    if (!value) return Unexpected((*database)->damaged_row(table, value.error().message));
    return std::optional(*std::move(value));
  }

  template <typename ReadKey, typename Decode, typename Each>
  Status scan(Table table, const ReadKey& read_key, const Decode& decode, const Each& each,
              std::string_view from = {}) const {
    const auto database = database_.use();
    if (!database) return Unexpected(database.error());
    const auto at = (*database)->scan(table);
    for (at->Seek(from); at->Valid(); at->Next()) {
      const auto key = read_key(at->key().ToStringView());
      if (!key) return Unexpected((*database)->damaged_row(table, "without a proper key"));
      const auto value = decode(*key, at->value().ToStringView());
      if (!value) return Unexpected((*database)->damaged_row(table, value.error().message));
      if (!each(*value)) return Done();
    }
    if (!at->status().ok()) return Unexpected((*database)->error_of("reading", at->status()));
    return Done();
  }

  ReopeningDatabase database_;
  std::mutex commit_mutex_;
  MarkWriter mark_;  // guarded by commit_mutex_
};

// A state that another process changes just now may fail to open: a file is gone that was there
// when its list was read.
constexpr int kTriesToRead = 3;

}  // namespace

Result<std::unique_ptr<Store>> open_rocksdb_store(const std::string& folder,
                                                  const StoreOptions& options) {
  if (Status whole = compare_with_mark(folder, options); !whole) return Unexpected(whole.error());
  auto database = Database::open(folder, options);
  if (!database) return Unexpected(std::move(database).error());
  if (Status status = bring_up_to_date(**database, kFormatVersion, migrations()); !status) {
    return Unexpected(std::move(status).error());
  }
  auto store = std::make_unique<RocksDbStore>(*std::move(database), options);
  store->mark_as_opened();
  return std::unique_ptr<Store>(std::move(store));
}

Result<std::unique_ptr<Store>> open_rocksdb_store_to_read(const std::string& folder,
                                                          const StoreOptions& options) {
  auto database = Database::open_to_read(folder, options);
  for (int i = 1; !database && i < kTriesToRead; ++i) {
    database = Database::open_to_read(folder, options);
  }
  if (!database) return Unexpected(std::move(database).error());
  if (Status status = check_readable(**database, kFormatVersion); !status) {
    return Unexpected(std::move(status).error());
  }
  return std::unique_ptr<Store>(std::make_unique<RocksDbStore>(*std::move(database), options));
}

}  // namespace freshet::store
