// Tests of the dates of pages and their sources: from the crawl to the filters of a search.
#include "clock/civil.h"
#include "http/date.h"
#include "integration/converting.h"
#include "search/search.h"
#include "support/postgres.h"

namespace freshet::test {
namespace {

constexpr const char* kMay = "Tue, 06 May 2025 10:00:00 GMT";

std::string modified_meta(const std::string& date) {
  return "<meta property=article:modified_time content=" + date + ">";
}

class ConvertDates : public Converting {
 protected:
  void SetUp() override {
    web_.set("a.test/robots.txt", plain_text("Sitemap: http://a.test/sitemap.xml\n"));
    web_.set("a.test/sitemap.xml", std::vector{sitemap("2025-04-01"), sitemap("2025-04-20")});
    web_.set("a.test/", links({"/page", "/listed", "/http", "/now", "/published", "/nothing",
                               "/future", "/fresh"}));
    const std::string last_modified = std::string("Last-Modified: ") + kMay + "\r\n";
    const std::string now =
        "Last-Modified: " + http::format_http_date(system_clock_.now()) + "\r\n";
    const auto text = [](const std::string& name) { return "<p>grass of " + name + "</p>"; };
    web_.set("a.test/page", html(modified_meta("2025-03-01") + text("page"), last_modified));
    web_.set("a.test/listed", html(text("listed"), last_modified));
    web_.set("a.test/http", html(text("http"), last_modified));
    web_.set("a.test/now", html(text("now"), now));
    web_.set("a.test/published",
             html("<script type=application/ld+json>{\"datePublished\": \"2025-06-01\"}</script>" +
                      text("published"),
                  now));
    web_.set("a.test/nothing", html(text("nothing")));
    web_.set("a.test/future", html(modified_meta("2999-01-01") + text("future"), last_modified));
    web_.set("a.test/fresh", html(text("fresh"), last_modified));
  }
  // The sitemap lists /page and /listed, /fresh with the time of the request, and a page of another
  // site.
  Answer sitemap(const std::string& date) const {
    const auto entry = [](const std::string& loc, const std::string& lastmod) {
      return "<url><loc>" + loc + "</loc><lastmod>" + lastmod + "</lastmod></url>";
    };
    const std::string body = "<urlset>" + entry("http://a.test/page", date) +
                             entry("http://a.test/listed", date) +
                             entry("http://a.test/fresh", format_iso8601(system_clock_.now())) +
                             entry("http://b.test/", date) + "</urlset>";
    return html(body);
  }
  crawl::CrawlOptions crawl_options() const {
    crawl::CrawlOptions options = hasty(web_.address());
    options.seeds = {"http://a.test/"};
    return options;
  }
  std::string date(const std::string& path) const {
    return column("http://a.test/" + path,
                  "strftime('%Y-%m-%d ', modified, 'unixepoch') || modified_from");
  }

  ScriptedWeb web_;
};

TEST_F(ConvertDates, ComeFromTheMostTrustedSource) {
  run(crawl_options());
  to_sqlite();
  EXPECT_EQ(date("page"), "2025-03-01 page");
  EXPECT_EQ(date("listed"), "2025-04-01 sitemap");
  EXPECT_EQ(date("http"), "2025-05-06 http");
  EXPECT_EQ(date("published"), "2025-06-01 published");
  EXPECT_EQ(date("future"), "2025-05-06 http");
  EXPECT_EQ(date("fresh"), "2025-05-06 http")
      << "the date in the sitemap is always that of the request";
  for (const char* path : {"now", "nothing"}) {
    EXPECT_EQ(column(std::string("http://a.test/") + path, "modified = last_change"), "1") << path;
    EXPECT_EQ(column(std::string("http://a.test/") + path, "modified_from"), "observed") << path;
  }
  EXPECT_EQ(page("http://a.test/published").own_modified, std::nullopt);
}

TEST_F(ConvertDates, FollowTheSitemapEvenIfThePageIsUnchanged) {
  run(crawl_options());
  to_sqlite();
  run(in_turn(crawl_options()));
  EXPECT_FALSE(to_sqlite().rebuilt);
  EXPECT_EQ(date("listed"), "2025-04-20 sitemap");
  EXPECT_EQ(date("page"), "2025-03-01 page");
  EXPECT_EQ(date("http"), "2025-05-06 http");
  expect_equal_to_full_conversion();
}

TEST_F(ConvertDates, AreUsedByTheFiltersBeforeAndAfter) {
  FRESHET_POSTGRES(server);
  run(crawl_options());
  to_sqlite();
  to_lines();
  convert(catalog::make_postgres_writer(server.dsn()));
  EXPECT_EQ(difference(rows_of_sqlite(catalog()), rows_of_postgres(server.dsn())), "");
  EXPECT_EQ(difference(rows_of_sqlite(catalog()), rows_of_json_lines(lines())), "");
  auto sqlite = search::open_sqlite(catalog());
  auto postgres = search::open_postgres(server.dsn());
  ASSERT_TRUE(sqlite) << sqlite.error().message;
  ASSERT_TRUE(postgres) << postgres.error().message;
  words::Segmenter segmenter;
  for (search::Index* index : {sqlite->get(), postgres->get()}) {
    const auto found = [&](const std::string& query) {
      const auto answer = search::search(*index, segmenter, query, {.now = system_clock_.now()});
      EXPECT_TRUE(answer) << answer.error().message;
      std::string all;
      for (const search::Hit& hit : answer->hits) {
        all += hit.match.url.substr(std::string("http://a.test/").size()) + " " +
               format_iso8601(*hit.match.modified).substr(0, 10) + " " + hit.match.modified_from;
      }
      return all;
    };
    EXPECT_EQ(found("grass before:2025-03-02"), "page 2025-03-01 page");
    EXPECT_EQ(found("grass after:2025-03-02 before:2025-05"), "listed 2025-04-01 sitemap");
    EXPECT_EQ(found("grass http after:2025-05-06 before:2025-05-07"), "http 2025-05-06 http");
    EXPECT_EQ(found("grass after:2025-06 before:2025-07"), "published 2025-06-01 published");
    EXPECT_EQ(found("grass nothing before:2026"), "");
  }
}

}  // namespace
}  // namespace freshet::test
