// Tests that PostgreSQL finds the same pages as SQLite.
#include <set>

#include "gtest/gtest.h"
#include "search/sample_collection.h"
#include "search/search.h"
#include "support/postgres.h"
#include "support/scratch_folder.h"

namespace freshet::search {
namespace {

const std::string kQueries[] = {"bridge",
                                "old mill",
                                "\"old mill\"",
                                "\"mayor of\" -weather",
                                "mayor -\"since the last\"",
                                "river site:towns.test",
                                "river -site:towns.test",
                                "river lang:en",
                                "river lang:ko",
                                "river after:2026-10",
                                "river before:2026-10-15 site:weather.test",
                                "e-mail",
                                "aldenbury",
                                "towns.test",
                                "honey cake fernmouth",
                                "서울",
                                "서울에서",
                                "수도는",
                                "\"한국의 수도\"",
                                "책",
                                "北京大学",
                                "nothing-like-this",
                                "bridge' OR 1=1 --",
                                "bridge & ! | <-> :*",
                                "\\'bridge",
                                "bridge site:'--",
                                "it's",
                                "École ecole",
                                "API를 쓰는",
                                "\"hopper grace\"",
                                "lovelace",
                                "bridges",
                                "rivers towns.test",
                                "\"rivers\"",
                                "écoles",
                                "market -markets",
                                "founding"};

class Backends {
 public:
  Backends(const test::SampleCollection& collection, const std::string& dsn) {
    const std::string file = folder_.path() + "/catalog.db";
    collection.write(*catalog::make_sqlite_writer(file));
    collection.write(*catalog::make_postgres_writer(dsn));
    auto sqlite_opened = open_sqlite(file);
    auto postgres_opened = open_postgres(dsn);
    EXPECT_TRUE(sqlite_opened) << sqlite_opened.error().message;
    EXPECT_TRUE(postgres_opened) << postgres_opened.error().message;
    sqlite = std::move(*sqlite_opened);
    postgres = std::move(*postgres_opened);
  }

  SearchResult find(Index& index, std::string_view query, size_t limit) {
    auto found = search(index, segmenter_, query,
                        {.limit = limit, .now = Instant::from_unix_seconds(1'793'491'200)});
    EXPECT_TRUE(found) << query << ": " << found.error().message;
    return found ? std::move(*found) : SearchResult{};
  }

  std::unique_ptr<Index> sqlite;
  std::unique_ptr<Index> postgres;

 private:
  const ScratchFolder folder_;
  words::Segmenter segmenter_;
};

std::set<int64_t> pages_of(const SearchResult& found) {
  std::set<int64_t> pages;
  for (const Hit& hit : found.hits) pages.insert(hit.match.page_id);
  return pages;
}

TEST(SearchPostgres, FindsTheSamePagesAsSqliteInAGoodOrder) {
  FRESHET_POSTGRES(server);
  EXPECT_FALSE(open_postgres(server.dsn()));
  EXPECT_EQ(open_postgres(server.dsn()).error().message,
            "there is no catalogue in the database; run `freshet convert --to postgres` first");
  test::LabelledTowns towns = test::make_towns();
  test::SampleCollection& collection = towns.collection;
  collection
      .add("https://ko.test/1", "대한민국의 수도", "한국의 수도는 서울이다. 서울에서 책을 읽는다.")
      .language = "ko";
  collection.add("https://ko.test/2", "서울시", "API를 쓰는 서울시의 누리집").language = "ko";
  collection.add("https://zh.test/1", "北京大学", "北京大学在北京。").language = "zh";
  collection.add("https://fr.test/1", "École", "L'école, it's an e-mail.").language = "fr";
  // No phrase spans title and description.
  collection.add("https://names.test/1", "Hopper", "Grace Hopper").description = "Grace";
  collection.add("https://names.test/2", "Lovelace", "");
  Backends backends(collection, server.dsn());
  for (const std::string& query : kQueries) {
    const SearchResult in_sqlite = backends.find(*backends.sqlite, query, 200);
    const SearchResult in_postgres = backends.find(*backends.postgres, query, 200);
    EXPECT_EQ(pages_of(in_sqlite), pages_of(in_postgres)) << query;
    EXPECT_EQ(in_sqlite.total, in_postgres.total) << query;
  }
  EXPECT_GT(backends.find(*backends.postgres, "서울", 10).total, 1U);

  for (const test::Label& label : towns.labels) {
    const SearchResult found = backends.find(*backends.postgres, label.query, 3);
    bool is_there = false;
    for (const Hit& hit : found.hits) is_there = is_there || hit.match.url == label.url;
    EXPECT_TRUE(is_there) << label.query << " wants " << label.url;
  }

  // A hit has the same data, except its score.
  const SearchResult one = backends.find(*backends.sqlite, "\"founded in 1207\"", 1);
  const SearchResult other = backends.find(*backends.postgres, "\"founded in 1207\"", 1);
  ASSERT_EQ(one.hits.size(), 1U);
  ASSERT_EQ(other.hits.size(), 1U);
  const Match& a = one.hits[0].match;
  const Match& b = other.hits[0].match;
  EXPECT_EQ(a.title, b.title);
  EXPECT_EQ(a.language, b.language);
  EXPECT_EQ(a.last_verified, b.last_verified);
  EXPECT_EQ(a.last_change, b.last_change);
  EXPECT_EQ(a.modified, b.modified);
  EXPECT_EQ(a.modified_from, b.modified_from);
  EXPECT_DOUBLE_EQ(a.probability_current, b.probability_current);
  EXPECT_EQ(one.hits[0].snippet.text, other.hits[0].snippet.text);
  EXPECT_EQ(one.hits[0].snippet.marks, other.hits[0].snippet.marks);

  EXPECT_EQ(backends.find(*backends.postgres, "aldenbruy", 1).did_you_mean, "aldenbury");
}

TEST(SearchPostgres, TitlesCountAsTheyDoInSqlite) {
  FRESHET_POSTGRES(server);
  Backends backends(test::make_few_words(200), server.dsn());
  const std::pair<const char*, size_t> queries[] = {
      {"old bridge", 2}, {"mill", 1}, {"\"the old bridge\"", 1}, {"bridge old", 1}};
  for (const auto& [query, titled] : queries) {
    const SearchResult in_sqlite = backends.find(*backends.sqlite, query, titled);
    const SearchResult in_postgres = backends.find(*backends.postgres, query, titled);
    ASSERT_EQ(in_sqlite.hits.size(), titled) << query;
    ASSERT_EQ(in_postgres.hits.size(), titled) << query;
    for (size_t i = 0; i < titled; ++i) {
      EXPECT_EQ(in_sqlite.hits[i].match.title, in_postgres.hits[i].match.title) << query;
    }
  }
  EXPECT_EQ(backends.find(*backends.postgres, "old bridge", 1).hits[0].match.title, "Old bridge");
}

// There are so many matches that they are neither counted nor all scored.
TEST(SearchPostgres, PagesWhoseTitleFitsAreFoundAmongVeryManyMatches) {
  FRESHET_POSTGRES(server);
  test::SampleCollection collection = test::make_few_words(5'500, "Old stone");
  Backends backends(collection, server.dsn());
  const SearchResult found = backends.find(*backends.postgres, "old bridge", 2);
  EXPECT_TRUE(found.total_is_estimate);
  ASSERT_EQ(found.hits.size(), 2U);
  EXPECT_EQ(found.hits[0].match.title, "Old bridge");
  EXPECT_EQ(found.hits[1].match.title, "Old bridge and mill");
  EXPECT_EQ(backends.find(*backends.sqlite, "old bridge", 1).hits[0].match.title, "Old bridge");
}

TEST(SearchPostgres, TheNumberOfVeryManyMatchesIsEstimated) {
  FRESHET_POSTGRES(server);
  test::SampleCollection collection;
  constexpr size_t kPages = 8'000;
  for (size_t i = 0; i < kPages; ++i) {
    std::string text = i % 4 == 0 ? "stone bridge" : "bridge of stone";
    if (i % 2'000 == 0) text += " with a tower";
    collection.add("https://a.test/" + std::to_string(i), "Bridge", text).rank =
        static_cast<double>(i);
  }
  Backends backends(collection, server.dsn());
  const SearchResult found = backends.find(*backends.postgres, "\"stone bridge\"", 10);
  EXPECT_TRUE(found.total_is_estimate);
  // The estimate comes from a sample of a thousand pages; the tolerance is seven standard
  // deviations.
  EXPECT_NEAR(static_cast<double>(found.total), kPages / 4.0, kPages / 10.0);
  ASSERT_EQ(found.hits.size(), 10U);
  EXPECT_EQ(found.hits[0].match.url, "https://a.test/7996");

  const SearchResult few = backends.find(*backends.postgres, "tower", 10);
  EXPECT_FALSE(few.total_is_estimate);
  EXPECT_EQ(few.total, 4U);
  // The full depth is available, although fewer candidates are scored at first.
  EXPECT_EQ(backends.find(*backends.postgres, "\"stone bridge\"", 1'000).hits.size(), 1'000U);
}

}  // namespace
}  // namespace freshet::search
