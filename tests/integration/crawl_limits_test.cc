// Tests of the limits of pages, robots.txt, sitemaps and heads, below and above each limit: what
// exceeds a limit is left out, and the crawl continues.
#include "integration/crawling.h"

namespace freshet::test {
namespace {

std::string link_to(const std::string& href) {
  return "<a href=\"" + href + "\">x</a>";
}

class ReadingLimits : public ScriptedCrawling {
 protected:
  ReadingLimits() { web_.otherwise(html("a page")); }

  void expect_requested(const std::string& place, bool requested) const {
    EXPECT_EQ(web_.times(place), requested ? 1u : 0u) << place;
  }
};

TEST_F(ReadingLimits, AUrlBeyondAMebibyteIsLeftOut) {
  const std::string base = "http://a.test/";
  const size_t room = (1 << 20) - base.size();
  // The links are in two tags, because the attributes of one tag have the same limit.
  web_.set("a.test/", html("<base href='" + base + "'>" + link_to(std::string(room + 1, 'a')) +
                           link_to("/" + std::string(2'000, 'b')) + link_to("/last")));
  run(options());
  expect_requested("a.test/" + std::string(2'000, 'b'), true);
  expect_requested("a.test/last", true);
  EXPECT_EQ(pages().size(), 3u);
}

TEST_F(ReadingLimits, AttributesBeyondThe256thAreLeftOut) {
  const auto tag = [](int others, const std::string& href) {
    std::string text = "<a ";
    for (int i = 0; i < others; ++i) text += "x" + std::to_string(i) + "=1 ";
    return text + "href='" + href + "'>x</a>";
  };
  web_.set("a.test/", html(tag(255, "/within") + tag(256, "/beyond") + link_to("/last")));
  run(options());
  expect_requested("a.test/within", true);
  expect_requested("a.test/beyond", false);
  expect_requested("a.test/last", true);
}

TEST_F(ReadingLimits, AttributesBeyondAMebibyteAreLeftOut) {
  const std::string large((1 << 20) - 10, 'x');
  web_.set("a.test/", html("<a title='" + large + "' href=/beyond>x</a><a href=/within title='" +
                           large + "'>x</a>" + link_to("/last")));
  run(options());
  expect_requested("a.test/within", true);
  expect_requested("a.test/beyond", false);
  expect_requested("a.test/last", true);
}

TEST_F(ReadingLimits, LinksBeyondTheLimitOfAPageAreLeftOut) {
  std::string body;
  for (int i = 1; i <= 12; ++i) body += link_to("/" + std::to_string(i));
  web_.set("a.test/", html(body));
  crawl::CrawlOptions o = options();
  o.page.max_links = 10;
  run(o);
  expect_requested("a.test/10", true);
  expect_requested("a.test/11", false);
  EXPECT_EQ(pages().size(), 11u);
}

TEST_F(ReadingLimits, LinksBeyondTheTextLimitOfAPageAreFollowed) {
  const std::string start = "<p>" + std::string(1'000, 'x') + "</p>";
  web_.set("a.test/", {html(start + "<p>one</p>"), html(start + "<p>two</p>" + link_to("/new"))});
  crawl::CrawlOptions o = run_for(Duration::seconds(30), {"http://a.test/"});
  o.page.max_text_bytes = 500;
  o.limits.max_pages = 3;
  run(o);
  expect_requested("a.test/new", true);
}

TEST_F(ReadingLimits, TitleIsTruncatedAtFourKibibytes) {
  web_.set("a.test/", html("<title>" + std::string(10'000, 't') + "</title><p>text"));
  run(options());
  EXPECT_EQ(page("http://a.test/").title, std::string(4'096, 't'));
}

TEST_F(ReadingLimits, RulesBeyondTheLimitOfARobotsFileAreIgnored) {
  const std::string filler(500 * 1024, '\n');
  web_.set("a.test/robots.txt",
           plain_text("User-agent: *\nDisallow: /early\n" + filler + "Disallow: /late\n"));
  web_.set("a.test/", links({"/early", "/late"}));
  run(options());
  expect_requested("a.test/early", false);
  expect_requested("a.test/late", true);
}

TEST_F(ReadingLimits, LongLineOfARobotsFileDoesNotAffectTheNext) {
  web_.set("a.test/robots.txt", plain_text("User-agent: *\nDisallow: /" + std::string(20'000, 'a') +
                                           "\nDisallow: /no\n"));
  web_.set("a.test/", links({"/no", "/yes"}));
  run(options());
  expect_requested("a.test/no", false);
  expect_requested("a.test/yes", true);
}

class SitemapReading : public ReadingLimits {
 protected:
  void name_sitemap(int entries) {
    std::string body = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>";
    for (int i = 1; i <= entries; ++i) {
      body += "<url><loc>http://a.test/" + std::to_string(i) + "</loc></url>";
    }
    web_.set("a.test/robots.txt", plain_text("Sitemap: http://a.test/map.xml\n"));
    web_.set("a.test/map.xml", html(body + "</urlset>"));
  }
};

TEST_F(SitemapReading, EntriesBeyondTheLimitAreLeftOut) {
  name_sitemap(8);
  crawl::CrawlOptions o = options();
  o.sitemap.max_urls = 5;
  run(o);
  expect_requested("a.test/5", true);
  expect_requested("a.test/6", false);
}

TEST_F(SitemapReading, BytesBeyondTheLimitAreNotRead) {
  name_sitemap(100);
  crawl::CrawlOptions o = options();
  o.sitemap.max_bytes = 1'000;
  run(o);
  expect_requested("a.test/1", true);
  expect_requested("a.test/100", false);
}

}  // namespace
}  // namespace freshet::test
