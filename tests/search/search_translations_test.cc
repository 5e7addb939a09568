// Tests that a page in several languages is one hit, in SQLite and in PostgreSQL.
#include "gtest/gtest.h"
#include "search/sample_collection.h"
#include "search/search.h"
#include "support/postgres.h"
#include "support/scratch_folder.h"

namespace freshet::search {
namespace {

using test::SampleCollection;
using Urls = std::vector<std::string>;

const Instant kNow = Instant::from_unix_seconds(1'793'491'200);

// A page about apt in five languages, one about dpkg in two, and one in one language. All have the
// word "apt".
SampleCollection handbook() {
  SampleCollection collection;
  const auto add = [&](const std::string& path, const std::string& language, int64_t group,
                       const std::string& title, const std::string& text) {
    catalog::Page& page = collection.add("https://book.test/" + path, title, text);
    page.language = language;
    if (group != 0) page.translation_group = group;
  };
  add("en-US/apt.html", "en", 7, "The apt tools", "The apt tools install packages. apt apt apt.");
  add("de-DE/apt.html", "de", 7, "Die Werkzeuge apt", "Die Werkzeuge apt richten Pakete ein.");
  add("fr-FR/apt.html", "fr", 7, "Les outils apt", "Les outils apt installent des paquets.");
  add("ko-KR/apt.html", "ko", 7, "apt 도구", "apt 도구는 꾸러미를 설치합니다.");
  add("ja-JP/apt.html", "ja", 7, "apt ツール", "apt ツールはパッケージをインストールします。");
  add("en-US/dpkg.html", "en", 8, "dpkg", "What dpkg does below apt.");
  add("de-DE/dpkg.html", "de", 8, "dpkg", "Was dpkg unterhalb von apt tut.");
  add("en-US/faq.html", "en", 0, "Questions", "Questions about apt.");
  return collection;
}

struct Sqlite {
  explicit Sqlite(const SampleCollection& collection) {
    const std::string file = folder.path() + "/catalog.db";
    collection.write(*catalog::make_sqlite_writer(file));
    index = open_sqlite(file);
  }
  ScratchFolder folder;
  Result<std::unique_ptr<Index>> index = fail("not opened");
};

SearchResult find(Index& index, std::string_view query, Slice slice = {}) {
  words::Segmenter segmenter;
  slice.now = kNow;
  auto found = search(index, segmenter, query, slice);
  EXPECT_TRUE(found) << query << ": " << found.error().message;
  return found ? std::move(*found) : SearchResult{};
}

Urls urls(const SearchResult& found) {
  Urls urls;
  for (const Hit& hit : found.hits) {
    urls.push_back(hit.match.url.substr(std::string("https://book.test/").size()));
  }
  return urls;
}

std::string languages(const Hit& hit) {
  std::string out;
  for (const Translation& other : hit.match.translations) out += other.language + " ";
  return out;
}

void expect_translations_folded(Index& index) {
  const SearchResult english = find(index, "apt", {.language = "en"});
  EXPECT_EQ(urls(english), (Urls{"en-US/apt.html", "en-US/faq.html", "en-US/dpkg.html"}));
  EXPECT_EQ(english.total, 8U);
  ASSERT_EQ(english.hits.size(), 3U);
  EXPECT_EQ(languages(english.hits[0]), "de fr ja ko ");
  EXPECT_EQ(languages(english.hits[1]), "");
  EXPECT_EQ(languages(english.hits[2]), "de ");
  EXPECT_EQ(english.hits[2].match.translations[0].url, "https://book.test/de-DE/dpkg.html");

  // A page without a German translation is shown in its own language.
  Urls german = urls(find(index, "apt", {.language = "de"}));
  std::sort(german.begin(), german.end());
  EXPECT_EQ(german, (Urls{"de-DE/apt.html", "de-DE/dpkg.html", "en-US/faq.html"}));

  // The language of the query, identified by its script, chooses the translation.
  EXPECT_EQ(urls(find(index, "apt 도구")), Urls{"ko-KR/apt.html"});
  EXPECT_EQ(languages(find(index, "apt 도구").hits[0]), "de en fr ja ");

  // A language filter decides which pages match; translations in other languages are still listed.
  EXPECT_EQ(urls(find(index, "apt lang:fr")), Urls{"fr-FR/apt.html"});
  EXPECT_EQ(languages(find(index, "apt lang:fr").hits[0]), "de en ja ko ");
  // A translation that does not match is not shown instead of a page that does.
  EXPECT_EQ(urls(find(index, "Werkzeuge", {.language = "en"})), Urls{"de-DE/apt.html"});

  // Successive slices have each hit once.
  Urls all;
  for (size_t offset = 0; offset < 4; ++offset) {
    for (std::string& url :
         urls(find(index, "apt", {.offset = offset, .limit = 1, .language = "en"}))) {
      all.push_back(std::move(url));
    }
  }
  EXPECT_EQ(all, urls(english));
}

TEST(SearchTranslations, AreOneHitInSqlite) {
  const Sqlite sqlite(handbook());
  ASSERT_TRUE(sqlite.index) << sqlite.index.error().message;
  expect_translations_folded(**sqlite.index);
}

TEST(SearchTranslations, AreOneHitInPostgres) {
  FRESHET_POSTGRES(server);
  handbook().write(*catalog::make_postgres_writer(server.dsn()));
  const auto index = open_postgres(server.dsn());
  ASSERT_TRUE(index) << index.error().message;
  expect_translations_folded(**index);
}

TEST(SearchTranslations, ThePreferredLanguageComesFirstOnlyAmongSimilarScores) {
  SampleCollection collection;
  collection.add("https://book.test/1", "Notes", "On the bridge.").language = "en";
  collection.add("https://book.test/2", "Notizen", "Zur bridge.").language = "de";
  collection.add("https://book.test/3", "bridge", "bridge bridge bridge").language = "en";
  const Sqlite sqlite(collection);
  ASSERT_TRUE(sqlite.index) << sqlite.index.error().message;
  EXPECT_EQ(urls(find(**sqlite.index, "bridge", {.language = "de"})), (Urls{"3", "2", "1"}));
  EXPECT_EQ(urls(find(**sqlite.index, "bridge", {.language = "en"})), (Urls{"3", "1", "2"}));
  EXPECT_EQ(find(**sqlite.index, "bridge", {.language = "fr"}).total, 3U);
}

TEST(SearchTranslations, WithNoindexAreNotListed) {
  SampleCollection collection = handbook();
  catalog::Page& hidden = collection.add("https://book.test/it-IT/apt.html", "apt", "apt");
  hidden.language = "it";
  hidden.translation_group = 7;
  hidden.noindex = true;
  const Sqlite sqlite(collection);
  ASSERT_TRUE(sqlite.index) << sqlite.index.error().message;
  EXPECT_EQ(languages(find(**sqlite.index, "apt", {.language = "en"}).hits[0]), "de fr ja ko ");
}

}  // namespace
}  // namespace freshet::search
