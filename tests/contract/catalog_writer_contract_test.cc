#include "contract/catalog_writer_contract.h"

#include <fstream>

#include "contract/catalog_items_contract.h"
#include "support/postgres.h"
#include "support/scratch_folder.h"

namespace freshet::catalog {
namespace {

using Found = std::optional<std::vector<int64_t>>;

struct SqliteTarget {
  static std::string unavailable_reason() { return ""; }
  std::unique_ptr<Writer> writer() { return make_sqlite_writer(file); }
  test::CatalogRows rows() { return test::rows_of_sqlite(file); }
  Found find_pages(const std::string& word) { return test::found_in_sqlite(file, word); }

  ScratchFolder folder;
  const std::string file = folder.path() + "/catalog.db";
  bool keeps_rows = true;
};

struct PostgresTarget {
  static const test::PostgresServer& server() {
    static const test::PostgresServer kServer;
    return kServer;
  }
  static std::string unavailable_reason() {
    if (!server().installed()) return server().trouble();
    EXPECT_EQ(server().trouble(), "");
    return "";
  }
  // All tests share one server. Each begins without the schema that a writer makes.
  PostgresTarget() {
    test::run_in_postgres(
        dsn, "SET client_min_messages = warning; DROP SCHEMA IF EXISTS freshet CASCADE");
  }
  std::unique_ptr<Writer> writer() { return make_postgres_writer(dsn); }
  test::CatalogRows rows() { return test::rows_of_postgres(dsn); }
  Found find_pages(const std::string& word) { return test::found_in_postgres(dsn, word); }

  const std::string dsn = server().dsn();
  bool keeps_rows = true;
};

struct JsonLinesTarget {
  static std::string unavailable_reason() { return ""; }
  std::unique_ptr<Writer> writer() {
    return make_json_lines_writer({.folder = lines, .max_file_bytes = 100'000});
  }
  test::CatalogRows rows() { return test::rows_of_json_lines(lines); }
  Found find_pages(const std::string& /*word*/) { return std::nullopt; }

  ScratchFolder folder;
  const std::string lines = folder.path() + "/lines";
  bool keeps_rows = false;
};

INSTANTIATE_TYPED_TEST_SUITE_P(Sqlite, CatalogWriterContract, SqliteTarget);
INSTANTIATE_TYPED_TEST_SUITE_P(Postgres, CatalogWriterContract, PostgresTarget);
INSTANTIATE_TYPED_TEST_SUITE_P(Sqlite, CatalogUpdateContract, SqliteTarget);
INSTANTIATE_TYPED_TEST_SUITE_P(Postgres, CatalogUpdateContract, PostgresTarget);
INSTANTIATE_TYPED_TEST_SUITE_P(JsonLines, CatalogWriterContract, JsonLinesTarget);
INSTANTIATE_TYPED_TEST_SUITE_P(Sqlite, CatalogItemsContract, SqliteTarget);
INSTANTIATE_TYPED_TEST_SUITE_P(Postgres, CatalogItemsContract, PostgresTarget);
INSTANTIATE_TYPED_TEST_SUITE_P(Sqlite, CatalogItemsUpdateContract, SqliteTarget);
INSTANTIATE_TYPED_TEST_SUITE_P(Postgres, CatalogItemsUpdateContract, PostgresTarget);
INSTANTIATE_TYPED_TEST_SUITE_P(JsonLines, CatalogItemsContract, JsonLinesTarget);

class PostgresItemNumbers : public CatalogItemsContract<PostgresTarget> {};

TEST_F(PostgresItemNumbers, KeepTheirDigits) {
  const std::vector<std::string> numbers = {
      "0",         "-0.00",   "12.50", "-12345.6", "123456789012345678.123456789012345678",
      "0.0000001", "1.25e+3", "5e-3",  "10000",    std::string(1'000, '7')};
  const auto writer = begin(true, options(tables()));
  put_site(*writer);
  for (size_t i = 0; i < numbers.size(); ++i) {
    const auto page = static_cast<int64_t>(i + 1);
    put(*writer, entry(page, "text"));
    Item item = shop_item(page, "cup");
    item.cells[2] = numbers[i];
    put_item(*writer, item);
  }
  finish(*writer, numbers.size());
  for (size_t i = 0; i < numbers.size(); ++i) {
    const std::string same =
        "SELECT price_amount::text = ('" + numbers[i] +
        "'::numeric)::text FROM freshet.item_shop WHERE page_id = " + std::to_string(i + 1);
    EXPECT_EQ(test::ask_postgres(target_->dsn, same), "t") << numbers[i];
  }
}

TEST(JsonLinesWriter, FolderWithOtherFilesIsLeftAlone) {
  const ScratchFolder folder;
  std::ofstream(folder.path() + "/letter.txt") << "dear";
  const auto held = make_json_lines_writer({.folder = folder.path()})->begin({});
  ASSERT_FALSE(held);
  EXPECT_NE(held.error().message.find("letter.txt"), std::string::npos);
  EXPECT_TRUE(std::filesystem::exists(folder.path() + "/letter.txt"));
}

// The writer first writes its files into the folder "lines.new".
TEST(JsonLinesWriter, OtherFilesInTheTemporaryFolderAreLeftAlone) {
  const ScratchFolder folder;
  const std::string letter = folder.path() + "/lines.new/letter.txt";
  std::filesystem::create_directory(folder.path() + "/lines.new");
  std::ofstream(letter) << "dear";
  EXPECT_FALSE(make_json_lines_writer({.folder = folder.path() + "/lines"})->begin({}));
  EXPECT_TRUE(std::filesystem::exists(letter));
}

TEST(JsonLinesWriter, OtherFilesThatAppearDuringAConversionAreLeftAlone) {
  const ScratchFolder folder;
  const std::string lines = folder.path() + "/lines";
  for (int i = 0; i < 2; ++i) {
    const auto writer = make_json_lines_writer({.folder = lines});
    ASSERT_TRUE(writer->begin({}));
    if (i == 1) std::ofstream(lines + "/letter.txt") << "dear";
    ASSERT_TRUE(writer->finish({}));
  }
  EXPECT_TRUE(std::filesystem::exists(lines + ".new/letter.txt"));
  EXPECT_TRUE(std::filesystem::exists(lines + "/catalog-000001.jsonl"));
}

TEST(JsonLinesWriter, NewFileIsBegunWhenOneIsLargeEnough) {
  const ScratchFolder folder;
  const auto writer =
      make_json_lines_writer({.folder = folder.path() + "/lines", .max_file_bytes = 100'000});
  ASSERT_TRUE(writer->begin({}));
  Entry entry;
  entry.page.text = std::string(600'000, 'x');
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(writer->put(entry));
  ASSERT_TRUE(writer->finish({}));
  size_t files = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder.path() + "/lines")) {
    EXPECT_TRUE(file.is_regular_file());
    ++files;
  }
  EXPECT_EQ(files, 6U);
  EXPECT_EQ(test::rows_of_json_lines(folder.path() + "/lines").at("pages").size(), 10U);
}

TEST(SqliteWriter, FileThatIsNoCatalogIsLeftAlone) {
  const ScratchFolder folder;
  const std::string file = folder.path() + "/theirs.db";
  std::ofstream(file) << "no database at all, but longer than a hundred bytes: "
                      << std::string(200, '.');
  EXPECT_FALSE(make_sqlite_writer(file)->begin({}));
  EXPECT_TRUE(std::filesystem::exists(file));
}

TEST(SqliteWriter, OtherFileWithTheTemporaryNameIsLeftAlone) {
  const ScratchFolder folder;
  const std::string letter = folder.path() + "/catalog.db.new";
  std::ofstream(letter) << "dear friend";
  EXPECT_FALSE(make_sqlite_writer(folder.path() + "/catalog.db")->begin({}));
  EXPECT_TRUE(std::filesystem::exists(letter));
  // A database that an aborted conversion left there is replaced.
  std::ofstream(letter, std::ios::trunc) << "SQLite format 3" << std::string(200, '\0');
  EXPECT_TRUE(make_sqlite_writer(folder.path() + "/catalog.db")->begin({}));
}

}  // namespace
}  // namespace freshet::catalog
