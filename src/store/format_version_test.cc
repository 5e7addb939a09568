#include "store/format_version.h"

#include <gtest/gtest.h>
#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

#include "contract/scratch_folder.h"
#include "contract/store_samples.h"

namespace freshet::store {
namespace {

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

TEST_F(FormatVersion, AnotherProgramsDatabaseIsRefused) {
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
  EXPECT_TRUE(bring_up_to_date(*database, 6, all));
  EXPECT_EQ(order, "345");
  EXPECT_EQ(get(*database, "format"), "6");
  EXPECT_TRUE(bring_up_to_date(*database, 6, all));
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
  const Status status = bring_up_to_date(*database, 3, {adding(1, "first"), failing});
  ASSERT_FALSE(status);
  EXPECT_NE(status.error().message.find("splitting hairs: too thin"), std::string::npos);
  EXPECT_EQ(get(*database, "format"), "2");
  EXPECT_EQ(get(*database, "first"), "done");
  EXPECT_EQ(get(*database, "half"), std::nullopt);

  EXPECT_TRUE(bring_up_to_date(*database, 3, {adding(2, "second")}));
  EXPECT_EQ(get(*database, "second"), "done");
}

TEST_F(FormatVersion, VersionWithoutAMigrationIsAnError) {
  set("1");
  const auto database = open();
  const Status status = bring_up_to_date(*database, 2, {});
  ASSERT_FALSE(status);
  EXPECT_NE(status.error().message.find("no longer reads"), std::string::npos);
}

TEST_F(FormatVersion, StoreOfTheFirstFormatIsBroughtUpToDate) {
  const auto content = digest::sha256("content");
  const std::string page = name_of(key_of(1, 2));
  ASSERT_TRUE(
      open_rocksdb_store(folder_.path())
          .value()
          ->commit(
              {.pages = {visited_page(key_of(1, 2), at(5))},
               .contents = {{content, {.page = key_of(1, 2), .at = at(5), .payload = content}}}},
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
  EXPECT_EQ(store->page(key_of(1, 2)).value(), visited_page(key_of(1, 2), at(5)));
  EXPECT_EQ(store->original_of(content).value()->archived, ArchivePosition());
  EXPECT_EQ(store->id(IdKind::kPage, page).value(), std::nullopt);
  EXPECT_TRUE(store->commit({.ids = {{IdKind::kPage, page, 9}}}, Durability::kProcess));
  EXPECT_EQ(store->id(IdKind::kPage, page).value(), 9U);
}

TEST_F(FormatVersion, StoreOfTheSecondFormatIsBroughtUpToDate) {
  const PageState page = visited_page(key_of(1, 2), at(5));
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

TEST_F(FormatVersion, EveryOlderVersionHasAMigration) {
  for (uint32_t version = 1; version < kFormatVersion; ++version) {
    int found = 0;
    for (const Migration& migration : migrations()) found += migration.from == version ? 1 : 0;
    EXPECT_EQ(found, 1) << version;
  }
}

}  // namespace
}  // namespace freshet::store
