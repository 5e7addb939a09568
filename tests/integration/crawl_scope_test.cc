// Tests of the scope of a crawl.
#include <set>

#include "integration/crawling.h"

namespace freshet::test {
namespace {

using collection::ScopeKind;

class CrawlScope : public ScriptedCrawling {
 protected:
  CrawlScope() {
    web_.set("www.a.test/docs/", links({"/docs/deep/1", "/other", "http://blog.a.test/",
                                        "http://www.a.test:81/81", "http://b.test/"}));
    web_.set("www.a.test/docs/deep/1", links({"/docs/deep/2"}));
    web_.set("www.a.test/docs/deep/2", links({}));
    web_.set("www.a.test/other", links({}));
    web_.set("www.a.test/81", links({}));
    web_.set("blog.a.test/", links({}));
    web_.set("b.test/", links({"http://c.test/"}));
    web_.set("c.test/", links({}));
  }

  crawl::CrawlOptions options(ScopeKind kind) const {
    crawl::CrawlOptions o = ScriptedCrawling::options({"http://www.a.test/docs/"});
    o.collection.scope.kind = kind;
    o.retry.attempts = 1;
    return o;
  }

  // Returns host and target of every requested page.
  std::set<std::string> requested() const {
    std::set<std::string> places;
    for (const ScriptedWeb::ReceivedRequest& one : web_.requests()) {
      if (one.target != "/robots.txt") places.insert(one.host + one.target);
    }
    return places;
  }
};

using Places = std::set<std::string>;

TEST_F(CrawlScope, Page) {
  run(options(ScopeKind::kPage));
  EXPECT_EQ(requested(), Places{"www.a.test/docs/"});
}

TEST_F(CrawlScope, Prefix) {
  run(options(ScopeKind::kPrefix));
  EXPECT_EQ(requested(),
            (Places{"www.a.test/docs/", "www.a.test/docs/deep/1", "www.a.test/docs/deep/2"}));
}

TEST_F(CrawlScope, Host) {
  run(options(ScopeKind::kHost));
  EXPECT_EQ(requested(), (Places{"www.a.test/docs/", "www.a.test/docs/deep/1",
                                 "www.a.test/docs/deep/2", "www.a.test/other"}));
}

TEST_F(CrawlScope, HostAtAnyPort) {
  crawl::CrawlOptions o = options(ScopeKind::kHost);
  run(o);
  o.collection.scope.any_port = true;  // admits URLs that were found and refused before
  run(o);
  EXPECT_EQ(requested(), (Places{"www.a.test/docs/", "www.a.test/docs/deep/1",
                                 "www.a.test/docs/deep/2", "www.a.test/other", "www.a.test/81"}));
}

TEST_F(CrawlScope, Domain) {
  run(options(ScopeKind::kDomain));
  EXPECT_EQ(requested(), (Places{"www.a.test/docs/", "www.a.test/docs/deep/1",
                                 "www.a.test/docs/deep/2", "www.a.test/other", "blog.a.test/"}));
}

TEST_F(CrawlScope, Any) {
  run(options(ScopeKind::kAny));
  EXPECT_EQ(requested(),
            (Places{"www.a.test/docs/", "www.a.test/docs/deep/1", "www.a.test/docs/deep/2",
                    "www.a.test/other", "www.a.test/81", "blog.a.test/", "b.test/", "c.test/"}));
}

TEST_F(CrawlScope, IncludeAndExcludeNarrowTheScope) {
  crawl::CrawlOptions o = options(ScopeKind::kAny);
  o.collection.scope.include = {"/docs/", "^http://b\\.test/"};
  o.collection.scope.exclude = {"deep/2$"};
  run(o);
  EXPECT_EQ(requested(), (Places{"www.a.test/docs/", "www.a.test/docs/deep/1", "b.test/"}));
}

TEST_F(CrawlScope, SeedOutsideTheScopeIsAnError) {
  crawl::CrawlOptions o = options(ScopeKind::kAny);
  o.collection.scope.exclude = {"docs"};
  EXPECT_FALSE(crawl::Crawl::open(o, system_clock_, log_));
}

TEST_F(CrawlScope, DepthCountsLinksFromASeed) {
  crawl::CrawlOptions o = options(ScopeKind::kPrefix);
  o.collection.scope.max_depth = 1;
  run(o);
  EXPECT_EQ(requested(), (Places{"www.a.test/docs/", "www.a.test/docs/deep/1"}));
  EXPECT_EQ(page("http://www.a.test/docs/deep/1").depth, 1u);
}

TEST_F(CrawlScope, SitesOutsideTheScopeAreRecordedAsDiscovered) {
  const crawl::Progress progress = run(options(ScopeKind::kHost));
  EXPECT_FALSE(site("http://b.test").in_scope);
  EXPECT_FALSE(site("http://blog.a.test").in_scope);
  EXPECT_TRUE(site("http://www.a.test").in_scope);
  // The site of the seed, the same host on another port, and the two others.
  EXPECT_EQ(progress.new_sites, 4u);
  EXPECT_EQ(run(options(ScopeKind::kHost)).new_sites, 0u);
}

}  // namespace
}  // namespace freshet::test
