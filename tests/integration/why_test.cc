// What `why` says of URLs that are no pages: for every one that a stored page links to.
#include <set>

#include "crawl/collection.h"
#include "crawl/control_json.h"
#include "crawl/keys.h"
#include "integration/crawling.h"
#include "store/store.h"

namespace freshet::test {
namespace {

using crawl::PageReport;
using crawl::ScopeKind;

class WhyNot : public ScriptedCrawling {
 protected:
  WhyNot() {
    web_.set("a.test/", html("<a href=/1>1</a><a href=/secret/x>s</a><a href=http://b.test/>b</a>"
                             "<a rel=nofollow href=/nofollow>n</a><a href=/r0>r</a>"
                             "<a href=/l/l/l/l/l>trap</a><a href=/hush>h</a><p>front page"));
    web_.set("a.test/1", links({"/2"}));
    web_.set("a.test/2", links({"/3"}));
    web_.set("a.test/3", links({"/4"}));
    web_.set("a.test/4", links({}));
    web_.set("a.test/hush",
             html("<meta name=robots content=nofollow><a href=/hushed>x</a><p>hush"));
    for (int i = 0; i < 12; ++i) {
      web_.set("a.test/r" + std::to_string(i), redirect("/r" + std::to_string(i + 1)));
    }
  }

  crawl::CrawlOptions options() const {
    crawl::CrawlOptions o = ScriptedCrawling::options();
    o.scope.max_depth = 2;
    o.scope.exclude = {"secret"};
    return o;
  }

  // As the folder was left, with what `why` is given of settings.
  PageReport why(const std::string& url) const {
    const auto collection =
        crawl::Collection::open(ScriptedCrawling::options(), system_clock_).value();
    return std::get<PageReport>(collection->perform(crawl::AskWhy{url}).value());
  }
  void expect(const std::string& url, const std::string& standing,
              const std::vector<std::string>& words) const {
    const PageReport report = why(url);
    EXPECT_EQ(report.standing, standing) << url;
    for (const std::string& some : words) {
      EXPECT_NE(report.words.find(some), std::string::npos) << url << ": " << report.words;
    }
  }
};

TEST_F(WhyNot, SitemapsThatAreRefusedHaveTheirReasons) {
  const auto index = [](const std::string& one, const std::string& two) {
    return html("<sitemapindex><sitemap><loc>" + one + "</loc></sitemap><sitemap><loc>" + two +
                "</loc></sitemap></sitemapindex>");
  };
  web_.set("a.test/robots.txt", plain_text("Sitemap: http://a.test/i0.xml"));
  web_.set("a.test/i0.xml", index("http://a.test/i1.xml", "http://b.test/map.xml"));
  web_.set("a.test/i1.xml", index("http://a.test/i2.xml", "http://a.test/i2b.xml"));
  web_.set("a.test/i2.xml", index("http://a.test/i3.xml", "http://a.test/i3b.xml"));
  crawl::CrawlOptions o = options();
  o.scope.max_depth.reset();
  run(o);
  expect("http://b.test/map.xml", "outside_scope",
         {"found on http://a.test/i0.xml", "robots.txt of a host in the scope"});
  expect("http://a.test/i3.xml", "too_deep",
         {"found on http://a.test/i2.xml", "sitemap.max_depth"});
}

TEST_F(WhyNot, EveryReasonIsToldWithThePageThatLinksAndWhatToChange) {
  run(options());
  expect("http://a.test/3", "too_deep",
         {"found on http://a.test/2 at depth 3", "beyond --depth 2", "larger --depth"});
  expect("http://b.test/", "outside_scope", {"found on http://a.test/", "--scope host"});
  expect("http://a.test/secret/x", "excluded_by_pattern",
         {"found on http://a.test/", "pattern secret of --exclude"});
  expect("http://a.test/nofollow", "nofollow", {"found on http://a.test/", "seed"});
  expect("http://a.test/hushed", "nofollow", {"found on http://a.test/hush"});
  expect("http://a.test/l/l/l/l/l", "trap", {"found on http://a.test/"});
  expect("http://a.test/r11", "too_many_redirects", {"http://a.test/r10 redirects to it"});
  expect("http://a.test/unheard-of", "never_seen", {"no page, sitemap or feed"});
  expect("http://c.test/", "outside_scope", {"no page, sitemap or feed", "--scope host"});
  expect("http://a.test:8080/", "outside_scope", {"--any-port"});
  expect("http://a.test:25/", "bad_port", {"port 25", "never asked"});

  const PageReport deep = why("http://a.test/3");
  ASSERT_TRUE(deep.found);
  EXPECT_EQ(deep.found->on, "http://a.test/2");
  EXPECT_EQ(deep.found->depth, 3u);
  EXPECT_EQ(deep.found->reason, "depth");
  EXPECT_EQ(deep.obstacle.kind, "scope");
  const std::string json = crawl::write_answer(deep);
  EXPECT_NE(json.find("\"found\":{\"on\":\"http://a.test/2\",\"depth\":3,\"at\":\"2"),
            std::string::npos)
      << json;
}

TEST_F(WhyNot, WhatHoldsNowIsToldAndNotWhatHeldThen) {
  run(options());
  ASSERT_EQ(why("http://a.test/secret/x").standing, "excluded_by_pattern");
  // The pattern goes, and all pages that the site may have are taken.
  crawl::CrawlOptions later = options();
  later.scope.exclude = {};
  later.limits.max_pages_per_site = 3;
  run(later);
  expect("http://a.test/secret/x", "site_budget", {"found on http://a.test/", "allows 3"});
  EXPECT_EQ(why("http://a.test/secret/x").found->reason, "pattern");
  expect("http://a.test/3", "too_deep", {"beyond --depth 2", "allows 3"});
}

TEST_F(WhyNot, WhatTheRulesAdmitNowIsSaidToBeQueuedAtTheNextStart) {
  run(options());
  {
    // As a crash leaves it between the rules and the pages that they admit.
    const auto store = store::open_rocksdb_store(folder_.path() + "/state").value();
    const store::UnadmittedUrl url{.key = crawl::page_key("http://a.test/new"),
                                   .url = "http://a.test/new",
                                   .reason = store::UnadmittedReason::kDepth,
                                   .depth = 1,
                                   .found_on = crawl::page_key("http://a.test/")};
    ASSERT_TRUE(store->commit({.unadmitted = {url}}, store::Durability::kProcess));
  }
  expect("http://a.test/new", "admissible", {"found on http://a.test/", "when a crawl or run"});
}

TEST_F(WhyNot, LinksOfPagesProveWhatWasNeverRecorded) {
  run(options());
  {
    const auto store = store::open_rocksdb_store(folder_.path() + "/state").value();
    store::PageLinks links{.from = crawl::page_key("http://a.test/1")};
    links.to.push_back({crawl::page_key("http://a.test/old"), false});
    links.to.push_back({crawl::page_key("http://a.test/old-nofollow"), true});
    const store::PageLinks of_deepest{.from = crawl::page_key("http://a.test/2"),
                                      .to = {{crawl::page_key("http://a.test/old-deep")}}};
    ASSERT_TRUE(store->commit({.links = {links, of_deepest}}, store::Durability::kProcess));
  }
  expect("http://a.test/old", "linked", {"http://a.test/1 links to it"});
  expect("http://a.test/old-deep", "too_deep", {"http://a.test/2 links to it", "at depth 3"});
  expect("http://a.test/old-nofollow", "nofollow", {"http://a.test/1 links to it"});
}

TEST_F(WhyNot, APageThatWaitsOutsideANarrowerScopeSaysSo) {
  crawl::CrawlOptions first = options();
  first.limits.max_pages = 1;
  run(first);
  crawl::CrawlOptions narrow = options();
  narrow.scope.max_depth = 0;
  run(narrow);
  const PageReport report = why("http://a.test/1");
  EXPECT_EQ(report.standing, "waiting");
  EXPECT_EQ(report.obstacle.kind, "scope");
  EXPECT_NE(report.obstacle.words.find("narrower"), std::string::npos) << report.obstacle.words;
}

// Of every link target that the store has the key of, the answer names a page that links to it.
TEST_F(WhyNot, NothingThatAPageLinksToIsNeverSeen) {
  run(options());
  std::set<std::string> urls = {
      "http://a.test/1",    "http://a.test/2",        "http://a.test/3",  "http://a.test/secret/x",
      "http://b.test/",     "http://a.test/nofollow", "http://a.test/r0", "http://a.test/l/l/l/l/l",
      "http://a.test/hush", "http://a.test/hushed"};
  std::set<store::PageKey> keys;
  for (const std::string& url : urls) keys.insert(crawl::page_key(url));
  {
    const auto store = store::open_rocksdb_store(folder_.path() + "/state").value();
    ASSERT_TRUE(store->each_links([&](const store::PageLinks& links) {
      for (const auto& target : links.to) EXPECT_TRUE(keys.contains(target.key));
      return true;
    }));
  }
  for (const std::string& url : urls) {
    const PageReport report = why(url);
    EXPECT_NE(report.standing, "never_seen") << url;
    EXPECT_TRUE(report.page || (report.found && !report.found->on.empty())) << url;
  }
}

}  // namespace
}  // namespace freshet::test
