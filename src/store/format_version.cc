#include "store/format_version.h"

#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

#include <algorithm>
#include <charconv>

namespace freshet::store {
namespace {

constexpr std::string_view kVersionKey = "format";
constexpr const char* kNotOurs = ": a RocksDB database, but not one of Freshet";

Result<uint32_t> parse_version(const std::string& text) {
  uint32_t version = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, version);
  if (read.ec != std::errc() || read.ptr != end) return fail("'" + text + "' is no format version");
  return version;
}

// The version in a store, unless it is newer than `version`.
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
      // What 1 has is read as it is: originals without a place, no ids.
      {.from = 1,
       .what = "making room for ids and the places of originals",
       .run = [](const Database&, rocksdb::WriteBatch&) -> Status { return Done(); }},
      // What 2 has is read as it is: nothing is known of URLs that were not admitted, and of dates.
      {.from = 2,
       .what = "making room for URLs that were not admitted and for dates of pages",
       .run = [](const Database&, rocksdb::WriteBatch&) -> Status { return Done(); }},
  };
  return kAll;
}

Status bring_up_to_date(Database& database, uint32_t version,
                        const std::vector<Migration>& migrations) {
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
  for (uint32_t at = *known; at < version; ++at) {
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

Status check_readable(const Database& database, uint32_t version) {
  const std::string opening = "opening the state in " + database.folder();
  const auto stored = database.get(Table::kMeta, kVersionKey);
  if (!stored) return Unexpected(stored.error());
  if (!stored->has_value()) {  // a start that was broken off leaves nothing yet
    const auto empty = is_empty(database);
    if (!empty) return Unexpected(empty.error());
    return *empty ? Status(Done()) : fail(opening + kNotOurs);
  }
  const Result<uint32_t> known = known_version(**stored, version, opening);
  if (!known) return Unexpected(known.error());
  return Done();
}

}  // namespace freshet::store
