#include "store/rocksdb_commit.h"

#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

#include <limits>

#include "store/batch_rows.h"
#include "store/encoding.h"
#include "store/keys.h"

namespace freshet::store {
namespace {

// Collects the changes to the database that a batch makes.
class Changes {
 public:
  explicit Changes(const Database& database) : database_(database) {}

  Status add_page(const PageWrite& write) {
    const PageState& page = *write.page;
    const KeyBytes key = page_key(page.key);
    Result<Instant> was_due = write.was_due ? *write.was_due : stored_next_visit(key.view());
    if (!was_due) return Unexpected(std::move(was_due.error()));
    move_due(page.key, *was_due, page.next_visit);
    value_.clear();
    encode_page(page, value_);
    put(Table::kPages, key.view(), value_);
    return Done();
  }

  void add_site(const SiteState& site) {
    value_.clear();
    encode_site(site, value_);
    put(Table::kSites, site_key(site.id).view(), value_);
  }

  void add_links(const PageLinks& links) {
    value_.clear();
    encode_links(links, value_);
    put(Table::kLinks, page_key(links.from).view(), value_);
  }

  Status add_unadmitted(const UnadmittedUrl& url) {
    const KeyBytes key = page_key(url.key);
    rocksdb::PinnableSlice bytes;
    const Result<bool> known = database_.get(Table::kUnadmitted, key.view(), bytes);
    if (!known) return Unexpected(known.error());
    if (*known) {
      const Result<uint32_t> kept = decode_preference(bytes.ToStringView());
      if (!kept) return Unexpected(database_.damaged_row(Table::kUnadmitted, kept.error().message));
      if (*kept <= preference(url)) return Done();
    }
    value_.clear();
    encode_unadmitted(url, value_);
    put(Table::kUnadmitted, key.view(), value_);
    return Done();
  }

  // Nearly no page is found, but the look-up is cheaper than a tombstone for each page.
  Status remove_unadmitted(const PageKey& page) {
    const KeyBytes key = page_key(page);
    rocksdb::PinnableSlice bytes;
    const Result<bool> known = database_.get(Table::kUnadmitted, key.view(), bytes);
    if (!known) return Unexpected(known.error());
    if (*known) note(batch_.Delete(database_.table(Table::kUnadmitted), key.view()));
    return Done();
  }

  // Writes the claim, unless the content belongs to another page in the database.
  Status add_claim(const digest::Digest256& content, const Original& claim) {
    rocksdb::PinnableSlice bytes;
    const Result<bool> owned = database_.get(Table::kContents, content_key(content), bytes);
    if (!owned) return Unexpected(owned.error());
    if (*owned) {
      const Result<Original> owner = decode_original(content, bytes.ToStringView());
      if (!owner) return Unexpected(database_.damaged_row(Table::kContents, owner.error().message));
      if (owner->page != claim.page) return Done();
    }
    value_.clear();
    encode_original(content, claim, value_);
    put(Table::kContents, content_key(content), value_);
    return Done();
  }

  Status add_id(const GivenId& given) {
    const std::string key = id_key(given.kind, given.name);
    rocksdb::PinnableSlice bytes;
    const Result<bool> known = database_.get(Table::kIds, key, bytes);
    if (!known) return Unexpected(known.error());
    if (*known) return Done();
    value_.clear();
    encode_id(given.id, value_);
    put(Table::kIds, key, value_);
    return Done();
  }

  void add_listed_date(const PageKey& key, Instant date) {
    value_.clear();
    encode_listed_date(date, value_);
    put(Table::kListedDates, page_key(key).view(), value_);
  }

  void add_item(const Item& item) {
    value_.clear();
    encode_item(item, value_);
    put(Table::kItems, page_key(item.page).view(), value_);
  }

  void add_change(const Change& change) {
    value_.clear();
    encode_change(change, value_);
    put(Table::kChanges, change_key(change.at, change.page).view(), value_);
  }

  void withdraw_change(Instant at, const PageKey& page) {
    note(batch_.Delete(database_.table(Table::kChanges), change_key(at, page).view()));
  }

  Status forget_changes_before(Instant time, const ShardSet& held) {
    const Instant beginning = Instant::from_unix_microseconds(std::numeric_limits<int64_t>::min());
    return forget_changes(change_key(beginning, PageKey()), change_key(time, PageKey()), held);
  }

  Status forget_changes_after(Instant time, const ShardSet& held) {
    return forget_changes(change_key(time + Duration::microseconds(1), PageKey()),
                          change_key(Instant::never(), {{~uint64_t{0}}, {~uint64_t{0}}}), held);
  }

  void add_discovery(const Discovery& found) {
    value_.clear();
    encode_discovery(found, value_);
    put(Table::kInbox, discovery_key(found.id()).view(), value_);
  }

  void settle_discovery(const DiscoveryId& id) {
    note(batch_.Delete(database_.table(Table::kInbox), discovery_key(id).view()));
  }

  void put(Table table, std::string_view key, std::string_view value) {
    note(batch_.Put(database_.table(table), key, value));
  }

  Status write(Database& database, Durability durability) {
    if (!first_error_.ok()) return Unexpected(database.error_of("writing", first_error_));
    return database.write(batch_, durability);
  }

 private:
  // Returns next_visit of the stored page; never() if it is not stored.
  Result<Instant> stored_next_visit(std::string_view key) const {
    rocksdb::PinnableSlice bytes;
    const Result<bool> found = database_.get(Table::kPages, key, bytes);
    if (!found) return Unexpected(found.error());
    if (!*found) return Instant::never();
    Result<Instant> next_visit = decode_next_visit(bytes.ToStringView());
    if (next_visit) return next_visit;
    return Unexpected(database_.damaged_row(Table::kPages, next_visit.error().message));
  }

  // Keeps the invariant of the table kDue: one entry for each page that has a next visit.
  void move_due(const PageKey& page, Instant from, Instant to) {
    if (from == to) return;
    if (from != Instant::never()) {
      const KeyBytes old = due_key({.next_visit = from, .key = page});
      note(batch_.Delete(database_.table(Table::kDue), old.view()));
    }
    if (to != Instant::never()) {
      put(Table::kDue, due_key({.next_visit = to, .key = page}).view(), {});
    }
  }

  Status forget_changes(const KeyBytes& begin, const KeyBytes& end, const ShardSet& held) {
    rocksdb::ColumnFamilyHandle* const table = database_.table(Table::kChanges);
    if (held.is_all()) {
      note(batch_.DeleteRange(table, begin.view(), end.view()));
      return Done();
    }
    const auto at = database_.scan(Table::kChanges);
    for (at->Seek(begin.view()); at->Valid() && at->key().compare(end.view()) < 0; at->Next()) {
      const auto key = read_change_key(at->key().ToStringView());
      if (!key) return Unexpected(database_.damaged_row(Table::kChanges, "without a valid key"));
      if (held.contains(shard_of(key->page.site))) note(batch_.Delete(table, at->key()));
    }
    if (!at->status().ok()) return Unexpected(database_.error_of("reading", at->status()));
    return Done();
  }

  void note(const rocksdb::Status& status) {
    if (first_error_.ok()) first_error_ = status;
  }

  const Database& database_;
  rocksdb::WriteBatch batch_;
  rocksdb::Status first_error_;
  std::string value_;  // a member, to reuse its memory
};

Status add_pages(Changes& changes, const Batch& batch) {
  for (const PageWrite& write : page_writes(batch)) {
    if (Status status = changes.add_page(write); !status) return status;
  }
  for (const UnadmittedUrl* url : unadmitted_writes(batch)) {
    if (Status status = changes.add_unadmitted(*url); !status) return status;
  }
  for (const PageState& page : batch.admitted) {
    if (Status status = changes.remove_unadmitted(page.key); !status) return status;
  }
  return Done();
}

Status add_changes(Changes& changes, const Batch& batch, const ShardSet& held) {
  if (const auto time = batch.forget_changes_before) {
    if (Status status = changes.forget_changes_before(*time, held); !status) return status;
  }
  if (const auto time = batch.forget_changes_after) {
    if (Status status = changes.forget_changes_after(*time, held); !status) return status;
  }
  for (const auto& [at, page] : batch.withdrawn_changes) changes.withdraw_change(at, page);
  for (const Change& change : batch.changes) changes.add_change(change);
  return Done();
}

constexpr std::string_view kEpochsKey = "epochs";

}  // namespace

Status write_batch(Database& database, const Batch& batch, const ShardSet& held,
                   Durability durability) {
  Changes changes(database);
  if (Status status = add_pages(changes, batch); !status) return status;
  for (const SiteState& site : batch.sites) changes.add_site(site);
  for (const PageLinks& links : batch.links) changes.add_links(links);
  for (const DiscoveryId& id : batch.settled_discoveries) changes.settle_discovery(id);
  for (const Discovery& found : batch.discoveries) changes.add_discovery(found);
  // In reverse order: of several writes of a key the last one counts, but the first claim must win.
  for (auto claim = batch.contents.rbegin(); claim != batch.contents.rend(); ++claim) {
    if (Status status = changes.add_claim(claim->first, claim->second); !status) return status;
  }
  for (const auto& [key, version] : batch.versions) {
    changes.put(Table::kVersions, page_key(key).view(), version);
  }
  for (const auto& [key, date] : batch.listed_dates) changes.add_listed_date(key, date);
  for (const Item& item : batch.items) changes.add_item(item);
  if (Status status = add_changes(changes, batch, held); !status) return status;
  for (const GivenId& given : batch.ids) {
    if (Status status = changes.add_id(given); !status) return status;
  }
  for (const auto& [name, value] : batch.facts) {
    changes.put(Table::kMeta, fact_key(name), value);
  }
  return changes.write(database, durability);
}

Result<Epochs> read_epochs(const Database& database) {
  const auto stored = database.get(Table::kMeta, kEpochsKey);
  if (!stored) return Unexpected(stored.error());
  if (!*stored) return Epochs{};
  auto epochs = decode_epochs(**stored);
  if (!epochs) return Unexpected(database.damaged_row(Table::kMeta, epochs.error().message));
  return epochs;
}

Status write_epochs(Database& database, const Epochs& epochs) {
  std::string value;
  encode_epochs(epochs, value);
  rocksdb::WriteBatch batch;
  const auto put = batch.Put(database.table(Table::kMeta), kEpochsKey, value);
  if (!put.ok()) return Unexpected(database.error_of("writing", put));
  return database.write(batch, Durability::kPower);
}

}  // namespace freshet::store
