// Tests of sitemaps: pages and dates, limits, and scope.
#include "clock/civil.h"
#include "engine/engine_world.h"

namespace freshet::test {
namespace {

class Sitemaps : public EngineWorld {
 protected:
  Sitemaps() {
    for (const char* url :
         {"http://a.test/", "http://a.test/1", "http://a.test/2", "http://b.test/1"}) {
      web_.set(url, links({}));
    }
  }
  static fetch::Reply index(const std::vector<std::string>& sitemaps) {
    std::string body = "<sitemapindex>";
    for (const std::string& one : sitemaps) {
      body.append("<sitemap><loc>" + one + "</loc></sitemap>");
    }
    return xml(body + "</sitemapindex>");
  }
  void name_in_robots(const std::string& url) {
    web_.set("http://a.test/robots.txt", plain_text("Sitemap: " + url + "\n"));
  }
  // Adds http://a.test/index.xml with this number of sitemaps, each of which lists a page.
  void set_sitemaps(int count) {
    name_in_robots("http://a.test/index.xml");
    std::vector<std::string> sitemaps;
    for (int i = 0; i < count; ++i) {
      const std::string number = std::to_string(i);
      sitemaps.push_back("http://a.test/map" + number + ".xml");
      web_.set(sitemaps.back(), sitemap({{"http://a.test/p" + number}}));
      web_.set("http://a.test/p" + number, links({}));
    }
    web_.set("http://a.test/index.xml", index(sitemaps));
  }
  size_t asked_for_sitemaps() const {
    size_t count = 0;
    for (const auto& requests : web_.requests()) count += requests.url.ends_with(".xml") ? 1 : 0;
    return count;
  }
};

TEST_F(Sitemaps, SitemapsOfRobotsTxtAreReadAndTheirPagesCollected) {
  web_.set("http://a.test/robots.txt",
           plain_text("Sitemap: http://a.test/index.xml\nSitemap: /relative.txt\n"));
  web_.set("http://a.test/index.xml", index({"http://a.test/part.xml"}));
  web_.set("http://a.test/part.xml", sitemap({{"http://a.test/1"}, {"http://b.test/1"}}));
  web_.set("http://a.test/relative.txt", plain_text("http://a.test/2\n"));
  const crawl::Progress progress = run();
  EXPECT_EQ(progress.pages, 3u);
  EXPECT_EQ(progress.outcomes.at(collection::Event::kSitemap), 3u);
  EXPECT_EQ(web_.times("http://b.test/1"), 0u);  // out of the scope
  EXPECT_TRUE(page("http://a.test/index.xml").sitemap);
  EXPECT_EQ(page("http://a.test/1").listed_on, page("http://a.test/part.xml").key);
  EXPECT_TRUE(archived().contains("http://a.test/part.xml"));
}

TEST_F(Sitemaps, SitemapsCountTowardsTheLimitOfPages) {
  set_sitemaps(40);
  options_.limits.max_pages = 10;
  const crawl::Progress progress = run();
  EXPECT_EQ(progress.ended, "the limit of pages is reached");
  EXPECT_EQ(web_.count("http://a.test"), 11u);  // with robots.txt
  options_.limits = {};
  EXPECT_EQ(run().pages + progress.pages, 41u);
}

TEST_F(Sitemaps, MissingSitemapsCountTowardsTheLimitOfPages) {
  std::vector<std::string> sitemaps;
  for (int i = 0; i < 40; ++i) {
    sitemaps.push_back("http://a.test/none" + std::to_string(i) + ".xml");
  }
  name_in_robots("http://a.test/index.xml");
  web_.set("http://a.test/index.xml", index(sitemaps));
  options_.limits.max_pages = 10;
  run();
  EXPECT_EQ(web_.count("http://a.test"), 11u);
}

TEST_F(Sitemaps, SiteMayNameAtMostTheAllowedNumber) {
  set_sitemaps(40);
  options_.collection.sitemaps.max_per_site = 5;
  const crawl::Progress progress = run();
  EXPECT_EQ(asked_for_sitemaps(), 5u);
  EXPECT_EQ(progress.pages, 5u);
  EXPECT_EQ(progress.outcomes.at(collection::Event::kOverSiteBudget), 36u);
}

TEST_F(Sitemaps, RobotsTxtMayNameAtMostTheAllowedNumber) {
  std::string robots;
  for (int i = 0; i < 1'000; ++i) robots += "Sitemap: /map" + std::to_string(i) + ".xml\n";
  web_.set("http://a.test/robots.txt", plain_text(robots));
  options_.collection.sitemaps.max_per_site = 20;
  run();
  EXPECT_EQ(asked_for_sitemaps(), 20u);
}

TEST_F(Sitemaps, IndexesOfIndexesEnd) {
  name_in_robots("http://a.test/i0.xml");
  for (int i = 0; i < 10; ++i) {
    web_.set("http://a.test/i" + std::to_string(i) + ".xml",
             index({"http://a.test/i" + std::to_string(i + 1) + ".xml"}));
  }
  EXPECT_EQ(run().outcomes.at(collection::Event::kSitemap), 3u);
  EXPECT_EQ(web_.times("http://a.test/i2.xml"), 1u);
  EXPECT_EQ(web_.times("http://a.test/i3.xml"), 0u);
  options_.collection.sitemaps.max_depth = 4;
  EXPECT_EQ(run().requests, 2u) << "it goes on from what was refused";
}

TEST_F(Sitemaps, IndexNamesNoSitemapsOfOtherHosts) {
  name_in_robots("http://a.test/index.xml");
  web_.set("http://a.test/index.xml",
           index({"http://a.test/map.xml", "http://b.test/map.xml", "http://c.test/map.xml"}));
  web_.set("http://a.test/map.xml", sitemap({{"http://a.test/1"}, {"http://b.test/1"}}));
  EXPECT_EQ(run().pages, 2u);
  EXPECT_EQ(web_.count(), web_.count("http://a.test"));
}

// Cross-submission, in the terms of sitemaps.org.
TEST_F(Sitemaps, RobotsTxtMayNameOneElsewhereWhichMayNameOthersBesideIt) {
  name_in_robots("http://maps.test/index.xml");
  web_.set("http://maps.test/robots.txt", plain_text("Sitemap: http://maps.test/own.xml"));
  web_.set("http://maps.test/index.xml",
           index({"http://maps.test/a.xml", "http://third.test/b.xml"}));
  web_.set("http://maps.test/a.xml", sitemap({{"http://a.test/1"}, {"http://maps.test/1"}}));
  EXPECT_EQ(run().pages, 2u);
  EXPECT_EQ(web_.count("http://maps.test"), 3u);  // robots.txt, index.xml, a.xml
  EXPECT_EQ(web_.times("http://maps.test/own.xml"), 0u);
  EXPECT_EQ(web_.count("http://third.test"), 0u);
}

TEST_F(Sitemaps, ListedPageThatTheRulesForbidIsNotRequested) {
  web_.set("http://a.test/robots.txt",
           plain_text("User-agent: *\nDisallow: /2\nSitemap: http://a.test/map.xml"));
  web_.set("http://a.test/map.xml", sitemap({{"http://a.test/1"}, {"http://a.test/2"}}));
  EXPECT_EQ(run().pages, 2u);
  EXPECT_EQ(web_.times("http://a.test/2"), 0u);
}

TEST_F(Sitemaps, BrokenSitemapIsIgnored) {
  web_.set("http://a.test/robots.txt",
           plain_text("Sitemap: http://a.test/bad.xml\nSitemap: http://a.test/none.xml\n"
                      "Sitemap: http://["));
  web_.set("http://a.test/bad.xml", xml("<urlset><url><loc>http://a.test/1</loc></url><url><loc"));
  EXPECT_EQ(run().pages, 2u);
}

TEST_F(Sitemaps, SitemapsCanBeSwitchedOff) {
  name_in_robots("http://a.test/map.xml");
  web_.set("http://a.test/map.xml", sitemap({{"http://a.test/1"}}));
  options_.sitemaps = false;
  EXPECT_EQ(run().pages, 1u);
}

TEST_F(Sitemaps, FeedsOfOtherHostsAreOutsideTheScope) {
  web_.set("http://a.test/", html("<link rel=alternate type='application/rss+xml' href='/feed.xml'>"
                                  "<link rel=alternate type='application/rss+xml' "
                                  "href='http://b.test/feed.xml'>"));
  run_without_end(0.02);
  run_for(Duration::hours(1));
  EXPECT_GE(web_.times("http://a.test/feed.xml"), 1u);
  EXPECT_EQ(web_.count("http://b.test"), 0u);
}

class SitemapsOfARun : public Sitemaps {
 protected:
  static constexpr char kMap[] = "http://a.test/map.xml";

  SitemapsOfARun() {
    name_in_robots(kMap);
    web_.set(kMap, sitemap({{"http://a.test/1", "2020-01-01"}}));
    run_without_end(0.005);
  }
};

TEST_F(SitemapsOfARun, AnnounceChanges) {
  at(Duration::hours(30), [&] {
    web_.set("http://a.test/1", html("<p>two</p>"));
    web_.set(kMap, sitemap({{"http://a.test/1", format_iso8601(now())}}));
  });
  run_for(Duration::hours(34));
  EXPECT_EQ(page("http://a.test/1").listed_on, page(kMap).key);
  EXPECT_EQ(history("http://a.test/1").totals().changes, 1u);
}

TEST_F(SitemapsOfARun, ListedNewPagesAreCollected) {
  at(Duration::hours(30), [&] {
    web_.set(kMap, sitemap({{"http://a.test/1", "2020-01-01"}, {"http://a.test/2"}}));
  });
  run_for(Duration::hours(40));
  EXPECT_GE(web_.times("http://a.test/2"), 1u);
}

// The sitemaps say that every page has just changed.
TEST_F(SitemapsOfARun, WithWrongDatesDoNotUseUpTheBudget) {
  std::vector<std::string> honest;
  for (int i = 0; i < 10; ++i) {
    honest.push_back("/h" + std::to_string(i));
    web_.set("http://a.test" + honest.back(), changing_every(Duration::hours(48)));
  }
  web_.set("http://a.test/", links(honest));
  web_.set(kMap, [](const Hit& hit) {
    return sitemap({{"http://a.test/1", format_iso8601(hit.now)},
                    {"http://a.test/2", format_iso8601(hit.now)}});
  });
  options_.run->requests_per_second = 0.001;
  run_for(Duration::days(30));
  EXPECT_LT(web_.times(kMap) + web_.times("http://a.test/1") + web_.times("http://a.test/2"),
            web_.count() / 3);
}

}  // namespace
}  // namespace freshet::test
