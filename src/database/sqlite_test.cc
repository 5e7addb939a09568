#include "database/sqlite.h"

#include <gtest/gtest.h>

#include <array>
#include <utility>
#include <vector>

#include "database/fts.h"
#include "database/word_tokenizer.h"

namespace freshet::database {
namespace {

SqliteDatabase database_with(const std::string& statements) {
  auto database = SqliteDatabase::open(":memory:");
  EXPECT_TRUE(database);
  const Status made = database->run(statements);
  EXPECT_TRUE(made) << made.error().message;
  return std::move(*database);
}

TEST(Sqlite, ReadsWhatWasWritten) {
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

TEST(Sqlite, ErrorsNameTheirCause) {
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
  EXPECT_TRUE(put->add(int64_t{2}).run());  // an error resets the statement
}

TEST(Sqlite, OpeningToReadCreatesNoFile) {
  EXPECT_FALSE(SqliteDatabase::open_to_read("/nowhere/catalog.db"));
}

TEST(Fts, PhrasesAreCountedByColumn) {
  SqliteDatabase database = database_with(
      "CREATE VIRTUAL TABLE t USING fts5(head, body, content='');"
      "INSERT INTO t(rowid, head, body) VALUES(3, 'old bridge', 'an old bridge and an old mill'),"
      "(5, 'mill', 'new'), (9, 'mill', 'old')");
  FtsReader reader(database);
  std::vector<std::pair<int64_t, std::array<int, 2>>> counts;
  const auto add_counts = [&](const FtsRow& row) {
    EXPECT_EQ(row.table_rows(), 3);
    EXPECT_EQ(row.table_words(0), 4);
    std::array<int, 2> in_columns{};
    row.count_occurrences(0, in_columns);
    EXPECT_EQ(row.positions(0, 0), row.id() == 3 ? 0b1U : 0U);
    EXPECT_EQ(row.positions(0, 1), row.id() == 3 ? 0b100010U : 0b1U);
    counts.emplace_back(row.id(), in_columns);
  };
  // Each query calls its own callback.
  ASSERT_TRUE(reader.each_match("t", "mill", [](const FtsRow&) {}));
  ASSERT_TRUE(reader.each_match("t", "old", add_counts));
  const std::vector<std::pair<int64_t, std::array<int, 2>>> expected = {{3, {1, 2}}, {9, {0, 1}}};
  EXPECT_EQ(counts, expected);
  EXPECT_FALSE(reader.each_match("t", "\"", add_counts));
}

std::optional<std::string> x_and_word_without_last_letter(std::string_view word) {
  if (word.size() < 5) return std::nullopt;
  return "x" + std::string(word.substr(0, word.size() - 1));
}

std::vector<int64_t> rows_with(SqliteDatabase& database, std::string_view expression) {
  std::vector<int64_t> rows;
  auto statement = database.prepare("SELECT rowid FROM t WHERE t MATCH ?");
  EXPECT_TRUE(statement);
  statement->add(expression);
  while (true) {
    const auto row = statement->step();
    EXPECT_TRUE(row) << row.error().message;
    if (!row || !*row) return rows;
    rows.push_back(statement->integer(0));
  }
}

TEST(WordTokenizer, ColocatedWordsHaveThePositionOfTheirWord) {
  SqliteDatabase database = database_with("");
  ASSERT_TRUE(install_word_tokenizer(database, x_and_word_without_last_letter));
  ASSERT_TRUE(
      database.run("CREATE VIRTUAL TABLE t USING fts5(body, content='', tokenize='ascii');"
                   "INSERT INTO t(rowid, body) VALUES(1, ' old bridge  한국 '), (2, 'bridge')"));
  EXPECT_EQ(rows_with(database, "old"), std::vector<int64_t>{1});
  EXPECT_EQ(rows_with(database, "\"한국\""), std::vector<int64_t>{1});
  EXPECT_EQ(rows_with(database, "bridge"), (std::vector<int64_t>{1, 2}));
  EXPECT_EQ(rows_with(database, "xbridg"), (std::vector<int64_t>{1, 2}));
  EXPECT_EQ(rows_with(database, "\"old xbridg 한국\""), std::vector<int64_t>{1});
  // Colocated words do not count as words of the row, and are deleted with it.
  FtsReader reader(database);
  const auto check = [](const FtsRow& row) { EXPECT_EQ(row.table_words(0), 4); };
  ASSERT_TRUE(reader.each_match("t", "bridge", check));
  ASSERT_TRUE(
      database.run("INSERT INTO t(t, rowid, body) VALUES('delete', 1, ' old bridge  한국 ')"));
  EXPECT_EQ(rows_with(database, "xbridg"), std::vector<int64_t>{2});
}

TEST(WordTokenizer, AWordAfterTheSeparatorHasThePositionOfTheWordBefore) {
  SqliteDatabase database = database_with("");
  ASSERT_TRUE(install_word_tokenizer(
      database, [](std::string_view) { return std::optional<std::string>(); }));
  ASSERT_TRUE(
      database.run("CREATE VIRTUAL TABLE t USING fts5(body, content='', tokenize='ascii');"
                   "INSERT INTO t(rowid, body) VALUES(1, ' old keys\x1Fkey here')"));
  EXPECT_EQ(rows_with(database, "\"old keys here\""), std::vector<int64_t>{1});
  EXPECT_EQ(rows_with(database, "\"old key here\""), std::vector<int64_t>{1});
  FtsReader reader(database);
  ASSERT_TRUE(
      reader.each_match("t", "old", [](const FtsRow& row) { EXPECT_EQ(row.table_words(0), 3); }));
}

TEST(WordTokenizer, AreThoseOfTheTokenizerAscii) {
  const std::string texts =
      "CREATE VIRTUAL TABLE t USING fts5(body, content='', tokenize='ascii');"
      "CREATE VIRTUAL TABLE v USING fts5vocab(t, instance);"
      "INSERT INTO t(rowid, body) VALUES(1, ' old bridge 1953 한국의 école'), (2, ''), (3, ' '),"
      "(4, 'bridge'), (5, 'a  b c ')";
  const char* all = "SELECT group_concat(term || doc || col || offset, ' ') FROM v";
  SqliteDatabase with_ascii = database_with(texts);
  SqliteDatabase with_ours = database_with("");
  ASSERT_TRUE(install_word_tokenizer(
      with_ours, [](std::string_view) { return std::optional<std::string>(); }));
  ASSERT_TRUE(with_ours.run(texts));
  const auto expected = with_ascii.text_of(all);
  ASSERT_TRUE(expected && *expected);
  EXPECT_EQ(**with_ours.text_of(all), **expected);
}

}  // namespace
}  // namespace freshet::database
