// Tests of the requests of authors to crawlers, in the page, in its header and on links; and of
// sitemaps.
#include "integration/crawling.h"
#include "store/store.h"

namespace freshet::test {
namespace {

class Authors : public ScriptedCrawling {
 protected:
  Authors() {
    for (const char* place : {"a.test/1", "a.test/2", "a.test/3"}) web_.set(place, links({}));
  }
};

constexpr const char* kTwoLinks = "<a href=/1>x</a><a href=/2>x</a>";

TEST_F(Authors, MetaNofollowMeansAllLinksOfThePage) {
  web_.set("a.test/", html("<meta name=robots content=nofollow>" + std::string(kTwoLinks)));
  EXPECT_EQ(run(options()).pages, 1u);
}

TEST_F(Authors, NofollowInTheHeaderMeansTheSame) {
  web_.set("a.test/", html(kTwoLinks, "X-Robots-Tag: nofollow\r\n"));
  EXPECT_EQ(run(options()).pages, 1u);
}

TEST_F(Authors, HeaderForAnotherCrawlerIsIgnored) {
  web_.set("a.test/", html(kTwoLinks, "X-Robots-Tag: otherbot: nofollow\r\n"));
  EXPECT_EQ(run(options()).pages, 3u);
}

TEST_F(Authors, HeaderThatNamesOurCrawlerIsObeyed) {
  web_.set("a.test/", html(kTwoLinks, "X-Robots-Tag: freshet: nofollow, noindex\r\n"));
  EXPECT_EQ(run(options()).pages, 1u);
  EXPECT_TRUE(page("http://a.test/").noindex);
}

TEST_F(Authors, ALinkWithNofollowIsRecordedAndNotFollowed) {
  web_.set("a.test/", html("<a href=/1 rel=nofollow>x</a><a href=/2 rel='ugc x'>x</a>"
                           "<a href=/3 rel=author>x</a>"));
  EXPECT_EQ(run(options()).pages, 2u);
  EXPECT_EQ(web_.times("a.test/3"), 1u);
  const store::PageKey key = page("http://a.test/").key;
  auto store = store::open_rocksdb_store(folder_.path() + "/state");
  const auto recorded = (*store)->links(key);
  ASSERT_TRUE(recorded && *recorded);
  ASSERT_EQ((*recorded)->to.size(), 3u);
  EXPECT_TRUE((*recorded)->to[0].nofollow);
  EXPECT_FALSE((*recorded)->to[2].nofollow);
}

TEST_F(Authors, LinkIsFollowedIfAnotherPageHasItWithoutNofollow) {
  web_.set("a.test/", html("<a href=/1 rel=nofollow>x</a><a href=/2>x</a>"));
  web_.set("a.test/2", links({"/1"}));
  EXPECT_EQ(run(options()).pages, 3u);
}

TEST_F(Authors, NoindexPageIsCollectedAndMarked) {
  web_.set("a.test/", html("<meta name=robots content=noindex>" + std::string(kTwoLinks)));
  web_.set("a.test/1", html("one", "X-Robots-Tag: noindex\r\n"));
  EXPECT_EQ(run(options()).pages, 3u);
  EXPECT_TRUE(page("http://a.test/").noindex);
  EXPECT_TRUE(page("http://a.test/1").noindex);
  EXPECT_FALSE(page("http://a.test/2").noindex);
}

TEST_F(Authors, NoarchivePageIsNotArchived) {
  web_.set("a.test/", html("<meta name=robots content=noarchive>" + std::string(kTwoLinks)));
  EXPECT_EQ(run(options()).pages, 3u);
  EXPECT_FALSE(archived().contains("http://a.test/"));
  EXPECT_EQ(archived().size(), 2u);
}

class Sitemaps : public ScriptedCrawling {
 protected:
  Sitemaps() {
    for (const char* place : {"a.test/", "a.test/1", "a.test/2", "a.test/3", "b.test/1"}) {
      web_.set(place, links({}));
    }
  }
  static std::string urlset(const std::vector<std::string>& urls) {
    std::string body = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>";
    for (const std::string& url : urls) body.append("<url><loc>" + url + "</loc></url>");
    return body + "</urlset>";
  }
};

TEST_F(Sitemaps, SitemapsOfRobotsTxtAreReadAndTheirPagesCollected) {
  web_.set("a.test/robots.txt", plain_text("Sitemap: http://a.test/index.xml\n"
                                           "Sitemap: /relative.txt\n"));
  web_.set("a.test/index.xml",
           html("<sitemapindex><sitemap><loc>http://a.test/part.xml.gz</loc></sitemap>"
                "</sitemapindex>"));
  web_.set("a.test/part.xml.gz", html(gzipped(urlset({"http://a.test/1", "http://b.test/1"}))));
  web_.set("a.test/relative.txt", plain_text("http://a.test/2\n"));
  const crawl::Progress progress = run(options());
  EXPECT_EQ(progress.pages, 3u);
  EXPECT_EQ(progress.outcomes.at(collection::Event::kNew), 3u);
  EXPECT_EQ(progress.outcomes.at(collection::Event::kSitemap), 3u);
  EXPECT_EQ(web_.times("b.test/1"), 0u);  // outside the scope
  EXPECT_TRUE(page("http://a.test/index.xml").sitemap);
  EXPECT_TRUE(archived().contains("http://a.test/part.xml.gz"));
}

}  // namespace
}  // namespace freshet::test
