// Tests that kill -9 during a conversion leaves the old catalogue complete.
#include <chrono>
#include <filesystem>
#include <random>
#include <thread>

#include "crash/crawl_program.h"
#include "support/catalog_rows.h"
#include "support/long_run.h"
#include "support/postgres.h"

namespace freshet::crash {
namespace {

using test::CatalogRows;

// The number of kills for each target, of full conversions and of incremental ones.
int round_count() {
  return test::is_long_run() ? 8 : 3;
}

class ConvertKill : public CrawlProgram {
 protected:
  void SetUp() override {
    start({.hosts = 6, .pages_per_host = 150, .page_bytes = 4'000, .links_within = 10});
    const test::Ended crawled = run({"--quiet"});
    ASSERT_EQ(crawled.status, 0) << crawled.errors;
  }

  std::vector<std::string> convert(const std::vector<std::string>& more) const {
    std::vector<std::string> all = {command()[0], "convert", "--data", data(), "--json", "--quiet"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  // Runs a conversion to its end and returns how long it took.
  std::chrono::microseconds convert_whole(const std::vector<std::string>& more) const {
    const auto begun = std::chrono::steady_clock::now();
    test::ChildProcess program(convert(more));
    const test::Ended ended = program.wait(Duration::minutes(2));
    EXPECT_EQ(ended.status, 0) << ended.errors;
    return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() -
                                                                 begun);
  }
  // Kills conversions at times that are spread over the duration of one, and expects the old rows.
  template <typename Dirty, typename Rows>
  void expect_whole_after_kills(const std::vector<std::string>& target, const Dirty& make_dirty,
                                const Rows& rows_of) {
    const auto took = convert_whole(target);
    const CatalogRows expected = rows_of();
    ASSERT_GT(expected.at("pages").size(), 800U);
    int killed = 0;
    for (const bool full : {true, false}) {
      for (int round = 0; round < round_count(); ++round) {
        std::vector<std::string> arguments = target;
        if (full) arguments.emplace_back("--full");
        if (!full) make_dirty();
        test::ChildProcess program(convert(arguments));
        const double share = std::uniform_real_distribution<>(0.1, 1.1)(random_);
        std::this_thread::sleep_for(took * share);
        killed += program.kill().signal == SIGKILL ? 1 : 0;
        ASSERT_EQ(test::difference(rows_of(), expected), "") << "round " << round;
      }
    }
    EXPECT_GE(killed, round_count() / 2) << "too many conversions ended before the kill";
    convert_whole(target);
    EXPECT_EQ(test::difference(rows_of(), expected), "");
  }

  std::mt19937 random_{1};
};

TEST_F(ConvertKill, SqliteCatalogueStaysComplete) {
  const std::string file = data() + "/catalog.db";
  expect_whole_after_kills(
      {}, [&] { test::run_in_sqlite(file, "UPDATE stamps SET content = 1"); },
      [&] {
        EXPECT_EQ(test::ask_sqlite(file, "PRAGMA integrity_check"), "ok");
        return test::rows_of_sqlite(file);
      });
  test::run_in_sqlite(file, "INSERT INTO words(words) VALUES('integrity-check')");
  EXPECT_EQ(test::ask_sqlite(file, "SELECT count(*) FROM pragma_foreign_key_check"), "0");
}

// If there was no file before, there is none afterwards, or a complete one.
TEST_F(ConvertKill, NewSqliteFileIsCompleteOrDoesNotExist) {
  const std::string file = data() + "/catalog.db";
  const auto took = convert_whole({});
  const CatalogRows expected = test::rows_of_sqlite(file);
  for (int round = 0; round < round_count(); ++round) {
    std::filesystem::remove(file);
    test::ChildProcess program(convert({}));
    std::this_thread::sleep_for(took * (0.2 + 0.8 * round / round_count()));
    program.kill();
    if (!std::filesystem::exists(file)) continue;
    ASSERT_EQ(test::difference(test::rows_of_sqlite(file), expected), "") << "round " << round;
  }
  convert_whole({});
  EXPECT_EQ(test::difference(test::rows_of_sqlite(file), expected), "");
  EXPECT_FALSE(std::filesystem::exists(file + ".new"));
}

TEST_F(ConvertKill, PostgresCatalogueStaysComplete) {
  FRESHET_POSTGRES(server);
  expect_whole_after_kills(
      {"--to", "postgres", "--dsn", server.dsn()},
      [&] { test::run_in_postgres(server.dsn(), "UPDATE freshet.stamps SET content = 1"); },
      [&] { return test::rows_of_postgres(server.dsn()); });
}

TEST_F(ConvertKill, JsonLinesStayComplete) {
  const std::string folder = folder_.path() + "/lines";
  expect_whole_after_kills(
      {"--to", "jsonl", "--out", folder}, [] {}, [&] { return test::rows_of_json_lines(folder); });
}

}  // namespace
}  // namespace freshet::crash
