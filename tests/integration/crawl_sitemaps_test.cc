// Sitemaps keep to limits and to the scope, whatever they name.
#include "integration/crawling.h"

namespace freshet::test {
namespace {

class SitemapLimits : public ScriptedCrawling {
 protected:
  SitemapLimits() { web_.set("a.test/", links({})); }

  static Answer index(const std::vector<std::string>& sitemaps) {
    std::string body = "<sitemapindex>";
    for (const std::string& one : sitemaps) {
      body.append("<sitemap><loc>" + one + "</loc></sitemap>");
    }
    return html(body + "</sitemapindex>");
  }
  static Answer urlset(const std::vector<std::string>& urls) {
    std::string body = "<urlset>";
    for (const std::string& url : urls) body.append("<url><loc>" + url + "</loc></url>");
    return html(body + "</urlset>");
  }
  // a.test/index.xml names so many, each of which names a page.
  void set_sitemaps(int count) {
    web_.set("a.test/robots.txt", plain_text("Sitemap: http://a.test/index.xml"));
    std::vector<std::string> sitemaps;
    for (int i = 0; i < count; ++i) {
      const std::string number = std::to_string(i);
      sitemaps.push_back("http://a.test/map" + number + ".xml");
      web_.set("a.test/map" + number + ".xml", urlset({"http://a.test/p" + number}));
      web_.set("a.test/p" + number, links({}));
    }
    web_.set("a.test/index.xml", index(sitemaps));
  }
  size_t asked_for_sitemaps() const {
    size_t count = 0;
    for (const auto& asked : web_.asked()) count += asked.target.ends_with(".xml") ? 1 : 0;
    return count;
  }
};

TEST_F(SitemapLimits, TheyCountTowardsTheLimitOfPages) {
  set_sitemaps(40);
  crawl::CrawlOptions o = options();
  o.limits.max_pages = 10;
  const crawl::Progress progress = run(o);
  EXPECT_EQ(progress.ended, "the limit of pages is reached");
  EXPECT_EQ(web_.times("a.test"), 11u);  // with robots.txt
  EXPECT_EQ(run(options()).pages + progress.pages, 41u);
}

TEST_F(SitemapLimits, ThoseThatAreNotThereCountToo) {
  std::vector<std::string> sitemaps;
  for (int i = 0; i < 40; ++i)
    sitemaps.push_back("http://a.test/none" + std::to_string(i) + ".xml");
  web_.set("a.test/robots.txt", plain_text("Sitemap: http://a.test/index.xml"));
  web_.set("a.test/index.xml", index(sitemaps));
  crawl::CrawlOptions o = options();
  o.limits.max_pages = 10;
  run(o);
  EXPECT_EQ(web_.times("a.test"), 11u);
}

TEST_F(SitemapLimits, OneSiteNamesNoMoreThanAllowed) {
  set_sitemaps(40);
  crawl::CrawlOptions o = options();
  o.sitemap_limits.max_per_site = 5;
  const crawl::Progress progress = run(o);
  EXPECT_EQ(asked_for_sitemaps(), 5u);
  EXPECT_EQ(progress.pages, 5u);
  EXPECT_EQ(progress.outcomes.at("over_site_budget"), 36u);
}

TEST_F(SitemapLimits, RobotsTxtNamesNoMoreEither) {
  std::string robots;
  for (int i = 0; i < 1'000; ++i) robots += "Sitemap: /map" + std::to_string(i) + ".xml\n";
  web_.set("a.test/robots.txt", plain_text(robots));
  crawl::CrawlOptions o = options();
  o.sitemap_limits.max_per_site = 20;
  run(o);
  EXPECT_EQ(asked_for_sitemaps(), 20u);
}

TEST_F(SitemapLimits, IndexesOfIndexesEnd) {
  web_.set("a.test/robots.txt", plain_text("Sitemap: http://a.test/i0.xml"));
  for (int i = 0; i < 10; ++i) {
    web_.set("a.test/i" + std::to_string(i) + ".xml",
             index({"http://a.test/i" + std::to_string(i + 1) + ".xml"}));
  }
  EXPECT_EQ(run(options()).outcomes.at("sitemap"), 3u);
  EXPECT_EQ(web_.times("a.test/i2.xml"), 1u);
  EXPECT_EQ(web_.times("a.test/i3.xml"), 0u);
  crawl::CrawlOptions deeper = options();
  deeper.sitemap_limits.max_depth = 4;
  EXPECT_EQ(run(deeper).requests, 2u) << "it goes on from what was refused";
  EXPECT_EQ(web_.times("a.test/i4.xml"), 1u);
}

TEST_F(SitemapLimits, AnIndexNamesNoSitemapsOfOtherHosts) {
  std::vector<std::string> sitemaps = {"http://a.test/map.xml"};
  for (int i = 0; i < 20; ++i) {
    sitemaps.push_back("http://other" + std::to_string(i) + ".test/map.xml");
  }
  web_.set("a.test/robots.txt", plain_text("Sitemap: http://a.test/index.xml"));
  web_.set("a.test/index.xml", index(sitemaps));
  web_.set("a.test/map.xml", urlset({"http://a.test/1", "http://other1.test/1"}));
  web_.set("a.test/1", links({}));
  EXPECT_EQ(run(options()).pages, 2u);
  EXPECT_EQ(web_.times(""), web_.times("a.test"));
  EXPECT_EQ(web_.times("a.test/map.xml"), 1u);
}

// Cross-submission, as sitemaps.org calls it.
TEST_F(SitemapLimits, RobotsTxtMayNameOneElsewhereWhichMayNameOthersBesideIt) {
  web_.set("a.test/robots.txt", plain_text("Sitemap: http://maps.test/index.xml"));
  web_.set("maps.test/robots.txt", plain_text("Sitemap: http://maps.test/own.xml"));
  web_.set("maps.test/index.xml", index({"http://maps.test/a.xml", "http://third.test/b.xml"}));
  web_.set("maps.test/a.xml", urlset({"http://a.test/1", "http://maps.test/1"}));
  web_.set("a.test/1", links({}));
  EXPECT_EQ(run(options()).pages, 2u);
  EXPECT_EQ(web_.times("maps.test"), 3u);  // robots.txt, index.xml, a.xml
  EXPECT_EQ(web_.times("maps.test/own.xml"), 0u);
  EXPECT_EQ(web_.times("third.test"), 0u);
}

TEST_F(SitemapLimits, FeedsOfOtherHostsAreOutsideTheScope) {
  web_.set("a.test/", html("<link rel=alternate type='application/rss+xml' href='/feed.xml'>"
                           "<link rel=alternate type='application/rss+xml' "
                           "href='http://other.test/feed.xml'>"));
  crawl::CrawlOptions o = run_for(Duration::milliseconds(400), {"http://a.test/"});
  run(o);
  EXPECT_GE(web_.times("a.test/feed.xml"), 1u);
  EXPECT_EQ(web_.times("other.test"), 0u);
}

}  // namespace
}  // namespace freshet::test
