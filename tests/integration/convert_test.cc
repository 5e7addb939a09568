// Tests of the conversion of crawled pages into rows: the values of columns, and second
// conversions.
#include "integration/converting.h"
#include "store/store.h"

namespace freshet::test {
namespace {

class Convert : public Converting {
 protected:
  crawl::CrawlOptions crawl_options(std::vector<std::string> seeds = {"http://a.test/"}) const {
    crawl::CrawlOptions options = hasty(web_.address());
    options.seeds = std::move(seeds);
    return options;
  }
  // Visits all pages again, several times.
  crawl::CrawlOptions run_options(std::vector<std::string> seeds = {"http://a.test/"}) const {
    return in_turn(crawl_options(std::move(seeds)));
  }

  ScriptedWeb web_;
};

TEST_F(Convert, APageIsARowWithItsTextAndItsWords) {
  web_.set("a.test/", html("<html lang=de-AT><title>Die Kanne</title><meta name=description "
                           "content='Von Tee'><p>Gr\xC3\xBCner Tee<a href=/1>x</a>"));
  web_.set("a.test/1", html("<p>more of it</p>", "Content-Language: en\r\n"));
  run(crawl_options());
  const convert::ConvertSummary summary = to_sqlite();
  EXPECT_TRUE(summary.rebuilt);
  EXPECT_EQ(summary.put, 2U);
  EXPECT_EQ(summary.unreadable, 0U);
  const std::string home = "http://a.test/";
  EXPECT_EQ(column(home, "title"), "Die Kanne");
  EXPECT_EQ(column(home, "description"), "Von Tee");
  EXPECT_EQ(column(home, "language"), "de-at");
  EXPECT_EQ(column(home, "media_type"), "text/html");
  EXPECT_EQ(column(home, "result"), "new");
  EXPECT_EQ(column(home, "http_status"), "200");
  EXPECT_EQ(column(home, "digest"), page(home).content.hex());
  EXPECT_EQ(column(home, "warc_offset"), std::to_string(page(home).archived.offset));
  EXPECT_EQ(column("http://a.test/1", "language"), "en");
  EXPECT_EQ(column("http://a.test/1", "depth"), "1");
  EXPECT_EQ(found_in_sqlite(catalog(), "kanne"), std::vector{id_of(home)});
  EXPECT_EQ(found_in_sqlite(catalog(), "grüner"), std::vector{id_of(home)});
  EXPECT_EQ(ask_sqlite(catalog(), "SELECT count(*) FROM links"), "1");
  EXPECT_EQ(ask_sqlite(catalog(), "SELECT url FROM sites"), "http://a.test");
  EXPECT_EQ(ask_sqlite(catalog(), "SELECT name FROM domains"), "a.test");
  EXPECT_EQ(ask_sqlite(catalog(), "SELECT outcome FROM history"), "same");
}

// A line that looks like boilerplate is content if it is unique, and the other way round.
TEST_F(Convert, LinesThatRepeatOnASiteAreBoilerplateAndStaySo) {
  const auto page_of = [](int i) {
    const std::string number = std::to_string(i);
    return html("<title>Page " + number +
                " - Shop</title><p>Read our long and solemn words about " +
                "prices, which stand on each of the pages of this shop.<table><tr><td>code" +
                number + "</table>");
  };
  std::vector<std::string> paths;
  for (int i = 0; i < 12; ++i) {
    paths.push_back("/" + std::to_string(i));
    web_.set("a.test" + paths.back(), page_of(i));
  }
  web_.set("a.test/", links(paths));
  run(crawl_options());
  to_sqlite();
  const std::string boilerplate =
      "Read our long and solemn words about prices, which stand on each of the pages of this shop."
      "\nShop";
  EXPECT_EQ(column("http://a.test/3", "text"), "code3");
  EXPECT_EQ(column("http://a.test/3", "boilerplate"), boilerplate);
  EXPECT_EQ(found_in_sqlite(catalog(), "code3"), std::vector{id_of("http://a.test/3")});
  EXPECT_EQ(found_in_sqlite(catalog(), "solemn").size(), 12U);
  EXPECT_EQ(ask_sqlite(catalog(), "SELECT count(*) FROM words WHERE words MATCH '{body} : solemn'"),
            "0");
  EXPECT_EQ(ask_sqlite(catalog(), "SELECT count(*) FROM words WHERE words MATCH '{title} : shop'"),
            "0");

  // The boilerplate of a later page is found by the same lines, without reading the other pages
  // again.
  web_.set("a.test/later", page_of(99));
  run(crawl_options({"http://a.test/later"}));
  EXPECT_EQ(to_sqlite().put, 1U);
  EXPECT_EQ(column("http://a.test/later", "text"), "code99");
  EXPECT_EQ(column("http://a.test/later", "boilerplate"), boilerplate);
  expect_equal_to_full_conversion();
}

// When there are enough pages to find repeated lines, the earlier pages are converted again.
TEST_F(Convert, BoilerplateOfAGrowingSiteIsComputedAgain) {
  const auto page_of = [](int i) {
    return html(
        "<p>Our solemn words stand on each and every one of the pages of this shop, "
        "whatever else there is.<p>This is page " +
        std::to_string(i) + " and it has some more words that no other page has.");
  };
  web_.set("a.test/0", page_of(0));
  run(crawl_options({"http://a.test/0"}));
  to_sqlite();
  EXPECT_NE(column("http://a.test/0", "text").find("solemn"), std::string::npos);
  std::vector<std::string> seeds;
  for (int i = 1; i < 10; ++i) {
    web_.set("a.test/" + std::to_string(i), page_of(i));
    seeds.push_back("http://a.test/" + std::to_string(i));
  }
  run(crawl_options(seeds));
  EXPECT_EQ(to_sqlite().put, 10U);
  EXPECT_EQ(column("http://a.test/0", "text").find("solemn"), std::string::npos);
  EXPECT_EQ(to_sqlite().put, 0U);
  expect_equal_to_full_conversion();
}

TEST_F(Convert, PageWithoutTextIsARowToo) {
  web_.set("a.test/", links({"/plain", "/moved", "/gone", "/hidden", "/copy", "http://b.test/"}));
  web_.set("a.test/plain", plain_text("just words"));
  web_.set("a.test/moved", redirect("/plain"));
  web_.set("a.test/hidden", html("<meta name=robots content=noindex><p>secret</p>"));
  web_.set("a.test/copy", plain_text("just words"));
  run(crawl_options());
  to_sqlite();
  const auto at = [](const std::string& path) { return "http://a.test/" + path; };
  EXPECT_EQ(ask_sqlite(catalog(), "SELECT count(*) FROM pages"), "6");
  EXPECT_EQ(column(at("moved"), "redirect_to"), std::to_string(id_of(at("plain"))));
  EXPECT_EQ(column(at("moved"), "result"), "redirect");
  EXPECT_EQ(column(at("gone"), "result"), "gone");
  EXPECT_EQ(column(at("gone"), "text"), "");
  EXPECT_EQ(column(at("hidden"), "noindex"), "1");
  EXPECT_EQ(column(at("hidden"), "text"), "secret");
  EXPECT_TRUE(found_in_sqlite(catalog(), "secret").empty());
  // It is random which of the two came first.
  const bool copy_is_second = column(at("copy"), "duplicate_of") != "";
  const std::string first = copy_is_second ? at("plain") : at("copy");
  const std::string second = copy_is_second ? at("copy") : at("plain");
  EXPECT_EQ(column(second, "duplicate_of"), std::to_string(id_of(first)));
  EXPECT_EQ(column(second, "text"), "");
  EXPECT_EQ(column(second, "media_type"), "text/plain");
  EXPECT_EQ(column(first, "text"), "just words");
  EXPECT_EQ(found_in_sqlite(catalog(), "words"), std::vector{id_of(first)});
  EXPECT_EQ(ask_sqlite(catalog(), "SELECT count(*) FROM pragma_foreign_key_check"), "0");
}

TEST_F(Convert, TextOfAnErrorPageIsNotTheTextOfTheGonePage) {
  web_.set("a.test/", html("<title>Oops</title><p>nothing to see here</p>"));
  run(crawl_options());
  to_sqlite();
  EXPECT_EQ(found_in_sqlite(catalog(), "oops").size(), 1U);
  store::PageState gone = page("http://a.test/");
  gone.result = store::VisitResult::kSoftGone;
  {
    const auto store = store::open_rocksdb_store(folder_.path() + "/state");
    ASSERT_TRUE(store) << store.error().message;
    ASSERT_TRUE((*store)->commit({.pages = {gone}}, store::Durability::kProcess));
  }
  to_sqlite();
  EXPECT_EQ(column("http://a.test/", "result"), "soft_gone");
  EXPECT_EQ(column("http://a.test/", "text"), "");
  EXPECT_TRUE(found_in_sqlite(catalog(), "nothing").empty());
  EXPECT_TRUE(found_in_sqlite(catalog(), "oops").empty());
  expect_equal_to_full_conversion();
}

TEST_F(Convert, PageThatIsNotModifiedKeepsItsText) {
  web_.set("a.test/", std::vector{html("<p>tea</p>", "ETag: \"v1\"\r\n"), status(304)});
  run(crawl_options());
  to_sqlite();
  const std::string visited = column("http://a.test/", "last_visit");
  run(run_options());
  const convert::ConvertSummary summary = to_sqlite();
  EXPECT_EQ(summary.put, 0U) << "unchanged pages are not read again";
  EXPECT_EQ(summary.refreshed, 1U);
  EXPECT_EQ(column("http://a.test/", "text"), "tea");
  EXPECT_EQ(column("http://a.test/", "result"), "unchanged");
  EXPECT_NE(column("http://a.test/", "last_visit"), visited);
  EXPECT_EQ(found_in_sqlite(catalog(), "tea").size(), 1U);
  expect_equal_to_full_conversion();
}

// The second page is a duplicate of the first. When the first page changes, the old record still
// has the text.
TEST_F(Convert, DuplicateKeepsItsTextWhenItsOriginalChanges) {
  web_.set("a.test/", std::vector{plain_text("the same words"), plain_text("other words")});
  run(crawl_options());
  web_.set("b.test/", plain_text("the same words"));
  run(crawl_options({"http://b.test/"}));
  to_sqlite();
  EXPECT_EQ(column("http://b.test/", "duplicate_of"), std::to_string(id_of("http://a.test/")));
  EXPECT_EQ(found_in_sqlite(catalog(), "same"), std::vector{id_of("http://a.test/")});
  crawl::CrawlOptions only_first = run_options();
  only_first.limits.max_time = Duration::milliseconds(500);
  run(only_first);
  ASSERT_EQ(page("http://a.test/").result, store::VisitResult::kUnchanged);
  const convert::ConvertSummary summary = to_sqlite();
  EXPECT_EQ(summary.unreadable, 0U);
  EXPECT_EQ(column("http://a.test/", "text"), "other words");
  EXPECT_EQ(column("http://b.test/", "text"), "the same words");
  EXPECT_EQ(column("http://b.test/", "duplicate_of"), "");
  EXPECT_EQ(found_in_sqlite(catalog(), "same"), std::vector{id_of("http://b.test/")});
  EXPECT_EQ(found_in_sqlite(catalog(), "other"), std::vector{id_of("http://a.test/")});
  expect_equal_to_full_conversion();
}

TEST_F(Convert, OnlyNewAndChangedPagesAreWrittenAgain) {
  web_.set("a.test/", links({"/1", "/2"}));
  web_.set("a.test/1", html("<p>one</p>"));
  web_.set("a.test/2",
           std::vector{html("<p>two</p>"), html("<p>two, and changed</p><a href=/3>x")});
  web_.set("a.test/3", html("<p>three</p>"));
  run(crawl_options());
  to_sqlite();
  const int64_t two = id_of("http://a.test/2");
  EXPECT_EQ(to_sqlite().put + to_sqlite().refreshed, 0U);
  run(run_options());
  const convert::ConvertSummary summary = to_sqlite();
  EXPECT_FALSE(summary.rebuilt);
  EXPECT_EQ(summary.pages, 4U);
  EXPECT_GE(summary.put, 2U);
  EXPECT_EQ(id_of("http://a.test/2"), two);
  EXPECT_EQ(found_in_sqlite(catalog(), "changed"), std::vector{two});
  EXPECT_EQ(found_in_sqlite(catalog(), "three"), std::vector{id_of("http://a.test/3")});
  expect_equal_to_full_conversion();
}

// A link to an unknown page has no row. It gets one when the page is known.
TEST_F(Convert, LinksToPagesThatAreFoundLaterAreAdded) {
  web_.set("a.test/", links({"http://b.test/"}));
  web_.set("b.test/", html("<p>elsewhere</p>"));
  run(crawl_options());
  to_sqlite();
  EXPECT_EQ(ask_sqlite(catalog(), "SELECT count(*) FROM links"), "0");
  run(crawl_options({"http://b.test/"}));
  const convert::ConvertSummary summary = to_sqlite();
  EXPECT_EQ(summary.put, 1U);
  EXPECT_EQ(summary.relinked, 1U);
  EXPECT_EQ(ask_sqlite(catalog(), "SELECT target FROM links"),
            std::to_string(id_of("http://b.test/")));
  expect_equal_to_full_conversion();
}

TEST_F(Convert, CommunitiesFollowTheSettings) {
  web_.set("a.example.test/", links({"http://b.example.test/", "http://other.test/"}));
  for (const char* place : {"b.example.test/", "other.test/"}) web_.set(place, links({}));
  crawl::CrawlOptions crawl = crawl_options({"http://a.example.test/"});
  crawl.collection.scope.kind = collection::ScopeKind::kAny;
  run(crawl);
  convert::ConvertOptions options = options_of_conversion();
  options.communities = url::Communities::parse({"mine=a.example.test other.test"}).value();
  convert(catalog::make_sqlite_writer(catalog()), options);
  const auto community = [&](const std::string& site) {
    return ask_sqlite(catalog(),
                      "SELECT name FROM communities NATURAL JOIN (SELECT community_id "
                      "FROM sites WHERE url = '" +
                          site + "')");
  };
  EXPECT_EQ(community("http://a.example.test"), "mine");
  EXPECT_EQ(community("http://other.test"), "mine");
  EXPECT_EQ(community("http://b.example.test"), "example.test");
  const auto id_of_mine = [&] {
    return ask_sqlite(catalog(), "SELECT community_id FROM communities WHERE name = 'mine'");
  };
  const std::string mine = id_of_mine();
  // Other settings move sites to other communities, and ids stay the same.
  options.communities = url::Communities::parse({"all=*.test"}).value();
  convert(catalog::make_sqlite_writer(catalog()), options);
  EXPECT_EQ(community("http://b.example.test"), "all");
  EXPECT_EQ(id_of_mine(), mine);
}

TEST_F(Convert, DamagedArchiveLosesOnlyTheTextOfItsPages) {
  web_.set("a.test/", links({"/1"}));
  web_.set("a.test/1", html("<p>one</p>"));
  run(crawl_options());
  const store::PageState damaged = page("http://a.test/1");
  {
    std::FILE* file = std::fopen((folder_.path() + "/warc/freshet-000001.warc.gz").c_str(), "r+b");
    ASSERT_NE(file, nullptr);
    std::fseek(file, static_cast<long>(damaged.archived.offset + 4), SEEK_SET);
    std::fwrite("XXXXXXXXXXXXXXXX", 1, 16, file);
    std::fclose(file);
  }
  const convert::ConvertSummary summary = to_sqlite();
  EXPECT_EQ(summary.put, 2U);
  EXPECT_EQ(summary.unreadable, 1U);
  EXPECT_EQ(column("http://a.test/1", "text"), "");
  EXPECT_NE(column("http://a.test/", "text"), "");
  EXPECT_EQ(to_sqlite().put, 1U) << "it is retried";
}

TEST_F(Convert, StoppedConversionChangesNothing) {
  web_.set("a.test/", links({}));
  run(crawl_options());
  const auto store = store::open_rocksdb_store(folder_.path() + "/state");
  auto converter = convert::Converter::open(**store, options_of_conversion(), system_clock_);
  convert::ConvertProgress progress;
  progress.stop = true;
  const auto writer = catalog::make_sqlite_writer(catalog());
  EXPECT_FALSE(converter->convert(*writer, progress));
  EXPECT_FALSE(std::filesystem::exists(catalog()));
}

}  // namespace
}  // namespace freshet::test
