// Tests what `why` says about URLs that are not pages, for every URL that a stored page links to.
#include <set>

#include "collection/collection.h"
#include "collection/command_json.h"
#include "collection/keys.h"
#include "integration/crawling.h"
#include "store/store.h"

namespace freshet::test {
namespace {

using collection::PageReport;
using collection::ScopeKind;

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
    o.collection.scope.max_depth = 2;
    o.collection.scope.exclude = {"secret"};
    return o;
  }

  // Queries the collection without a run, with the settings of `why`.
  PageReport why(const std::string& url) const {
    const auto collection =
        collection::Collection::open(ScriptedCrawling::options().collection, system_clock_).value();
    return std::get<PageReport>(collection->perform(collection::PageQuery{url}).value());
  }
  void expect(const std::string& url, collection::Standing standing,
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
  o.collection.scope.max_depth.reset();
  run(o);
  expect("http://b.test/map.xml", collection::Standing::kOutsideScope,
         {"found on http://a.test/i0.xml", "robots.txt of a host in the scope"});
  expect("http://a.test/i3.xml", collection::Standing::kTooDeep,
         {"found on http://a.test/i2.xml", "sitemap.max_depth"});
}

TEST_F(WhyNot, EveryReasonNamesTheLinkingPageAndWhatToChange) {
  run(options());
  expect("http://a.test/3", collection::Standing::kTooDeep,
         {"found on http://a.test/2 at depth 3", "beyond --depth 2", "larger --depth"});
  expect("http://b.test/", collection::Standing::kOutsideScope,
         {"found on http://a.test/", "--scope host"});
  expect("http://a.test/secret/x", collection::Standing::kExcludedByPattern,
         {"found on http://a.test/", "pattern secret of --exclude"});
  expect("http://a.test/nofollow", collection::Standing::kNofollow,
         {"found on http://a.test/", "seed"});
  expect("http://a.test/hushed", collection::Standing::kNofollow, {"found on http://a.test/hush"});
  expect("http://a.test/l/l/l/l/l", collection::Standing::kTrap, {"found on http://a.test/"});
  expect("http://a.test/r11", collection::Standing::kTooManyRedirects,
         {"http://a.test/r10 redirects to it"});
  expect("http://a.test/unheard-of", collection::Standing::kNeverSeen,
         {"no page, sitemap or feed"});
  expect("http://c.test/", collection::Standing::kOutsideScope,
         {"no page, sitemap or feed", "--scope host"});
  expect("http://a.test:8080/", collection::Standing::kOutsideScope, {"--any-port"});
  expect("http://a.test:25/", collection::Standing::kBadPort, {"port 25", "get no requests"});

  const PageReport deep = why("http://a.test/3");
  ASSERT_TRUE(deep.found);
  EXPECT_EQ(deep.found->on, "http://a.test/2");
  EXPECT_EQ(deep.found->depth, 3u);
  EXPECT_EQ(deep.found->reason, "depth");
  EXPECT_EQ(deep.obstacle.kind, collection::Obstacle::Kind::kScope);
  const std::string json = collection::write_answer(deep);
  EXPECT_NE(json.find("\"found\":{\"on\":\"http://a.test/2\",\"depth\":3,\"at\":\"2"),
            std::string::npos)
      << json;
}

TEST_F(WhyNot, PresentRulesDecideTheAnswerNotThePastOnes) {
  run(options());
  ASSERT_EQ(why("http://a.test/secret/x").standing, collection::Standing::kExcludedByPattern);
  // The pattern is removed, and the site reaches its limit of pages.
  crawl::CrawlOptions later = options();
  later.collection.scope.exclude = {};
  later.collection.max_pages_per_site = 3;
  run(later);
  expect("http://a.test/secret/x", collection::Standing::kSiteBudget,
         {"found on http://a.test/", "allows 3"});
  EXPECT_EQ(why("http://a.test/secret/x").found->reason, "pattern");
  expect("http://a.test/3", collection::Standing::kTooDeep, {"beyond --depth 2", "allows 3"});
}

TEST_F(WhyNot, UrlThatTheRulesAdmitNowIsQueuedAtTheNextStart) {
  run(options());
  {
    // The state is as after a crash between storing the rules and admitting the pages.
    const auto store = store::open_rocksdb_store(folder_.path() + "/state").value();
    const store::UnadmittedUrl url{.key = collection::page_key("http://a.test/new"),
                                   .url = "http://a.test/new",
                                   .reason = store::UnadmittedReason::kDepth,
                                   .depth = 1,
                                   .found_on = collection::page_key("http://a.test/")};
    ASSERT_TRUE(store->commit({.unadmitted = {url}}, store::Durability::kProcess));
  }
  expect("http://a.test/new", collection::Standing::kAdmissible,
         {"found on http://a.test/", "when a crawl or run"});
}

TEST_F(WhyNot, UrlsThatWereNeverRecordedAreFoundByTheLinksOfPages) {
  run(options());
  {
    const auto store = store::open_rocksdb_store(folder_.path() + "/state").value();
    store::PageLinks links{.from = collection::page_key("http://a.test/1")};
    links.to.push_back({collection::page_key("http://a.test/old"), false});
    links.to.push_back({collection::page_key("http://a.test/old-nofollow"), true});
    const store::PageLinks of_deepest{.from = collection::page_key("http://a.test/2"),
                                      .to = {{collection::page_key("http://a.test/old-deep")}}};
    ASSERT_TRUE(store->commit({.links = {links, of_deepest}}, store::Durability::kProcess));
  }
  expect("http://a.test/old", collection::Standing::kLinked, {"http://a.test/1 links to it"});
  expect("http://a.test/old-deep", collection::Standing::kTooDeep,
         {"http://a.test/2 links to it", "at depth 3"});
  expect("http://a.test/old-nofollow", collection::Standing::kNofollow,
         {"http://a.test/1 links to it"});
}

TEST_F(WhyNot, APageThatWaitsOutsideANarrowerScopeSaysSo) {
  crawl::CrawlOptions first = options();
  first.limits.max_pages = 1;
  run(first);
  crawl::CrawlOptions narrow = options();
  narrow.collection.scope.max_depth = 0;
  run(narrow);
  const PageReport report = why("http://a.test/1");
  EXPECT_EQ(report.standing, collection::Standing::kWaiting);
  EXPECT_EQ(report.obstacle.kind, collection::Obstacle::Kind::kScope);
  EXPECT_NE(report.obstacle.words.find("narrower"), std::string::npos) << report.obstacle.words;
}

// For every link target whose key is in the store, the answer names a page that links to it.
TEST_F(WhyNot, NothingThatAPageLinksToIsNeverSeen) {
  run(options());
  std::set<std::string> urls = {
      "http://a.test/1",    "http://a.test/2",        "http://a.test/3",  "http://a.test/secret/x",
      "http://b.test/",     "http://a.test/nofollow", "http://a.test/r0", "http://a.test/l/l/l/l/l",
      "http://a.test/hush", "http://a.test/hushed"};
  std::set<store::PageKey> keys;
  for (const std::string& url : urls) keys.insert(collection::page_key(url));
  {
    const auto store = store::open_rocksdb_store(folder_.path() + "/state").value();
    ASSERT_TRUE(store->each_links([&](const store::PageLinks& links) {
      for (const auto& target : links.to) EXPECT_TRUE(keys.contains(target.key));
      return true;
    }));
  }
  for (const std::string& url : urls) {
    const PageReport report = why(url);
    EXPECT_NE(report.standing, collection::Standing::kNeverSeen) << url;
    EXPECT_TRUE(report.page || (report.found && !report.found->on.empty())) << url;
  }
}

}  // namespace
}  // namespace freshet::test
