#include "database/sqlite.h"

#include <gtest/gtest.h>

#include <array>
#include <utility>
#include <vector>

#include "database/fts.h"

namespace freshet::database {
namespace {

SqliteDatabase database_with(const std::string& statements) {
  auto database = SqliteDatabase::open(":memory:");
  EXPECT_TRUE(database);
  const Status made = database->run(statements);
  EXPECT_TRUE(made) << made.error().message;
  return std::move(*database);
}

TEST(Sqlite, WhatIsPutIsRead) {
  SqliteDatabase database = database_with("CREATE TABLE t(a, b, c, d, e)");
  auto put = database.prepare("INSERT INTO t VALUES(?,?,?,?,?)");
  ASSERT_TRUE(put);
  const Instant noon = Instant::from_unix_seconds(1'000'000);
  ASSERT_TRUE(put->add(int64_t{7}).add(0.5).add(std::string_view()).add(noon).add_null().run());
  auto read = database.prepare("SELECT * FROM t");
  ASSERT_TRUE(read);
  ASSERT_TRUE(*read->step());
  EXPECT_EQ(read->integer(0), 7);
  EXPECT_EQ(read->real(1), 0.5);
  EXPECT_EQ(read->text(2), "");
  EXPECT_FALSE(read->is_null(2));
  EXPECT_EQ(read->time(3), noon);
  EXPECT_EQ(read->time(4), std::nullopt);
  EXPECT_FALSE(*read->step());
}

TEST(Sqlite, AFailureSaysWhat) {
  SqliteDatabase database = database_with("CREATE TABLE t(a UNIQUE); INSERT INTO t VALUES(1)");
  const Status wrong = database.run("SELECT * FROM absent");
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("no such table: absent"), std::string::npos)
      << wrong.error().message;
  auto put = database.prepare("INSERT INTO t VALUES(?)");
  ASSERT_TRUE(put);
  const Status twice = put->add(int64_t{1}).run();
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().message.rfind("writing ", 0), 0U) << twice.error().message;
  EXPECT_TRUE(put->add(int64_t{2}).run());  // as new after an error
}

TEST(Sqlite, NoFileIsMadeForReading) {
  EXPECT_FALSE(SqliteDatabase::open_to_read("/nowhere/catalog.db"));
}

TEST(Fts, PhrasesAreCountedByColumn) {
  SqliteDatabase database = database_with(
      "CREATE VIRTUAL TABLE t USING fts5(head, body, content='');"
      "INSERT INTO t(rowid, head, body) VALUES(3, 'old bridge', 'an old bridge and an old mill'),"
      "(5, 'mill', 'new'), (9, 'mill', 'old')");
  FtsReader reader(database);
  std::vector<std::pair<int64_t, std::array<int, 2>>> counts;
  const auto take = [&](const FtsRow& row) {
    EXPECT_EQ(row.rows(), 3);
    EXPECT_EQ(row.words(0), 4);
    std::array<int, 2> times{};
    row.count(0, times);
    EXPECT_EQ(row.places(0, 0), row.id() == 3 ? 0b1U : 0U);
    EXPECT_EQ(row.places(0, 1), row.id() == 3 ? 0b100010U : 0b1U);
    counts.emplace_back(row.id(), times);
  };
  // A second query is told to its own taker.
  ASSERT_TRUE(reader.each("t", "mill", [](const FtsRow&) {}));
  ASSERT_TRUE(reader.each("t", "old", take));
  const std::vector<std::pair<int64_t, std::array<int, 2>>> expected = {{3, {1, 2}}, {9, {0, 1}}};
  EXPECT_EQ(counts, expected);
  EXPECT_FALSE(reader.each("t", "\"", take));
}

}  // namespace
}  // namespace freshet::database
