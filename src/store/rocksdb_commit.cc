#include "store/rocksdb_commit.h"

#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

#include <algorithm>
#include <limits>

#include "store/encoding.h"
#include "store/keys.h"

namespace freshet::store {
namespace {

struct PageWrite {
  const PageState* page;
  // When the state that it replaces in the store was due; never() if there is none or it was not.
  // Unless it is known, the store is asked.
  std::optional<Instant> was_due;
};

// The pages of a batch, each once, in the order of their keys.
std::vector<PageWrite> page_writes(const Batch& batch) {
  std::vector<PageWrite> writes;
  writes.reserve(batch.admitted.size() + batch.pages.size() + batch.visited.size());
  for (const PageState& page : batch.admitted) writes.push_back({&page, Instant::never()});
  for (const PageState& page : batch.pages) writes.push_back({&page, std::nullopt});
  for (const Batch::Visited& visit : batch.visited) writes.push_back({&visit.page, visit.was_due});
  std::stable_sort(writes.begin(), writes.end(), [](const PageWrite& a, const PageWrite& b) {
    return a.page->key < b.page->key;
  });
  // Of equal keys the last state stays, which replaces what the first was to replace.
  size_t kept = 0;
  for (const PageWrite& write : writes) {
    const bool again = kept > 0 && writes[kept - 1].page->key == write.page->key;
    if (again)
      writes[kept - 1].page = write.page;
    else
      writes[kept++] = write;
  }
  writes.resize(kept);
  return writes;
}

// The finds of a batch that are not pages of it, each URL once, in the order of their keys.
std::vector<const UnadmittedUrl*> unadmitted_writes(const Batch& batch) {
  if (batch.unadmitted.empty()) return {};
  std::vector<PageKey> admitted;
  admitted.reserve(batch.admitted.size());
  for (const PageState& page : batch.admitted) admitted.push_back(page.key);
  std::sort(admitted.begin(), admitted.end());
  std::vector<const UnadmittedUrl*> writes;
  for (const UnadmittedUrl& url : batch.unadmitted) {
    if (!std::binary_search(admitted.begin(), admitted.end(), url.key)) writes.push_back(&url);
  }
  std::stable_sort(writes.begin(), writes.end(), [](const auto* a, const auto* b) {
    return a->key != b->key ? a->key < b->key : preference(*a) < preference(*b);
  });
  const auto is_same = [](const auto* a, const auto* b) { return a->key == b->key; };
  writes.erase(std::unique(writes.begin(), writes.end(), is_same), writes.end());
  return writes;
}

// Collects the changes that a batch comes to.
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

  // The look-up is in vain for nearly every page, and cheaper than a mark of deletion for each.
  Status remove_unadmitted(const PageKey& page) {
    const KeyBytes key = page_key(page);
    rocksdb::PinnableSlice bytes;
    const Result<bool> known = database_.get(Table::kUnadmitted, key.view(), bytes);
    if (!known) return Unexpected(known.error());
    if (*known) note(batch_.Delete(database_.table(Table::kUnadmitted), key.view()));
    return Done();
  }

  // Leaves the content with whom the database says that it belongs to.
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

  void add_id(const GivenId& given) {
    value_.clear();
    encode_id(given.id, value_);
    put(Table::kIds, id_key(given.kind, given.name), value_);
  }

  void add_listed_date(const PageKey& key, Instant date) {
    value_.clear();
    encode_listed_date(date, value_);
    put(Table::kListedDates, page_key(key).view(), value_);
  }

  void add_change(const Change& change) {
    value_.clear();
    encode_change(change, value_);
    put(Table::kChanges, change_key(change.at, change.page).view(), value_);
  }

  void withdraw_change(Instant at, const PageKey& page) {
    note(batch_.Delete(database_.table(Table::kChanges), change_key(at, page).view()));
  }

  void forget_changes_before(Instant time) {
    const Instant beginning = Instant::from_unix_microseconds(std::numeric_limits<int64_t>::min());
    const KeyBytes begin = change_key(beginning, PageKey());
    const KeyBytes end = change_key(time, PageKey());
    note(batch_.DeleteRange(database_.table(Table::kChanges), begin.view(), end.view()));
  }

  void forget_changes_after(Instant time) {
    const KeyBytes begin = change_key(time + Duration::microseconds(1), PageKey());
    const KeyBytes end = change_key(Instant::never(), {{~uint64_t{0}}, {~uint64_t{0}}});
    note(batch_.DeleteRange(database_.table(Table::kChanges), begin.view(), end.view()));
  }

  void put(Table table, std::string_view key, std::string_view value) {
    note(batch_.Put(database_.table(table), key, value));
  }

  Status write(Database& database, Durability durability) {
    if (!first_error_.ok()) return Unexpected(database.error_of("writing", first_error_));
    return database.write(batch_, durability);
  }

 private:
  // Of the page as it is stored; never() if it is not.
  Result<Instant> stored_next_visit(std::string_view key) const {
    rocksdb::PinnableSlice bytes;
    const Result<bool> found = database_.get(Table::kPages, key, bytes);
    if (!found) return Unexpected(found.error());
    if (!*found) return Instant::never();
    Result<Instant> next_visit = decode_next_visit(bytes.ToStringView());
    if (next_visit) return next_visit;
    return Unexpected(database_.damaged_row(Table::kPages, next_visit.error().message));
  }

  // Keeps the invariant of the table: one entry for a page that has a next visit, none for others.
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

  void note(const rocksdb::Status& status) {
    if (first_error_.ok()) first_error_ = status;
  }

  const Database& database_;
  rocksdb::WriteBatch batch_;
  rocksdb::Status first_error_;
  std::string value_;  // keeps its room
};

}  // namespace

Status write_batch(Database& database, const Batch& batch, Durability durability) {
  Changes changes(database);
  for (const PageWrite& write : page_writes(batch)) {
    if (Status status = changes.add_page(write); !status) return status;
  }
  for (const SiteState& site : batch.sites) changes.add_site(site);
  for (const PageLinks& links : batch.links) changes.add_links(links);
  for (const UnadmittedUrl* url : unadmitted_writes(batch)) {
    if (Status status = changes.add_unadmitted(*url); !status) return status;
  }
  for (const PageState& page : batch.admitted) {
    if (Status status = changes.remove_unadmitted(page.key); !status) return status;
  }
  // Backwards, because of several puts of a key the last stays, and of several claims the first.
  for (auto claim = batch.contents.rbegin(); claim != batch.contents.rend(); ++claim) {
    if (Status status = changes.add_claim(claim->first, claim->second); !status) return status;
  }
  for (const auto& [key, version] : batch.versions) {
    changes.put(Table::kVersions, page_key(key).view(), version);
  }
  for (const auto& [key, date] : batch.listed_dates) changes.add_listed_date(key, date);
  if (batch.forget_changes_before) changes.forget_changes_before(*batch.forget_changes_before);
  if (batch.forget_changes_after) changes.forget_changes_after(*batch.forget_changes_after);
  for (const auto& [at, page] : batch.withdrawn_changes) changes.withdraw_change(at, page);
  for (const Change& change : batch.changes) changes.add_change(change);
  for (const GivenId& given : batch.ids) changes.add_id(given);
  for (const auto& [name, value] : batch.facts) {
    changes.put(Table::kMeta, fact_key(name), value);
  }
  return changes.write(database, durability);
}

}  // namespace freshet::store
