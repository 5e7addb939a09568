// Tests of search::search() on SQLite catalogues: from the query as it is typed to the result.
#include "search/search.h"

#include <algorithm>
#include <set>

#include "gtest/gtest.h"
#include "search/sample_collection.h"
#include "support/scratch_folder.h"

namespace freshet::search {
namespace {

using test::SampleCollection;
using Urls = std::vector<std::string>;

const Instant kNow = Instant::from_unix_seconds(1'793'491'200) + Duration::days(10);

// A catalogue of a collection, opened for catalog.
class SearchedCatalog {
 public:
  explicit SearchedCatalog(const SampleCollection& collection) {
    collection.write(*catalog::make_sqlite_writer(file()));
    auto opened = open_sqlite(file());
    EXPECT_TRUE(opened) << opened.error().message;
    index_ = std::move(*opened);
  }

  std::string file() const { return folder_.path() + "/catalog.db"; }

  SearchResult find(std::string_view query, Slice slice = {}) {
    slice.now = kNow;
    auto found = search(*index_, segmenter_, query, slice);
    EXPECT_TRUE(found) << query << ": " << found.error().message;
    return found ? std::move(*found) : SearchResult{};
  }
  Urls urls(std::string_view query, const Slice& slice = {}) {
    Urls urls;
    for (const Hit& hit : find(query, slice).hits) urls.push_back(hit.match.url);
    return urls;
  }
  std::string error(std::string_view query, const Slice& slice = {}) {
    const auto found = search(*index_, segmenter_, query, slice);
    return found ? "" : found.error().message;
  }

 private:
  const ScratchFolder folder_;
  words::Segmenter segmenter_;
  std::unique_ptr<Index> index_;
};

TEST(Search, TheLabelledPageIsAmongTheFirstThree) {
  const test::LabelledTowns towns = test::make_towns();
  SearchedCatalog catalog(towns.collection);
  ASSERT_GE(towns.labels.size(), 200U);
  size_t first = 0;
  for (const test::Label& label : towns.labels) {
    const Urls urls = catalog.urls(label.query, {.limit = 3});
    EXPECT_NE(std::find(urls.begin(), urls.end(), label.url), urls.end())
        << label.query << " wants " << label.url;
    if (!urls.empty() && urls[0] == label.url) ++first;
  }
  EXPECT_GE(first, towns.labels.size() * 95 / 100);
}

SampleCollection bridges() {
  SampleCollection collection;
  collection.add("https://www.example.com/a", "Old bridge", "The old bridge over the river.");
  collection.add("https://example.com:8080/b", "New bridge", "The new bridge. Not the old one.");
  collection.add("https://notexample.com/c", "Bridge", "A bridge.").language = "de-at";
  collection.add("https://other.test/d", "Mill", "A mill by the bridge.").language = "de";
  return collection;
}

TEST(Search, PhrasesExclusionsAndFiltersHold) {
  const auto sorted = [](Urls urls) {
    std::sort(urls.begin(), urls.end());
    return urls;
  };
  SearchedCatalog catalog(bridges());
  EXPECT_EQ(catalog.find("bridge").total, 4U);
  EXPECT_EQ(sorted(catalog.urls("old bridge")),
            (Urls{"https://example.com:8080/b", "https://www.example.com/a"}));
  EXPECT_EQ(catalog.urls("\"old bridge\""), Urls{"https://www.example.com/a"});
  EXPECT_EQ(catalog.urls("bridge -old -mill"), Urls{"https://notexample.com/c"});
  EXPECT_EQ(catalog.urls("old -\"old bridge\""), Urls{"https://example.com:8080/b"});
  EXPECT_EQ(sorted(catalog.urls("bridge site:example.com")),
            (Urls{"https://example.com:8080/b", "https://www.example.com/a"}));
  EXPECT_EQ(catalog.urls("bridge site:www.example.com"), Urls{"https://www.example.com/a"});
  EXPECT_EQ(catalog.urls("bridge -site:example.com lang:de -mill"),
            Urls{"https://notexample.com/c"});
  EXPECT_EQ(catalog.urls("bridge site:example.com -site:www.example.com"),
            Urls{"https://example.com:8080/b"});
  EXPECT_EQ(catalog.urls("bridge site:%"), Urls{});
  EXPECT_EQ(catalog.urls("bridge lang:d_"), Urls{});
  EXPECT_EQ(catalog.find("bridge lang:de").total, 2U);
}

TEST(Search, DateFiltersUseTheModificationDateOfPages) {
  SampleCollection collection;
  collection.add("https://a.test/1", "bridge", "bridge").modified =
      Instant::from_unix_seconds(1'767'225'599);  // the last second of 2025
  collection.add("https://a.test/2", "bridge", "bridge").modified =
      Instant::from_unix_seconds(1'767'225'600);
  SearchedCatalog catalog(collection);
  EXPECT_EQ(catalog.urls("bridge before:2026"), Urls{"https://a.test/1"});
  EXPECT_EQ(catalog.urls("bridge after:2026-01-01"), Urls{"https://a.test/2"});
  EXPECT_EQ(catalog.urls("bridge after:2025-12 before:2026-01"), Urls{"https://a.test/1"});
}

TEST(Search, NoindexPagesAndDuplicatesAreNotFound) {
  SampleCollection collection;
  collection.add("https://a.test/1", "bridge", "bridge");
  collection.add("https://a.test/2", "bridge", "bridge").noindex = true;
  collection.add("https://a.test/3", "bridge", "bridge").duplicate_of = 1;
  SearchedCatalog catalog(collection);
  EXPECT_EQ(catalog.urls("bridge"), Urls{"https://a.test/1"});
}

TEST(Search, APageWithoutTextIsFoundByItsTitleOrDescription) {
  SampleCollection collection;
  collection.add("https://a.test/1", "Old bridge", "");
  collection.add("https://a.test/2", "", "").description = "A new bridge.";
  collection.add("https://a.test/bridge", "", "");
  SearchedCatalog catalog(collection);
  EXPECT_EQ(catalog.urls("old"), Urls{"https://a.test/1"});
  EXPECT_EQ(catalog.urls("new"), Urls{"https://a.test/2"});
  EXPECT_EQ(catalog.find("bridge").total, 2U);
}

TEST(Search, ImportantPagesComeFirstAndFreshOnesOnRequest) {
  SampleCollection collection;
  collection.add("https://a.test/plain", "bridge", "bridge over water");
  collection.add("https://a.test/important", "bridge", "bridge over water").rank = 50;
  catalog::Page& stale = collection.add("https://a.test/stale", "bridge", "bridge over water");
  stale.rank = 60;
  stale.belief_b = 0.1;
  SearchedCatalog catalog(collection);
  EXPECT_EQ(catalog.urls("bridge")[0], "https://a.test/stale");
  EXPECT_EQ(catalog.urls("bridge", {.prefer_fresh = true})[0], "https://a.test/important");
  EXPECT_EQ(catalog.urls("bridge")[2], "https://a.test/plain");
}

TEST(Search, AHitHasTheDataOfItsPage) {
  SearchedCatalog catalog(bridges());
  const SearchResult found = catalog.find("old bridge river");
  ASSERT_EQ(found.hits.size(), 1U);
  const Hit& hit = found.hits[0];
  EXPECT_EQ(hit.match.title, "Old bridge");
  EXPECT_EQ(hit.snippet.text, "The old bridge over the river.");
  EXPECT_EQ(hit.snippet.marks, (std::vector<Mark>{{4, 7}, {8, 14}, {24, 29}}));
  EXPECT_GT(hit.match.score, 0);
  EXPECT_EQ(hit.match.rank, 1);
  EXPECT_EQ(hit.match.last_verified, kNow - Duration::days(10));
  EXPECT_DOUBLE_EQ(hit.match.probability_current, 0.5);  // 10 / (10 + 10)
}

TEST(Search, SlicesTogetherHaveEachPageOnce) {
  SampleCollection collection;
  for (int i = 0; i < 2'500; ++i) {
    collection.add("https://a.test/" + std::to_string(i), "page", "some words of a page").rank =
        i % 7;
  }
  SearchedCatalog catalog(collection);
  EXPECT_EQ(catalog.find("page").total, 2'500U);
  std::set<std::string> seen;
  for (size_t offset = 0; offset < kMaxResults; offset += 50) {
    for (const std::string& url : catalog.urls("page", {.offset = offset, .limit = 50})) {
      EXPECT_TRUE(seen.insert(url).second) << url;
    }
  }
  EXPECT_EQ(seen.size(), kMaxResults);
  EXPECT_EQ(catalog.error("page", {.offset = kMaxResults, .limit = 1}),
            "only the first 1000 matching pages can be shown");
}

// Very many pages have the same score by their words; one of them has a high rank.
TEST(Search, AnImportantPageIsFoundAmongVeryManyMatches) {
  SampleCollection collection;
  for (int i = 0; i < 2'500; ++i) {
    collection.add("https://a.test/" + std::to_string(i), "page", "some words of a page").rank =
        i == 2'400 ? 300 : 1;
  }
  SearchedCatalog catalog(collection);
  EXPECT_EQ(catalog.urls("page")[0], "https://a.test/2400");
}

// Every text has all the words so often that one more occurrence, in the title, hardly changes the
// score.
TEST(Search, APageWhoseTitleEqualsTheQueryComesFirst) {
  const size_t others[] = {200, 2'500};
  for (const size_t number : others) {
    SearchedCatalog catalog(test::make_few_words(number));
    const SearchResult found = catalog.find("old bridge", {.limit = 3});
    ASSERT_EQ(found.hits.size(), 3U);
    EXPECT_EQ(found.total, number + 5);
    EXPECT_EQ(found.hits[0].match.title, "Old bridge");
    EXPECT_EQ(found.hits[1].match.title, "Old bridge and mill");
    EXPECT_EQ(found.hits[2].match.title, "The old bridge");
    EXPECT_EQ(catalog.find("mill").hits[0].match.title, "Mill");
  }
}

// Home pages have by far the greatest ranks.
TEST(Search, AnImportantPageDoesNotComeBeforeThePageAboutTheQuery) {
  SampleCollection collection;
  collection.add("https://a.test/", "All about water", "Boats, bridges, mills and towns.").rank =
      1'000;
  collection.add("https://a.test/bridges", "Bridges", "Bridges of stone lead over the water.");
  SearchedCatalog catalog(collection);
  EXPECT_EQ(catalog.urls("bridge")[0], "https://a.test/bridges");
  EXPECT_EQ(catalog.urls("bridges")[0], "https://a.test/bridges");
}

TEST(Search, OtherFormsOfAWordRankAfterTheWordItself) {
  SampleCollection collection;
  collection.add("https://a.test/1", "Index", "An index is an index of words.");
  collection.add("https://a.test/2", "Indexes", "Indexes are indexes of words.");
  collection.add("https://a.test/3", "Foreign key", "A foreign key refers to a key.");
  SearchedCatalog catalog(collection);
  EXPECT_EQ(catalog.urls("indexes"), (Urls{"https://a.test/2", "https://a.test/1"}));
  EXPECT_EQ(catalog.urls("index"), (Urls{"https://a.test/1", "https://a.test/2"}));
  EXPECT_EQ(catalog.urls("foreign keys"), Urls{"https://a.test/3"});
  // In quotes and exclusions, words match only exactly.
  EXPECT_EQ(catalog.urls("\"indexes\""), Urls{"https://a.test/2"});
  EXPECT_EQ(catalog.urls("words -indexes"), Urls{"https://a.test/1"});
  EXPECT_EQ(catalog.urls("\"foreign keys\""), Urls{});
}

TEST(Search, WordsAreStemmedByTheLanguageOfTheirPage) {
  SampleCollection collection;
  collection.add("https://a.test/de", "Häuser", "Die Häuser der Stadt.").language = "de";
  collection.add("https://a.test/ru", "Книги", "Книги и index.").language = "ru";
  collection.add("https://a.test/none", "Bridges", "Bridges.").language = "";
  SearchedCatalog catalog(collection);
  EXPECT_EQ(catalog.urls("häusern"), Urls{"https://a.test/de"});
  EXPECT_EQ(catalog.urls("книга"), Urls{"https://a.test/ru"});
  EXPECT_EQ(catalog.urls("indexes"), Urls{"https://a.test/ru"});
  EXPECT_EQ(catalog.urls("bridge"), Urls{"https://a.test/none"});
  EXPECT_EQ(catalog.urls("häusern lang:de"), Urls{"https://a.test/de"});
}

TEST(Search, WordsThatMatchByTheirStemAreMarked) {
  SampleCollection collection;
  collection.add("https://a.test/1", "Water", "A foreign key, and others.");
  SearchedCatalog catalog(collection);
  const SearchResult found = catalog.find("foreign keys");
  ASSERT_EQ(found.hits.size(), 1U);
  EXPECT_EQ(found.hits[0].snippet.marks, (std::vector<Mark>{{2, 9}, {10, 13}}));
}

TEST(Search, BoilerplateRanksAfterContentAndIsShownLast) {
  SampleCollection collection;
  for (int i = 0; i < 20; ++i) {
    catalog::Page& page = collection.add("https://a.test/" + std::to_string(i), "Page",
                                         "Some words about boats and water.");
    page.boilerplate = "Contact and prices\nNews";
    page.rank = 10;
  }
  collection.add("https://a.test/prices", "What it costs", "All of our prices are here.").rank = 0;
  SearchedCatalog catalog(collection);
  const SearchResult found = catalog.find("prices");
  EXPECT_EQ(found.total, 21U);
  EXPECT_EQ(found.hits[0].match.url, "https://a.test/prices");
  EXPECT_GT(found.hits[0].match.score, 2 * found.hits[1].match.score);
  EXPECT_EQ(found.hits[1].snippet.text, "Contact and prices News");
  EXPECT_EQ(catalog.find("boats prices").hits[0].snippet.text, "Some words about boats and water.");
}

TEST(Search, PagesOfLinksRankAfterOthers) {
  SampleCollection collection;
  collection.add("https://a.test/contents", "Contents", "Old bridge\nNew bridge\nMill").link_share =
      1;
  collection.add("https://a.test/text", "Journey", "By boat to the bridge and the mill.");
  SearchedCatalog catalog(collection);
  EXPECT_EQ(catalog.urls("bridge mill")[0], "https://a.test/text");
}

TEST(Search, ACorrectedQueryIsSuggested) {
  SearchedCatalog catalog(bridges());
  EXPECT_EQ(catalog.find("brigde").did_you_mean, "bridge");
  EXPECT_EQ(catalog.find("bridge").did_you_mean, std::nullopt);
  // A suggestion is never a stem, and a word that matches by its stem needs no correction.
  EXPECT_EQ(catalog.find("rivres").did_you_mean, "river");
  EXPECT_EQ(catalog.find("rivers").did_you_mean, std::nullopt);
}

TEST(Search, HostileQueriesDoNoHarm) {
  SearchedCatalog catalog(bridges());
  const std::string queries[] = {"bridge' OR '1'='1",
                                 "bridge\"; DROP TABLE pages; --",
                                 "\"bridge\" NEAR(old new)",
                                 "title:bridge",
                                 "{title} : bridge",
                                 "bridge*",
                                 "^bridge",
                                 "bridge AND",
                                 "(((((bridge",
                                 "bridge site:' OR 1=1 --",
                                 "lang:'; DELETE FROM pages; bridge",
                                 "\"\"\"\"bridge",
                                 std::string("bridge\0old", 10),
                                 "bridge \xFF\xFE\xC0",
                                 "old -\"bridge -old",
                                 "\\bridge\\",
                                 "bridge %s%n%x",
                                 "𝕓𝕣𝕚𝕕𝕘𝕖",
                                 "ｂｒｉｄｇｅ",
                                 "bridge OR nothing",
                                 "NOT bridge"};
  for (const std::string& query : queries) catalog.find(query);
  EXPECT_EQ(catalog.find("𝕓𝕣𝕚𝕕𝕘𝕖").total, 4U);
  EXPECT_EQ(catalog.find("bridge").total, 4U);  // the table still has all pages
  EXPECT_NE(catalog.error(std::string(1 << 20, '"')), "");
  EXPECT_NE(catalog.error(""), "");
}

TEST(Search, WithoutACatalogueTheErrorSaysWhatToDo) {
  const auto opened = open_sqlite("/nowhere/catalog.db");
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().message,
            "there is no catalogue /nowhere/catalog.db; run `freshet convert` first");
}

TEST(Search, WorksWhileTheCatalogueIsWritten) {
  SearchedCatalog catalog(bridges());
  const auto writer = catalog::make_sqlite_writer(catalog.file());
  ASSERT_TRUE(writer->begin({.collection = "sample"}));
  ASSERT_TRUE(writer->remove(1));
  EXPECT_EQ(catalog.find("bridge").total, 4U);
  ASSERT_TRUE(writer->finish({.converted_at = kNow, .pages = 3}));
  EXPECT_EQ(catalog.find("bridge").total, 3U);
}

}  // namespace
}  // namespace freshet::search
