#include "store/format_version.h"

#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

#include <algorithm>
#include <charconv>

#include "store/move_sites.h"

namespace freshet::store {
namespace {

constexpr const char* kNotOurs = ": it is a RocksDB database, but not one of Freshet";

Result<uint32_t> parse_version(const std::string& text) {
  uint32_t version = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, version);
  if (read.ec != std::errc() || read.ptr != end) {
    return fail("'" + text + "' is not a format version");
  }
  return version;
}

// Returns the version of a store; it is an error if it is newer than `version`.
Result<uint32_t> known_version(const std::string& stored, uint32_t version,
                               const std::string& opening) {
  Result<uint32_t> at = parse_version(stored);
  if (!at) return Unexpected(std::move(at).error().within(opening));
  if (*at <= version) return at;
  return fail(opening + ": it has format " + std::to_string(*at) +
              "; this freshet knows formats up to " + std::to_string(version) +
              ": use a newer freshet");
}

Result<bool> is_empty(const Database& database) {
  for (size_t i = 0; i < kTableNames.size(); ++i) {
    const auto rows = database.scan(static_cast<Table>(i));
    rows->SeekToFirst();
    if (rows->Valid()) return false;
    if (!rows->status().ok()) return Unexpected(database.error_of("reading", rows->status()));
  }
  return true;
}

Status write_version(Database& database, uint32_t version, rocksdb::WriteBatch& changes) {
  const auto status =
      changes.Put(database.table(Table::kMeta), kVersionKey, std::to_string(version));
  if (!status.ok()) return Unexpected(database.error_of("writing", status));
  return database.write(changes, Durability::kPower);
}

}  // namespace

const std::vector<Migration>& migrations() {
  static const std::vector<Migration> kAll = {
      // Rows of format 1 are read as they are: originals have no position, and there are no ids.
      {.from = 1,
       .what = "adding ids and the positions of originals",
       .run = [](const Database&, rocksdb::WriteBatch&) -> Status { return Done(); }},
      // Rows of format 2 are read as they are: there are no unadmitted URLs and no dates of pages.
      {.from = 2,
       .what = "adding unadmitted URLs and dates of pages",
       .run = [](const Database&, rocksdb::WriteBatch&) -> Status { return Done(); }},
      // Rows of format 3 are read as they are: no shard was taken, there are no discoveries, and
      // all positions in the archive have writer 0.
      {.from = 3,
       .what = "adding epochs, discoveries and writers of the archive",
       .run = [](const Database&, rocksdb::WriteBatch&) -> Status { return Done(); }},
      {.from = 4,
       .what = "moving all sites of a host to one shard",
       .run = [](Database& database,
                 rocksdb::WriteBatch& changes) { return move_sites(database, changes); }},
      // Rows of format 5 are read as they are: there are no items and no changes of fields.
      {.from = 5,
       .what = "adding items",
       .run = [](const Database&, rocksdb::WriteBatch&) -> Status { return Done(); }},
  };
  return kAll;
}

Status migrate(Database& database, uint32_t version, const std::vector<Migration>& migrations,
               const BeforeUpgrade& before) {
  const std::string opening = "opening the state in " + database.folder();
  const auto stored = database.get(Table::kMeta, kVersionKey);
  if (!stored) return Unexpected(stored.error());
  if (!stored->has_value()) {
    const auto empty = is_empty(database);
    if (!empty) return Unexpected(empty.error());
    if (!*empty) return fail(opening + kNotOurs);
    rocksdb::WriteBatch nothing_else;
    return write_version(database, version, nothing_else);
  }

  const Result<uint32_t> known = known_version(**stored, version, opening);
  if (!known) return Unexpected(known.error());
  const Result<bool> moving = is_moving(database);
  if (!moving) return Unexpected(moving.error());
  const uint32_t first = *moving ? kVersionBeforeMove : *known;
  if (first < version && before) before(first, version);
  for (uint32_t at = first; at < version; ++at) {
    const auto step =
        std::find_if(migrations.begin(), migrations.end(),
                     [&](const Migration& migration) { return migration.from == at; });
    if (step == migrations.end()) {
      return fail(opening + ": it has format " + std::to_string(at) +
                  ", which this freshet no longer reads");
    }
    rocksdb::WriteBatch changes;
    Status status = step->run(database, changes);
    if (status) status = write_version(database, at + 1, changes);
    if (!status) return Unexpected(std::move(status).error().within(step->what).within(opening));
  }
  return Done();
}

Status check_readable(const Database& database, uint32_t version, OlderIds older_ids) {
  const std::string opening = "opening the state in " + database.folder();
  const auto stored = database.get(Table::kMeta, kVersionKey);
  if (!stored) return Unexpected(stored.error());
  if (!stored->has_value()) {  // the process that created it ended before it wrote the version
    const auto empty = is_empty(database);
    if (!empty) return Unexpected(empty.error());
    return *empty ? Status(Done()) : fail(opening + kNotOurs);
  }
  const Result<uint32_t> known = known_version(**stored, version, opening);
  if (!known) return Unexpected(known.error());
  const Result<bool> moving = is_moving(database);
  if (!moving) return Unexpected(moving.error());
  if (older_ids == OlderIds::kAcceptMixed) return Done();
  if (*moving) {
    return fail(opening +
                ": its upgrade to a new format goes on or was interrupted; the next freshet crawl "
                "or run completes it");
  }
  if (*known > kVersionBeforeMove || older_ids == OlderIds::kAccept) return Done();
  return fail(opening + ": it has format " + std::to_string(*known) +
              " of an older freshet; the next freshet crawl or run upgrades it to format " +
              std::to_string(version));
}

}  // namespace freshet::store
