#include "support/older_state.h"

#include <gtest/gtest.h>
#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

#include "digest/fingerprint.h"
#include "store/encoding.h"
#include "store/format_version.h"
#include "store/shards.h"
#include "store/site_id.h"
#include "store/site_moves.h"

namespace freshet::test {
namespace {

using store::Database;
using store::SiteMoves;
using store::Table;

// Writes how sites move back to the shards of format 4.
void write_moves(Database& database) {
  rocksdb::WriteBatch batch;
  const auto add = [&](store::SiteId site, std::string_view url) {
    const store::SiteId old{digest::fingerprint(store::site_text(url)).value};
    EXPECT_TRUE(batch
                    .Put(database.table(Table::kMeta), SiteMoves::key_of(site),
                         SiteMoves::value_of(store::shard_of(old)))
                    .ok());
  };
  const auto each = [&](Table table, const auto& read) {
    const auto at = database.scan(table);
    for (at->SeekToFirst(); at->Valid(); at->Next()) {
      read(at->key().ToStringView(), at->value().ToStringView());
    }
  };
  each(Table::kSites, [&](std::string_view key, std::string_view value) {
    const auto id = store::read_site_key(key).value();
    add(id, store::decode_site(id, value).value().text);
  });
  each(Table::kPages, [&](std::string_view key, std::string_view value) {
    const auto id = store::read_page_key(key).value();
    add(id.site, store::decode_page(id, value).value().url);
  });
  each(Table::kUnadmitted, [&](std::string_view key, std::string_view value) {
    const auto id = store::read_page_key(key).value();
    add(id.site, store::decode_unadmitted(id, value).value().url);
  });
  EXPECT_TRUE(database.write(batch, store::Durability::kPower));
}

void move_rows(Database& database, Table table, SiteMoves& moves, rocksdb::WriteBatch& batch) {
  const auto at = database.scan(table);
  for (at->SeekToFirst(); at->Valid(); at->Next()) {
    const std::string_view key = at->key().ToStringView();
    if (table == Table::kMeta && key.starts_with(SiteMoves::kPrefix)) {
      EXPECT_TRUE(batch.Delete(database.table(table), key).ok());
      continue;
    }
    const auto row =
        store::moved_row(database, table, key, at->value().ToStringView(), moves).value();
    EXPECT_TRUE(batch.Delete(database.table(table), key).ok());
    EXPECT_TRUE(batch.Put(database.table(table), row.key, row.value).ok());
  }
}

}  // namespace

void make_format_4(const std::string& state_folder) {
  const auto database = Database::open(state_folder, {}).value();
  write_moves(*database);
  SiteMoves moves(*database);
  rocksdb::WriteBatch batch;
  for (size_t i = 0; i < store::kTableNames.size(); ++i) {
    move_rows(*database, static_cast<Table>(i), moves, batch);
  }
  EXPECT_TRUE(batch.Put(database->table(Table::kMeta), store::kVersionKey, "4").ok());
  EXPECT_TRUE(database->write(batch, store::Durability::kPower));
}

}  // namespace freshet::test
