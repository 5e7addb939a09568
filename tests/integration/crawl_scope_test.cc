// Which pages belong to a crawl, and when it ends although there are more.
#include <set>

#include "integration/crawling.h"

namespace freshet::test {
namespace {

using crawl::ScopeKind;

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
    o.scope.kind = kind;
    o.retry.attempts = 1;
    return o;
  }

  // Host and target of every page that was asked for.
  std::set<std::string> asked() const {
    std::set<std::string> places;
    for (const ScriptedWeb::Asked& one : web_.asked()) {
      if (one.target != "/robots.txt") places.insert(one.host + one.target);
    }
    return places;
  }
};

using Places = std::set<std::string>;

TEST_F(CrawlScope, Page) {
  run(options(ScopeKind::kPage));
  EXPECT_EQ(asked(), Places{"www.a.test/docs/"});
}

TEST_F(CrawlScope, Prefix) {
  run(options(ScopeKind::kPrefix));
  EXPECT_EQ(asked(),
            (Places{"www.a.test/docs/", "www.a.test/docs/deep/1", "www.a.test/docs/deep/2"}));
}

TEST_F(CrawlScope, Host) {
  run(options(ScopeKind::kHost));
  EXPECT_EQ(asked(), (Places{"www.a.test/docs/", "www.a.test/docs/deep/1", "www.a.test/docs/deep/2",
                             "www.a.test/other"}));
}

TEST_F(CrawlScope, HostAtAnyPort) {
  crawl::CrawlOptions o = options(ScopeKind::kHost);
  run(o);
  o.scope.any_port = true;  // goes on from what was found and refused
  run(o);
  EXPECT_EQ(asked(), (Places{"www.a.test/docs/", "www.a.test/docs/deep/1", "www.a.test/docs/deep/2",
                             "www.a.test/other", "www.a.test/81"}));
}

TEST_F(CrawlScope, Domain) {
  run(options(ScopeKind::kDomain));
  EXPECT_EQ(asked(), (Places{"www.a.test/docs/", "www.a.test/docs/deep/1", "www.a.test/docs/deep/2",
                             "www.a.test/other", "blog.a.test/"}));
}

TEST_F(CrawlScope, Any) {
  run(options(ScopeKind::kAny));
  EXPECT_EQ(asked(),
            (Places{"www.a.test/docs/", "www.a.test/docs/deep/1", "www.a.test/docs/deep/2",
                    "www.a.test/other", "www.a.test/81", "blog.a.test/", "b.test/", "c.test/"}));
}

TEST_F(CrawlScope, IncludeAndExcludeNarrowIt) {
  crawl::CrawlOptions o = options(ScopeKind::kAny);
  o.scope.include = {"/docs/", "^http://b\\.test/"};
  o.scope.exclude = {"deep/2$"};
  run(o);
  EXPECT_EQ(asked(), (Places{"www.a.test/docs/", "www.a.test/docs/deep/1", "b.test/"}));
}

TEST_F(CrawlScope, ASeedOutsideItIsAnError) {
  crawl::CrawlOptions o = options(ScopeKind::kAny);
  o.scope.exclude = {"docs"};
  EXPECT_FALSE(crawl::Crawl::open(o, system_clock_, log_));
}

TEST_F(CrawlScope, DepthCountsLinksFromASeed) {
  crawl::CrawlOptions o = options(ScopeKind::kPrefix);
  o.scope.max_depth = 1;
  run(o);
  EXPECT_EQ(asked(), (Places{"www.a.test/docs/", "www.a.test/docs/deep/1"}));
  EXPECT_EQ(page("http://www.a.test/docs/deep/1").depth, 1u);
}

TEST_F(CrawlScope, SitesOutsideItAreRecordedAsDiscovered) {
  const crawl::Progress progress = run(options(ScopeKind::kHost));
  EXPECT_FALSE(site("http://b.test").in_scope);
  EXPECT_FALSE(site("http://blog.a.test").in_scope);
  EXPECT_TRUE(site("http://www.a.test").in_scope);
  // The seed's own, the same on another port, and the two others.
  EXPECT_EQ(progress.new_sites, 4u);
  EXPECT_EQ(run(options(ScopeKind::kHost)).new_sites, 0u);
}

class CrawlLimits : public ScriptedCrawling {
 protected:
  CrawlLimits() {
    std::vector<std::string> hrefs;
    for (int i = 0; i < 40; ++i) {
      hrefs.push_back("/" + std::to_string(i));
      web_.set("a.test" + hrefs.back(), links({}));
    }
    web_.set("a.test/", links(hrefs));
  }
};

TEST_F(CrawlLimits, PagesAreCountedExactly) {
  crawl::CrawlOptions o = options();
  o.politeness.per_host = 8;
  o.politeness.per_address = 8;
  o.limits.max_pages = 10;
  const crawl::Progress progress = run(o);
  EXPECT_EQ(progress.pages, 10u);
  EXPECT_EQ(web_.times("a.test"), 11u);
  EXPECT_EQ(progress.waiting, 31u);
  EXPECT_EQ(progress.ended, "the limit of pages is reached");
  EXPECT_EQ(run(options()).pages, 31u);
}

TEST_F(CrawlLimits, WhatFailsOrRedirectsIsNoPage) {
  web_.set("a.test/", links({"/gone", "/moved", "/1", "/2"}));
  web_.set("a.test/moved", redirect("/1"));
  crawl::CrawlOptions o = options();
  o.limits.max_pages = 2;
  EXPECT_EQ(run(o).pages, 2u);
  EXPECT_EQ(web_.times("a.test/1"), 1u);
}

TEST_F(CrawlLimits, BytesEndItToo) {
  web_.set("a.test/0", html(std::string(50'000, 'x')));
  crawl::CrawlOptions o = options();
  o.limits.max_bytes = 40'000;
  const crawl::Progress progress = run(o);
  EXPECT_EQ(progress.pages, 2u);
  EXPECT_GE(progress.bytes, 50'000u);
  EXPECT_EQ(progress.ended, "the limit of bytes is reached");
}

TEST_F(CrawlLimits, TimeEndsItWhateverIsUnderWay) {
  web_.set("a.test/0", Answer{.then = Answer::Then::kFallSilent});
  crawl::CrawlOptions o = options();
  o.limits.max_time = Duration::milliseconds(300);
  o.grace = Duration::milliseconds(300);
  const crawl::Progress progress = run(o);
  EXPECT_EQ(progress.ended, "the limit of time is reached");
  EXPECT_GE(progress.elapsed, Duration::milliseconds(300));
  EXPECT_LT(progress.elapsed, Duration::seconds(20));  // else the silence would last 30
  EXPECT_EQ(progress.waiting, 40u);
}

TEST_F(CrawlLimits, TimeEndsItBetweenTwoRequestsToo) {
  crawl::CrawlOptions o = options();
  o.politeness.delay = Duration::seconds(60);
  o.retry.patience = Duration::hours(1);
  o.limits.max_time = Duration::milliseconds(300);
  EXPECT_LT(run(o).elapsed, Duration::seconds(50));
}

}  // namespace
}  // namespace freshet::test
