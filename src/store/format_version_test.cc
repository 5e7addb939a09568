#include "store/format_version.h"

#include <gtest/gtest.h>
#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

#include "contract/store_samples.h"
#include "store/site_id.h"
#include "support/scratch_folder.h"

namespace freshet::store {
namespace {

// The page 2 of a site whose id is the same in all formats.
const PageKey kPage{.site = in_shard({1}, shard_of(site_id("https://example.com"))), .page = {2}};

class FormatVersion : public testing::Test {
 protected:
  std::unique_ptr<Database> open() { return Database::open(folder_.path(), {}).value(); }

  void set(std::string_view version) {
    const auto database = open();
    rocksdb::WriteBatch batch;
    ASSERT_TRUE(batch.Put(database->table(Table::kMeta), "format", version).ok());
    ASSERT_TRUE(database->write(batch, Durability::kProcess));
  }
  std::optional<std::string> get(const Database& database, std::string_view key) {
    return database.get(Table::kMeta, key).value();
  }
  std::string error_of_opening() {
    const auto store = open_rocksdb_store(folder_.path());
    return store ? "" : store.error().message;
  }

  static Migration adding(uint32_t from, const std::string& key) {
    return {from, "adding " + key, [key](const Database& database, rocksdb::WriteBatch& changes) {
              EXPECT_TRUE(changes.Put(database.table(Table::kMeta), key, "done").ok());
              return Status(Done());
            }};
  }

  ScratchFolder folder_;
};

TEST_F(FormatVersion, NewStoreHasTheVersionOfThisProgram) {
  EXPECT_EQ(error_of_opening(), "");
  EXPECT_EQ(get(*open(), "format"), std::to_string(kFormatVersion));
  EXPECT_EQ(error_of_opening(), "");
}

TEST_F(FormatVersion, NewerVersionIsRefusedNamingBoth) {
  set("7");
  const std::string error = error_of_opening();
  EXPECT_NE(error.find(folder_.path()), std::string::npos) << error;
  EXPECT_NE(error.find("format 7"), std::string::npos) << error;
  EXPECT_NE(error.find("up to " + std::to_string(kFormatVersion)), std::string::npos) << error;
  EXPECT_EQ(get(*open(), "format"), "7");
}

TEST_F(FormatVersion, NewerVersionWithTablesOfItsOwnIsRefusedTheSameWay) {
  set("7");
  {
    const auto database = open();
    rocksdb::ColumnFamilyHandle* table = nullptr;
    ASSERT_TRUE(database->db().CreateColumnFamily({}, "feeds", &table).ok());
    ASSERT_TRUE(database->db().DestroyColumnFamilyHandle(table).ok());
  }
  EXPECT_NE(error_of_opening().find("format 7"), std::string::npos);
}

TEST_F(FormatVersion, UnreadableVersionIsAnError) {
  for (const char* version : {"", "one", "1x", "-1", "99999999999999"}) {
    set(version);
    EXPECT_NE(error_of_opening(), "") << version;
  }
}

TEST_F(FormatVersion, DatabaseOfAnotherProgramIsRefused) {
  {
    const auto database = open();
    rocksdb::WriteBatch batch;
    ASSERT_TRUE(batch.Put(database->table(Table::kMeta), "theirs", "1").ok());
    ASSERT_TRUE(database->write(batch, Durability::kProcess));
  }
  EXPECT_NE(error_of_opening().find("not one of Freshet"), std::string::npos);
}

TEST_F(FormatVersion, MigrationsRunInOrderAndOnce) {
  set("3");
  std::string order;
  const auto noting = [&](uint32_t from) {
    return Migration{from, "noting", [&order, from](const Database&, rocksdb::WriteBatch&) {
                       order += std::to_string(from);
                       return Status(Done());
                     }};
  };
  const std::vector<Migration> all = {noting(5), noting(2), noting(4), noting(3)};
  const auto database = open();
  EXPECT_TRUE(migrate(*database, 6, all));
  EXPECT_EQ(order, "345");
  EXPECT_EQ(get(*database, "format"), "6");
  EXPECT_TRUE(migrate(*database, 6, all));
  EXPECT_EQ(order, "345");
}

TEST_F(FormatVersion, FailedMigrationLeavesTheVersionBeforeIt) {
  set("1");
  const Migration failing{2, "splitting hairs",
                          [](const Database& database, rocksdb::WriteBatch& changes) -> Status {
                            EXPECT_TRUE(changes.Put(database.table(Table::kMeta), "half", "").ok());
                            return fail("too thin");
                          }};
  const auto database = open();
  const Status status = migrate(*database, 3, {adding(1, "first"), failing});
  ASSERT_FALSE(status);
  EXPECT_NE(status.error().message.find("splitting hairs: too thin"), std::string::npos);
  EXPECT_EQ(get(*database, "format"), "2");
  EXPECT_EQ(get(*database, "first"), "done");
  EXPECT_EQ(get(*database, "half"), std::nullopt);

  EXPECT_TRUE(migrate(*database, 3, {adding(2, "second")}));
  EXPECT_EQ(get(*database, "second"), "done");
}

TEST_F(FormatVersion, VersionWithoutAMigrationIsAnError) {
  set("1");
  const auto database = open();
  const Status status = migrate(*database, 2, {});
  ASSERT_FALSE(status);
  EXPECT_NE(status.error().message.find("no longer reads"), std::string::npos);
}

TEST_F(FormatVersion, StoreOfTheFirstFormatIsMigrated) {
  const auto content = digest::sha256("content");
  const std::string page = name_of(kPage);
  ASSERT_TRUE(
      open_rocksdb_store(folder_.path())
          .value()
          ->commit({.pages = {visited_page(kPage, at(5))},
                    .contents = {{content, {.page = kPage, .at = at(5), .payload = content}}}},
                   Durability::kPower));
  {
    const auto database = open();
    ASSERT_TRUE(database->db().DropColumnFamily(database->table(Table::kIds)).ok());
    ASSERT_TRUE(database->db().DropColumnFamily(database->table(Table::kUnadmitted)).ok());
  }
  set("1");
  ASSERT_EQ(error_of_opening(), "");
  EXPECT_EQ(get(*open(), "format"), std::to_string(kFormatVersion));
  const auto store = open_rocksdb_store(folder_.path()).value();
  EXPECT_EQ(store->page(kPage).value(), visited_page(kPage, at(5)));
  EXPECT_EQ(store->original_of(content).value()->archived, ArchivePosition());
  EXPECT_EQ(store->id(IdKind::kPage, page).value(), std::nullopt);
  EXPECT_TRUE(store->commit({.ids = {{IdKind::kPage, page, 9}}}, Durability::kProcess));
  EXPECT_EQ(store->id(IdKind::kPage, page).value(), 9U);
}

TEST_F(FormatVersion, StoreOfTheSecondFormatIsMigrated) {
  const PageState page = visited_page(kPage, at(5));
  ASSERT_TRUE(
      open_rocksdb_store(folder_.path()).value()->commit({.pages = {page}}, Durability::kPower));
  {
    const auto database = open();
    ASSERT_TRUE(database->db().DropColumnFamily(database->table(Table::kUnadmitted)).ok());
  }
  set("2");
  const auto store = open_rocksdb_store(folder_.path()).value();
  EXPECT_EQ(store->page(page.key).value(), page);
  const UnadmittedUrl url = sample_unadmitted(key_of(1, 3), UnadmittedReason::kScope, 1);
  EXPECT_EQ(store->unadmitted(url.key).value(), std::nullopt);
  EXPECT_TRUE(store->commit({.unadmitted = {url}}, Durability::kProcess));
  EXPECT_EQ(store->unadmitted(url.key).value(), url);
}

TEST_F(FormatVersion, StoreOfTheThirdFormatIsMigrated) {
  const PageState page = visited_page(kPage, at(5));
  ASSERT_TRUE(
      open_rocksdb_store(folder_.path()).value()->commit({.pages = {page}}, Durability::kPower));
  {
    const auto database = open();
    ASSERT_TRUE(database->db().DropColumnFamily(database->table(Table::kInbox)).ok());
    rocksdb::WriteBatch batch;
    ASSERT_TRUE(batch.Delete(database->table(Table::kMeta), "epochs").ok());
    ASSERT_TRUE(database->write(batch, Durability::kProcess));
  }
  set("3");
  {
    const auto read_only =
        open_rocksdb_store_to_read(folder_.path(), {.older_ids = OlderIds::kAccept}).value();
    EXPECT_EQ(read_only->page(page.key).value(), page);
    EXPECT_EQ(read_only->pages(std::vector{page.key}).value().at(0), page);
    EXPECT_TRUE(read_only->pending_discoveries(0, 9, std::nullopt)->empty());
    EXPECT_FALSE(read_only->take({0}));
  }
  const auto store = open_rocksdb_store(folder_.path()).value();
  EXPECT_EQ(store->page(page.key).value(), page);
  const Discovery found = sample_discovery(key_of(1, 3), at(1));
  EXPECT_TRUE(store->commit({.discoveries = {found}}, Durability::kProcess));
  EXPECT_EQ(store->pending_discoveries(0, 9, std::nullopt).value(), std::vector{found});
  EXPECT_EQ(store->take({0}).value().epoch(0), 2U) << "opening it has taken epoch 1";
}

TEST_F(FormatVersion, DamagedEpochsAreAnError) {
  ASSERT_EQ(error_of_opening(), "");
  {
    const auto database = open();
    rocksdb::WriteBatch batch;
    ASSERT_TRUE(batch.Put(database->table(Table::kMeta), "epochs", "nonsense").ok());
    ASSERT_TRUE(database->write(batch, Durability::kProcess));
  }
  EXPECT_NE(error_of_opening().find("not the epochs of shards"), std::string::npos);
}

TEST_F(FormatVersion, EveryOlderVersionHasAMigration) {
  for (uint32_t version = 1; version < kFormatVersion; ++version) {
    int found = 0;
    for (const Migration& migration : migrations()) found += migration.from == version ? 1 : 0;
    EXPECT_EQ(found, 1) << version;
  }
}

}  // namespace
}  // namespace freshet::store
