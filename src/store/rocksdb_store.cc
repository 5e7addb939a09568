// The store on RocksDB. docs/formats/state.md describes the keys and values.
#include <rocksdb/db.h>

#include <mutex>
#include <type_traits>

#include "store/encoding.h"
#include "store/fence.h"
#include "store/format_version.h"
#include "store/keys.h"
#include "store/mark_writer.h"
#include "store/rocksdb_commit.h"
#include "store/rocksdb_reopening.h"

namespace freshet::store {
namespace {

std::string_view view_of(const KeyBytes& key) {
  return key.view();
}
std::string_view view_of(std::string_view key) {
  return key;
}

class RocksDbStore final : public Store {
 public:
  RocksDbStore(std::unique_ptr<Database> database, const StoreOptions& options)
      : database_(std::move(database), options), mark_(options) {}

  // Must be called first if the store may be written. It takes all shards.
  Status open() {
    {
      const auto database = database_.use();
      if (!database) return Unexpected(database.error());
      const Result<Epochs> epochs = read_epochs(**database);
      if (!epochs) return Unexpected(epochs.error());
      fence_ = Fence(*epochs);
    }
    auto held = take(ShardSet::all());
    if (!held) return Unexpected(std::move(held).error());
    fence_.set_default(*std::move(held));
    return Done();
  }

  Result<Holding> take(const ShardSet& shards) override {
    const std::lock_guard lock(commit_mutex_);
    if (Status status = database_.recover(); !status) return Unexpected(status.error());
    const auto database = database_.use();
    if (!database) return Unexpected(database.error());
    const Fence raised = fence_.raised(shards);
    if (Status status = write_epochs(**database, raised.epochs()); !status) {
      return Unexpected(std::move(status).error());
    }
    fence_ = raised;
    mark_.write(**database);
    return fence_.holding_of(shards);
  }

  Status commit(const Batch& batch, Durability durability) override {
    const std::lock_guard lock(commit_mutex_);
    if (Status status = database_.recover(); !status) return status;
    const auto database = database_.use();
    if (!database) return Unexpected(database.error());
    const std::string where = "the state in " + (*database)->folder();
    if (Status status = fence_.check(batch, where); !status) return status;
    const ShardSet held = fence_.holding_of(batch).shards();
    if (Status status = write_batch(**database, batch, held, durability); !status) return status;
    if (durability == Durability::kPower) mark_.write(**database);
    return Done();
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

  Result<std::optional<Item>> item(const PageKey& page) const override {
    return read<Item>(Table::kItems, page_key(page).view(),
                      [&](std::string_view bytes) { return decode_item(page, bytes); });
  }

  Result<std::optional<std::string>> fact(std::string_view name) const override {
    return read<std::string>(Table::kMeta, fact_key(name),
                             [](std::string_view bytes) { return Result<std::string>(bytes); });
  }

  Result<std::optional<uint64_t>> id(IdKind kind, std::string_view name) const override {
    return read<uint64_t>(Table::kIds, id_key(kind, name), decode_id);
  }

  Result<std::vector<std::optional<PageState>>> pages(
      std::span<const PageKey> keys) const override {
    return read_many<PageState>(Table::kPages, keys, page_key, decode_page);
  }
  Result<std::vector<std::optional<std::string>>> versions(
      std::span<const PageKey> keys) const override {
    const auto decode = [](const PageKey&, std::string_view bytes) {
      return Result<std::string>(bytes);
    };
    return read_many<std::string>(Table::kVersions, keys, page_key, decode);
  }
  Result<std::vector<std::optional<Original>>> originals(
      std::span<const digest::Digest256> contents) const override {
    return read_many<Original>(Table::kContents, contents, content_key, decode_original);
  }

  Result<std::vector<Due>> due(SiteId site, Instant until, size_t most,
                               const std::optional<Due>& after) const override {
    // No page is due at Instant::never(), which is the last instant.
    const Instant end = until == Instant::never() ? until : until + Duration::microseconds(1);
    const KeyBytes begin = after ? due_key(*after) : site_key(site);
    const KeyBytes end_key = due_key({.next_visit = end, .key = {.site = site, .page = {}}});
    const auto key_alone = [](const Due& entry, std::string_view) -> Result<Due> { return entry; };
    const auto is_after = [&](const Due& entry) { return !after || entry != *after; };
    return slice<Due>({Table::kDue, begin.view(), end_key.view(), most}, read_due_key, key_alone,
                      is_after);
  }

  Result<std::vector<Discovery>> pending_discoveries(
      ShardId shard, size_t most, const std::optional<DiscoveryId>& after) const override {
    const KeyBytes begin = after ? discovery_key(*after) : shard_key(shard);
    const std::string end = shard + 1 < kShards
                                ? std::string(shard_key(static_cast<ShardId>(shard + 1)).view())
                                : std::string(KeyBytes::kCapacity + 1, '\xFF');
    const auto is_after = [&](const Discovery& one) { return !after || one.id() != *after; };
    return slice<Discovery>({Table::kInbox, begin.view(), end, most}, read_discovery_key,
                            decode_discovery, is_after);
  }

  Status each_site(const ShardSet& shards, const Each<SiteState>& each) const override {
    return scan(Table::kSites, key_ranges_of(shards), read_site_key, decode_site, each);
  }
  Status each_page_key(const ShardSet& shards, const Each<PageKey>& each) const override {
    const auto key_alone = [](const PageKey& key, std::string_view) -> Result<PageKey> {
      return key;
    };
    return scan(Table::kPages, key_ranges_of(shards), read_page_key, key_alone, each);
  }
  Status each_page(const ShardSet& shards, const Each<PageState>& each) const override {
    return scan(Table::kPages, key_ranges_of(shards), read_page_key, decode_page, each);
  }
  Status each_links(const ShardSet& shards, const Each<PageLinks>& each) const override {
    return scan(Table::kLinks, key_ranges_of(shards), read_page_key, decode_links, each);
  }
  Status each_unadmitted(const ShardSet& shards, const Each<UnadmittedUrl>& each) const override {
    return scan(Table::kUnadmitted, key_ranges_of(shards), read_page_key, decode_unadmitted, each);
  }
  Status each_item(const ShardSet& shards, const Each<Item>& each) const override {
    return scan(Table::kItems, key_ranges_of(shards), read_page_key, decode_item, each);
  }
  Status each_id(IdKind kind, const std::function<bool(const GivenId&)>& each) const override {
    const auto given = [](const IdKey& key, std::string_view bytes) -> Result<GivenId> {
      const Result<uint64_t> id = decode_id(bytes);
      if (!id) return Unexpected(id.error());
      return GivenId{key.kind, std::string(key.name), *id};
    };
    const auto of_kind = [&](const GivenId& one) { return one.kind == kind && each(one); };
    return scan(Table::kIds, {{id_key(kind, "")}}, read_id_key, given, of_kind);
  }
  Status each_change(const ShardSet& shards, Instant since,
                     const Each<Change>& each) const override {
    const auto of_shards = [&](const Change& change) {
      return !shards.contains(shard_of(change.page.site)) || each(change);
    };
    const std::string from(change_key(since, PageKey()).view());
    return scan(Table::kChanges, {{from}}, read_change_key, decode_change, of_shards);
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

  template <typename Value, typename Key, typename KeyBytesOf, typename Decode>
  Result<std::vector<std::optional<Value>>> read_many(Table table, std::span<const Key> keys,
                                                      const KeyBytesOf& bytes_of,
                                                      const Decode& decode) const {
    const auto database = database_.use();
    if (!database) return Unexpected(database.error());
    std::vector<std::invoke_result_t<KeyBytesOf, const Key&>> bytes;
    bytes.reserve(keys.size());
    for (const Key& key : keys) bytes.push_back(bytes_of(key));
    std::vector<std::optional<Value>> values(keys.size());
    const auto keep = [&](size_t i, std::optional<std::string_view> found) -> Status {
      if (!found) return Done();
      Result<Value> value = decode(keys[i], *found);
      if (!value) return Unexpected((*database)->damaged_row(table, value.error().message));
      values[i] = *std::move(value);
      return Done();
    };
    std::vector<std::string_view> views;
    views.reserve(keys.size());
    for (const auto& one : bytes) views.push_back(view_of(one));
    if (Status read = (*database)->get_many(table, views, keep); !read) {
      return Unexpected(std::move(read).error());
    }
    return values;
  }

  static Status end_of(const Database& database, const rocksdb::Iterator& at) {
    if (!at.status().ok()) return Unexpected(database.error_of("reading", at.status()));
    return Done();
  }

  // The keys from `from` on whose first byte is at most `last`.
  struct KeyRange {
    std::string from;
    uint8_t last = 255;
  };
  static std::vector<KeyRange> key_ranges_of(const ShardSet& shards) {
    std::vector<KeyRange> ranges;
    for (const ShardSet::Run run : shards.runs()) {
      ranges.push_back({std::string(shard_key(run.first).view()), run.last});
    }
    return ranges;
  }

  template <typename ReadKey, typename Decode, typename Call>
  Status scan(Table table, const std::vector<KeyRange>& ranges, const ReadKey& read_key,
              const Decode& decode, const Call& each) const {
    const auto database = database_.use();
    if (!database) return Unexpected(database.error());
    const auto at = (*database)->scan(table);
    for (const KeyRange& range : ranges) {
      for (at->Seek(range.from); at->Valid(); at->Next()) {
        const std::string_view bytes = at->key().ToStringView();
        if (static_cast<uint8_t>(bytes[0]) > range.last) break;
        const auto key = read_key(bytes);
        if (!key) return Unexpected((*database)->damaged_row(table, "without a valid key"));
        const auto value = decode(*key, at->value().ToStringView());
        if (!value) return Unexpected((*database)->damaged_row(table, value.error().message));
        if (!each(*value)) return Done();
      }
      if (Status read = end_of(**database, *at); !read) return read;
    }
    return Done();
  }

  struct Range {
    Table table;
    std::string_view begin;
    std::string_view end;  // exclusive
    size_t most;
  };
  // Returns the first rows of a range for which `is_wanted` returns true.
  template <typename Row, typename ReadKey, typename Decode, typename IsWanted>
  Result<std::vector<Row>> slice(const Range& range, const ReadKey& read_key, const Decode& decode,
                                 const IsWanted& is_wanted) const {
    const auto database = database_.use();
    if (!database) return Unexpected(database.error());
    std::vector<Row> rows;
    if ((*database)->table(range.table) == nullptr) return rows;
    const rocksdb::Slice upper(range.end);
    rocksdb::ReadOptions options;
    options.iterate_upper_bound = &upper;
    const std::unique_ptr<rocksdb::Iterator> at(
        (*database)->db().NewIterator(options, (*database)->table(range.table)));
    for (at->Seek(range.begin); at->Valid() && rows.size() < range.most; at->Next()) {
      const auto key = read_key(at->key().ToStringView());
      if (!key) return Unexpected((*database)->damaged_row(range.table, "without a valid key"));
      auto row = decode(*key, at->value().ToStringView());
      if (!row) return Unexpected((*database)->damaged_row(range.table, row.error().message));
      if (is_wanted(*row)) rows.push_back(*std::move(row));
    }
    if (Status read = end_of(**database, *at); !read) return Unexpected(std::move(read).error());
    return rows;
  }

  ReopeningDatabase database_;
  std::mutex commit_mutex_;
  MarkWriter mark_;  // guarded by commit_mutex_
  Fence fence_;      // guarded by commit_mutex_; in memory, so checking a batch needs no disk read
};

// Opening a state may fail while another process changes it, if a file is removed after the list of
// files was read.
constexpr int kTriesToRead = 3;

}  // namespace

Result<std::unique_ptr<Store>> open_rocksdb_store(const std::string& folder,
                                                  const StoreOptions& options) {
  if (Status whole = compare_with_mark(folder, options); !whole) return Unexpected(whole.error());
  auto database = Database::open(folder, options);
  if (!database) return Unexpected(std::move(database).error());
  if (Status status = migrate(**database, kFormatVersion, migrations(), options.before_upgrade);
      !status) {
    return Unexpected(std::move(status).error());
  }
  auto store = std::make_unique<RocksDbStore>(*std::move(database), options);
  if (Status opened = store->open(); !opened) return Unexpected(std::move(opened).error());
  return std::unique_ptr<Store>(std::move(store));
}

Result<std::unique_ptr<Store>> open_rocksdb_store_to_read(const std::string& folder,
                                                          const StoreOptions& options) {
  auto database = Database::open_to_read(folder, options);
  for (int i = 1; !database && i < kTriesToRead; ++i) {
    database = Database::open_to_read(folder, options);
  }
  if (!database) return Unexpected(std::move(database).error());
  if (Status status = check_readable(**database, kFormatVersion, options.older_ids); !status) {
    return Unexpected(std::move(status).error());
  }
  return std::unique_ptr<Store>(std::make_unique<RocksDbStore>(*std::move(database), options));
}

}  // namespace freshet::store
