// Converts a changing web of some thousand pages into every target: all have the same rows, and ids
// stay the same.
#include <map>

#include "aquarium/aquarium.h"
#include "integration/converting.h"
#include "support/postgres.h"

namespace freshet::test {
namespace {

class ConvertTargets : public Converting {
 protected:
  void SetUp() override {
    aquarium::AquariumOptions options;
    options.world.hosts = 8;
    options.world.pages_per_host = 250;
    options.world.page_bytes = 3'000;
    options.world.links_within = 12;
    options.world.changes = aquarium::Mix<aquarium::ChangeKind>()
                                .with(aquarium::ChangeKind::kNever, 0.5)
                                .with(aquarium::ChangeKind::kPoisson, 0.5);
    options.world.changes_per_day = 2;
    options.world.writings = aquarium::Mix<aquarium::Writing>()
                                 .with(aquarium::Writing::kEnglish, 0.5)
                                 .with(aquarium::Writing::kKorean, 0.5);
    options.virtual_clock = &clock_;
    const auto port = aquarium_.start(options);
    ASSERT_TRUE(port) << port.error().message;
  }
  crawl::CrawlOptions crawl_options() const {
    crawl::CrawlOptions o = hasty("127.0.0.1:" + std::to_string(aquarium_.port()));
    o.seeds = {aquarium_.world().url({0, 0})};
    o.collection.scope.kind = collection::ScopeKind::kDomain;
    return o;
  }
  std::map<std::string, std::string> ids() const {
    std::map<std::string, std::string> ids;
    const CatalogRows all = rows_of_sqlite(catalog());
    for (const std::string& row : all.at("pages")) {
      const size_t first = row.find('|');
      const size_t second = row.find('|', first + 1);
      const size_t third = row.find('|', second + 1);
      const std::string url = row.substr(second + 1, third - second - 1);
      EXPECT_TRUE(ids.emplace(url, row.substr(0, first)).second) << row;
    }
    return ids;
  }

  LeapingClock clock_;
  aquarium::Aquarium aquarium_;
};

TEST_F(ConvertTargets, HaveTheSameRowsAndKeepTheirIds) {
  FRESHET_POSTGRES(server);
  const auto to_postgres = [&] { return convert(catalog::make_postgres_writer(server.dsn())); };
  const crawl::Progress progress = run(crawl_options(), clock_);
  ASSERT_GT(progress.pages, 1'500U);
  EXPECT_EQ(to_sqlite().put, to_postgres().put);
  to_lines();
  const CatalogRows first = rows_of_sqlite(catalog());
  EXPECT_EQ(first.at("pages").size(), pages().size());
  EXPECT_EQ(difference(first, rows_of_postgres(server.dsn())), "");
  EXPECT_EQ(difference(first, rows_of_json_lines(lines())), "");
  const std::map<std::string, std::string> first_ids = ids();
  ASSERT_EQ(first_ids.size(), pages().size());

  clock_.leap(Duration::days(1));
  crawl::CrawlOptions again = crawl_options();
  again.run.emplace();
  again.collection.refresh.floor.min_gain = 0;  // visit pages although they hardly change
  again.run->requests_per_second = 500;
  again.collection.refresh.policy = "uniform";
  again.limits.max_time = Duration::seconds(3);
  run(again, clock_);

  const convert::ConvertSummary sqlite = to_sqlite();
  EXPECT_FALSE(sqlite.rebuilt);
  EXPECT_GT(sqlite.put, 0U);
  EXPECT_LT(sqlite.put, pages().size()) << "unchanged pages are not written";
  // A conversion to another target in between does not affect this one.
  to_lines();
  const convert::ConvertSummary postgres = to_postgres();
  EXPECT_FALSE(postgres.rebuilt);
  EXPECT_EQ(postgres.put, sqlite.put);
  EXPECT_EQ(postgres.refreshed, sqlite.refreshed);
  const CatalogRows second = rows_of_sqlite(catalog());
  EXPECT_NE(difference(first, second), "");
  EXPECT_EQ(difference(second, rows_of_postgres(server.dsn())), "");
  EXPECT_EQ(difference(second, rows_of_json_lines(lines())), "");
  const std::map<std::string, std::string> second_ids = ids();
  for (const auto& [url, id] : first_ids) EXPECT_EQ(second_ids.at(url), id) << url;
  expect_equal_to_full_conversion();

  // The index has the words of the present rows, and none of the earlier ones.
  const std::string word =
      "SELECT substr(title, 1, instr(title, ' ') - 1) FROM pages WHERE "
      "language = 'en' AND title <> '' ORDER BY page_id LIMIT 1";
  std::string term = ask_sqlite(catalog(), word);
  for (char& c : term) c = static_cast<char>(std::tolower(c));
  ASSERT_FALSE(term.empty());
  EXPECT_EQ(found_in_sqlite(catalog(), term), found_in_postgres(server.dsn(), term));
  EXPECT_FALSE(found_in_sqlite(catalog(), term).empty());
  EXPECT_EQ(found_in_sqlite(catalog(), term), found_in_sqlite(folder_.path() + "/anew.db", term));
}

}  // namespace
}  // namespace freshet::test
