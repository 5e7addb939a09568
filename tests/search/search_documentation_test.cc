// Measures the quality of the ranking by queries with known answers on Debian's documentation
// packages.
#include <algorithm>
#include <cstdio>
#include <set>

#include "gtest/gtest.h"
#include "search/documentation.h"
#include "search/search.h"
#include "support/postgres.h"
#include "support/scratch_folder.h"

namespace freshet::search {
namespace {

constexpr size_t kMaxHits = 10;

struct Quality {
  int queries = 0;
  int first = 0;
  int first_three = 0;
  double reciprocal_ranks = 0;

  double mean_reciprocal_rank() const { return reciprocal_ranks / std::max(1, queries); }
};

// A catalogue of the packages, opened for searching.
class SearchedCatalog {
 public:
  // The catalogue is a SQLite file, or with `dsn` in a PostgreSQL database.
  explicit SearchedCatalog(const test::SampleCollection& collection, const std::string& dsn = "") {
    const std::string file = folder_.path() + "/catalog.db";
    collection.write(dsn.empty() ? *catalog::make_sqlite_writer(file)
                                 : *catalog::make_postgres_writer(dsn));
    auto opened = dsn.empty() ? open_sqlite(file) : open_postgres(dsn);
    EXPECT_TRUE(opened) << opened.error().message;
    index_ = std::move(*opened);
  }

  SearchResult find(std::string_view query, size_t limit) {
    auto found = search(*index_, segmenter_, query, {.limit = limit});
    EXPECT_TRUE(found) << query << ": " << found.error().message;
    return found ? std::move(*found) : SearchResult{};
  }

  // The position of the first right answer, from 1; 0 if it is not among the first ten.
  size_t position_of(const test::LabelledQuery& query) {
    const SearchResult found = find(query.query, kMaxHits);
    for (size_t i = 0; i < found.hits.size(); ++i) {
      const std::string& url = found.hits[i].match.url;
      if (std::find(query.answers.begin(), query.answers.end(), url) != query.answers.end()) {
        return i + 1;
      }
    }
    return 0;
  }

 private:
  const ScratchFolder folder_;
  words::Segmenter segmenter_;
  std::unique_ptr<Index> index_;
};

struct Halves {
  Quality tuning;   // queries on even lines of the file, by which the weights were chosen
  Quality judging;  // the other queries

  double mean_reciprocal_rank() const {
    return (tuning.reciprocal_ranks + judging.reciprocal_ranks) /
           (tuning.queries + judging.queries);
  }
};

Halves measure(SearchedCatalog&& catalog, const char* name) {
  Halves halves;
  const std::vector<test::LabelledQuery> queries = test::documentation_queries();
  for (size_t i = 0; i < queries.size(); ++i) {
    Quality& half = i % 2 == 0 ? halves.tuning : halves.judging;
    const size_t position = catalog.position_of(queries[i]);
    ++half.queries;
    half.first += position == 1 ? 1 : 0;
    half.first_three += position >= 1 && position <= 3 ? 1 : 0;
    half.reciprocal_ranks += position > 0 ? 1.0 / static_cast<double>(position) : 0;
  }
  for (const Quality* half : {&halves.tuning, &halves.judging}) {
    std::printf("%s, %s: of %d queries %d first, %d in the first three, MRR %.3f\n", name,
                half == &halves.tuning ? "tuning" : "judging", half->queries, half->first,
                half->first_three, half->mean_reciprocal_rank());
  }
  return halves;
}

void expect_good(const Quality& half, const char* name) {
  EXPECT_GE(half.queries, 30) << name;
  EXPECT_GE(half.first, half.queries * 76 / 100) << name;
  EXPECT_GE(half.first_three, half.queries * 91 / 100) << name;
  EXPECT_GE(half.mean_reciprocal_rank(), 0.85) << name;
}

#define FRESHET_DOCUMENTATION(documentation)                                            \
  const test::Documentation documentation = test::read_documentation();                 \
  if (!documentation.missing.empty()) {                                                 \
    GTEST_SKIP() << "not installed: " << testing::PrintToString(documentation.missing); \
  }

// The limits are a little below the values measured in
// docs/decisions/0012-boilerplate-and-stems.md.
TEST(SearchDocumentation, KnownAnswersComeFirstAndRanksDoNotWorsenTheOrder) {
  FRESHET_DOCUMENTATION(documentation);
  ASSERT_GE(documentation.collection.pages().size(), 3'000U);
  const Halves with_ranks = measure(SearchedCatalog(documentation.collection), "with ranks");
  test::SampleCollection unranked = documentation.collection;
  for (catalog::Page& page : unranked.pages()) page.rank = 0;
  const Halves without_ranks = measure(SearchedCatalog(unranked), "without ranks");
  expect_good(with_ranks.tuning, "with ranks, tuning");
  expect_good(with_ranks.judging, "with ranks, judging");
  expect_good(without_ranks.tuning, "without ranks, tuning");
  expect_good(without_ranks.judging, "without ranks, judging");
  EXPECT_GE(with_ranks.mean_reciprocal_rank(), without_ranks.mean_reciprocal_rank() - 0.01);
}

// The limit is lower, because ts_rank_cd knows neither how rare a word is nor the mean length of
// texts.
TEST(SearchDocumentation, KnownAnswersComeFirstInPostgres) {
  FRESHET_POSTGRES(server);
  FRESHET_DOCUMENTATION(documentation);
  const Halves halves =
      measure(SearchedCatalog(documentation.collection, server.dsn()), "PostgreSQL");
  EXPECT_GE(halves.mean_reciprocal_rank(), 0.8);
}

// The tables of this page look like boilerplate: their cells are short, and some are links.
TEST(SearchDocumentation, EveryWordOfATableFindsItsPage) {
  FRESHET_DOCUMENTATION(documentation);
  const std::string url = "http://postgresql.test/errcodes-appendix.html";
  test::SampleCollection postgresql;
  const catalog::Page* appendix = nullptr;
  for (const catalog::Page& page : documentation.collection.pages()) {
    if (!page.url.starts_with("http://postgresql.test/")) continue;
    if (page.url == url) appendix = &page;
    postgresql.add(page);
  }
  ASSERT_NE(appendix, nullptr);
  words::Segmenter segmenter;
  std::set<std::string> words;
  segmenter.each_word(appendix->text + "\n" + appendix->boilerplate,
                      [&](const words::Word& word) { words.emplace(word.term); });
  EXPECT_GE(words.size(), 700U);
  SearchedCatalog catalog(postgresql);
  const auto has_it = [&](const std::string& query) {
    const std::vector<Hit> hits = catalog.find(query, kMaxHits).hits;
    return std::any_of(hits.begin(), hits.end(),
                       [&](const Hit& hit) { return hit.match.url == url; });
  };
  // A word that many pages have must find the page at least together with a rare word.
  for (const std::string& word : words) {
    EXPECT_TRUE(has_it(word) || has_it(word + " 40P01")) << word;
  }
}

}  // namespace
}  // namespace freshet::search
