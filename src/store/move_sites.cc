#include "store/move_sites.h"

#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

#include <array>
#include <string>
#include <utility>

#include "store/encoding.h"
#include "store/format_version.h"
#include "store/shards.h"
#include "store/site_id.h"
#include "store/site_moves.h"

namespace freshet::store {
namespace {

// The row that says how far the move is: the place of a table in kTables, as one byte, and the last
// key of it that was moved. After the last table, the moves themselves are removed.
constexpr std::string_view kProgressKey = "moving";
constexpr std::string_view kNewVersion = "5";
constexpr std::array kTables = {Table::kSites,       Table::kPages,   Table::kLinks,
                                Table::kUnadmitted,  Table::kDue,     Table::kVersions,
                                Table::kListedDates, Table::kChanges, Table::kContents,
                                Table::kIds,         Table::kInbox,   Table::kMeta};

struct Progress {
  size_t table = 0;
  std::string last_key;
};

std::string encoded(const Progress& at) {
  return std::string(1, static_cast<char>(at.table)) + at.last_key;
}

Result<Progress> decode_progress(const Database& database, std::string_view bytes) {
  if (bytes.empty() || static_cast<uint8_t>(bytes[0]) > kTables.size()) {
    return Unexpected(database.damaged_row(Table::kMeta, "not the progress of an upgrade"));
  }
  return Progress{static_cast<size_t>(bytes[0]), std::string(bytes.substr(1))};
}

class SiteMover {
 public:
  SiteMover(Database& database, const MoveLimits& limits)
      : database_(database), limits_(limits), moves_(database) {}

  Status run() {
    const auto stored = database_.get(Table::kMeta, kProgressKey);
    if (!stored) return Unexpected(stored.error());
    Result<Progress> at = Progress();
    if (*stored) {
      at = decode_progress(database_, **stored);
    } else if (Status begun = begin(); !begun) {
      return begun;
    }
    if (!at) return Unexpected(std::move(at).error());
    for (; at->table < kTables.size(); at = Progress{at->table + 1, {}}) {
      if (Status moved = move_table(*at); !moved) return moved;
    }
    return remove_moves();
  }

 private:
  // Finds the moves, and begins.
  Status begin() {
    Status found = find_in(Table::kSites, [](std::string_view key, std::string_view value) {
      return text_of_site(key, value);
    });
    for (const Table table : {Table::kPages, Table::kUnadmitted}) {
      if (!found) return found;
      found = find_in(table, [table](std::string_view key, std::string_view value) {
        return text_of_page(table, key, value);
      });
    }
    if (found) found = find_in_inbox();
    if (!found) return found;
    put(Table::kMeta, kVersionKey, kNewVersion);
    put(Table::kMeta, kProgressKey, encoded({}));
    return write();
  }

  using SiteText = std::pair<SiteId, std::string>;

  static Result<SiteText> text_of_site(std::string_view key, std::string_view value) {
    const auto id = read_site_key(key);
    if (!id) return fail("without a valid key");
    Result<SiteState> site = decode_site(*id, value);
    if (!site) return Unexpected(std::move(site).error());
    return SiteText{*id, std::move(site->text)};
  }

  static Result<SiteText> text_of_page(Table table, std::string_view key, std::string_view value) {
    const auto id = read_page_key(key);
    if (!id) return fail("without a valid key");
    if (table == Table::kPages) {
      const Result<PageState> page = decode_page(*id, value);
      if (!page) return Unexpected(page.error());
      return SiteText{id->site, std::string(site_text(page->url))};
    }
    const Result<UnadmittedUrl> url = decode_unadmitted(*id, value);
    if (!url) return Unexpected(url.error());
    return SiteText{id->site, std::string(site_text(url->url))};
  }

  // Reads the first row of every site in a table whose keys begin with the site.
  template <typename TextOf>
  Status find_in(Table table, const TextOf& text_of) {
    const auto at = database_.scan(table);
    at->SeekToFirst();
    while (at->Valid()) {
      const Result<SiteText> site = text_of(at->key().ToStringView(), at->value().ToStringView());
      if (!site) return Unexpected(database_.damaged_row(table, site.error().message));
      if (Status added = add(*site); !added) return added;
      if (site->first.value == UINT64_MAX) break;
      at->Seek(site_key({site->first.value + 1}).view());
    }
    return end_of(*at);
  }

  Status find_in_inbox() {
    const auto at = database_.scan(Table::kInbox);
    for (at->SeekToFirst(); at->Valid(); at->Next()) {
      const auto id = read_discovery_key(at->key().ToStringView());
      if (!id) return Unexpected(database_.damaged_row(Table::kInbox, "without a valid key"));
      const auto found = decode_discovery(*id, at->value().ToStringView());
      if (!found) return Unexpected(database_.damaged_row(Table::kInbox, found.error().message));
      if (Status added = add({id->key.site, std::string(site_text(found->url))}); !added) {
        return added;
      }
    }
    return end_of(*at);
  }

  Status add(const SiteText& site) {
    if (host_of(site.second).empty()) return Done();
    const ShardId shard = shard_of(site_id(site.second));
    if (shard == shard_of(site.first)) return Done();
    put(Table::kMeta, SiteMoves::key_of(site.first), SiteMoves::value_of(shard));
    return write_if_full();
  }

  // Reads a snapshot of the table, so it does not meet the rows that it writes. After an
  // interruption it may, but a site that has moved does not move again.
  Status move_table(const Progress& from) {
    const Table table = kTables[from.table];
    const auto at = database_.scan(table);
    for (at->Seek(from.last_key); at->Valid(); at->Next()) {
      const std::string_view key = at->key().ToStringView();
      const std::string_view value = at->value().ToStringView();
      const Result<Row> row = moved_row(database_, table, key, value, moves_);
      if (!row) return Unexpected(row.error());
      if (row->key == key && row->value == value) continue;
      if (row->key != key) remove(table, key);
      put(table, row->key, row->value);
      if (!is_full()) continue;
      put(Table::kMeta, kProgressKey, encoded({from.table, std::string(key)}));
      if (Status written = write(); !written) return written;
    }
    if (Status read = end_of(*at); !read) return read;
    put(Table::kMeta, kProgressKey, encoded({from.table + 1, {}}));
    return write();
  }

  Status remove_moves() {
    const auto at = database_.scan(Table::kMeta);
    for (at->Seek(SiteMoves::kPrefix); at->Valid(); at->Next()) {
      if (!at->key().starts_with(SiteMoves::kPrefix)) break;
      remove(Table::kMeta, at->key().ToStringView());
      if (Status written = write_if_full(); !written) return written;
    }
    if (Status read = end_of(*at); !read) return read;
    return write();
  }

  Status end_of(const rocksdb::Iterator& at) const {
    if (!at.status().ok()) return Unexpected(database_.error_of("reading", at.status()));
    return Done();
  }

  void put(Table table, std::string_view key, std::string_view value) {
    note(batch_.Put(database_.table(table), key, value));
  }
  void remove(Table table, std::string_view key) {
    note(batch_.Delete(database_.table(table), key));
  }
  void note(const rocksdb::Status& status) {
    if (first_error_.ok()) first_error_ = status;
  }

  bool is_full() const { return batch_.GetDataSize() >= limits_.batch_bytes; }
  Status write_if_full() { return is_full() ? write() : Done(); }
  Status write() {
    if (!first_error_.ok()) return Unexpected(database_.error_of("writing", first_error_));
    if (batches_++ == limits_.batches) return fail("interrupted");
    Status written = database_.write(batch_, Durability::kProcess);
    batch_.Clear();
    return written;
  }

  Database& database_;
  const MoveLimits limits_;
  SiteMoves moves_;
  rocksdb::WriteBatch batch_;
  rocksdb::Status first_error_;
  uint64_t batches_ = 0;
};

}  // namespace

Status move_sites(Database& database, rocksdb::WriteBatch& changes, const MoveLimits& limits) {
  if (Status moved = SiteMover(database, limits).run(); !moved) return moved;
  const auto status = changes.Delete(database.table(Table::kMeta), kProgressKey);
  if (!status.ok()) return Unexpected(database.error_of("writing", status));
  return Done();
}

Result<bool> is_moving(const Database& database) {
  const auto stored = database.get(Table::kMeta, kProgressKey);
  if (!stored) return Unexpected(stored.error());
  return stored->has_value();
}

}  // namespace freshet::store
