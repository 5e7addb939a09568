// Crawls of one data folder with wider and narrower rules, one after another.
#include <set>
#include <thread>

#include "integration/crawling.h"
#include "store/store.h"

namespace freshet::test {
namespace {

using crawl::ScopeKind;
using Places = std::set<std::string>;

class CrawlWidening : public ScriptedCrawling {
 protected:
  CrawlWidening() {
    web_.set("www.a.test/docs/", links({"/docs/1", "/other", "http://blog.a.test/",
                                        "http://b.test/", "/docs/private"}));
    web_.set("www.a.test/docs/1", links({"/docs/2", "/docs/"}));
    web_.set("www.a.test/docs/2", links({"/docs/3", "/other"}));
    web_.set("www.a.test/docs/3", links({"/docs/4"}));
    web_.set("www.a.test/docs/4", links({}));
    web_.set("www.a.test/docs/private", links({"/docs/private/1"}));
    web_.set("www.a.test/docs/private/1", links({}));
    web_.set("www.a.test/other", links({"/other/1"}));
    web_.set("www.a.test/other/1", links({}));
    web_.set("blog.a.test/", links({"http://www.a.test/docs/"}));
    web_.set("b.test/", links({}));
  }

  crawl::CrawlOptions options(ScopeKind kind = ScopeKind::kHost) const {
    crawl::CrawlOptions o = ScriptedCrawling::options({"http://www.a.test/docs/"});
    o.scope.kind = kind;
    o.retry.attempts = 1;
    return o;
  }
  crawl::CrawlOptions to_depth(uint16_t depth) const {
    crawl::CrawlOptions o = options();
    o.scope.max_depth = depth;
    return o;
  }

  // Host and target of every page that this crawl asked for. It must end by itself.
  Places asked_by(const crawl::CrawlOptions& options) {
    const size_t before = web_.asked().size();
    last_ = run(options);
    EXPECT_EQ(last_.ended, "everything in scope is collected");
    EXPECT_EQ(last_.waiting, 0u);
    return asked_since(before);
  }
  Places asked_since(size_t before) const {
    Places places;
    const auto asked = web_.asked();
    for (size_t i = before; i < asked.size(); ++i) {
      if (asked[i].target != "/robots.txt") places.insert(asked[i].host + asked[i].target);
    }
    return places;
  }

  std::map<std::string, store::UnadmittedUrl> unadmitted() const {
    std::map<std::string, store::UnadmittedUrl> urls;
    const auto store = store::open_rocksdb_store(folder_.path() + "/state").value();
    EXPECT_TRUE(store->each_unadmitted([&](const store::UnadmittedUrl& url) {
      urls.emplace(url.url, url);
      return true;
    }));
    return urls;
  }

  crawl::Progress last_;
};

const Places kRestOfHost = {"www.a.test/docs/1",       "www.a.test/docs/2",
                            "www.a.test/docs/3",       "www.a.test/docs/4",
                            "www.a.test/docs/private", "www.a.test/docs/private/1",
                            "www.a.test/other",        "www.a.test/other/1"};

TEST_F(CrawlWidening, FromDepthZeroToNoLimit) {
  EXPECT_EQ(asked_by(to_depth(0)), Places{"www.a.test/docs/"});
  EXPECT_EQ(unadmitted().at("http://www.a.test/docs/1").depth, 1u);
  EXPECT_EQ(asked_by(options()), kRestOfHost);
  EXPECT_EQ(page("http://www.a.test/docs/4").depth, 4u) << "depths go on from where they were";
  const auto left = unadmitted();
  EXPECT_EQ(left.size(), 2u);
  EXPECT_TRUE(left.contains("http://b.test/"));
  EXPECT_TRUE(left.contains("http://blog.a.test/"));
  EXPECT_EQ(asked_by(options()), Places());
}

TEST_F(CrawlWidening, FromDepthOneToDepthThree) {
  EXPECT_EQ(asked_by(to_depth(1)), (Places{"www.a.test/docs/", "www.a.test/docs/1",
                                           "www.a.test/docs/private", "www.a.test/other"}));
  EXPECT_EQ(asked_by(to_depth(3)), (Places{"www.a.test/docs/2", "www.a.test/docs/3",
                                           "www.a.test/docs/private/1", "www.a.test/other/1"}));
  EXPECT_EQ(asked_by(options()), Places{"www.a.test/docs/4"});
}

TEST_F(CrawlWidening, FromPrefixToHost) {
  EXPECT_EQ(
      asked_by(options(ScopeKind::kPrefix)),
      (Places{"www.a.test/docs/", "www.a.test/docs/1", "www.a.test/docs/2", "www.a.test/docs/3",
              "www.a.test/docs/4", "www.a.test/docs/private", "www.a.test/docs/private/1"}));
  EXPECT_EQ(asked_by(options()), (Places{"www.a.test/other", "www.a.test/other/1"}));
}

TEST_F(CrawlWidening, FromHostToDomainAndToAny) {
  asked_by(options());
  EXPECT_FALSE(site("http://blog.a.test").in_scope);
  EXPECT_EQ(asked_by(options(ScopeKind::kDomain)), Places{"blog.a.test/"});
  EXPECT_TRUE(site("http://blog.a.test").in_scope);
  EXPECT_EQ(asked_by(options(ScopeKind::kAny)), Places{"b.test/"});
}

TEST_F(CrawlWidening, FromThePageAloneToItsHost) {
  web_.set("www.a.test/robots.txt", plain_text("Sitemap: /sitemap.xml\n"));
  web_.set("www.a.test/sitemap.xml",
           html("<urlset><url><loc>http://www.a.test/listed</loc></url></urlset>"));
  web_.set("www.a.test/listed", links({}));
  EXPECT_EQ(asked_by(options(ScopeKind::kPage)), Places{"www.a.test/docs/"});
  Places rest = kRestOfHost;
  rest.insert({"www.a.test/sitemap.xml", "www.a.test/listed"});
  EXPECT_EQ(asked_by(options()), rest);
}

TEST_F(CrawlWidening, WithoutTheExcludePattern) {
  crawl::CrawlOptions narrow = options(ScopeKind::kPrefix);
  narrow.scope.exclude = {"private"};
  EXPECT_EQ(asked_by(narrow), (Places{"www.a.test/docs/", "www.a.test/docs/1", "www.a.test/docs/2",
                                      "www.a.test/docs/3", "www.a.test/docs/4"}));
  EXPECT_EQ(unadmitted().at("http://www.a.test/docs/private").reason,
            store::UnadmittedReason::kPattern);
  EXPECT_EQ(asked_by(options(ScopeKind::kPrefix)),
            (Places{"www.a.test/docs/private", "www.a.test/docs/private/1"}));
}

TEST_F(CrawlWidening, WithAnotherIncludePattern) {
  crawl::CrawlOptions narrow = options();
  narrow.scope.include = {"/docs/$", "/docs/\\d$"};
  EXPECT_EQ(asked_by(narrow), (Places{"www.a.test/docs/", "www.a.test/docs/1", "www.a.test/docs/2",
                                      "www.a.test/docs/3", "www.a.test/docs/4"}));
  narrow.scope.include.emplace_back("/other");
  EXPECT_EQ(asked_by(narrow), (Places{"www.a.test/other", "www.a.test/other/1"}));
}

TEST_F(CrawlWidening, MorePagesPerSiteAreTheNearestOnes) {
  crawl::CrawlOptions o = options();
  o.limits.max_pages_per_site = 1;
  EXPECT_EQ(asked_by(o), Places{"www.a.test/docs/"});
  EXPECT_EQ(unadmitted().at("http://www.a.test/other").reason,
            store::UnadmittedReason::kSiteBudget);
  o.limits.max_pages_per_site = 4;
  EXPECT_EQ(asked_by(o),
            (Places{"www.a.test/docs/1", "www.a.test/other", "www.a.test/docs/private"}));
  o.limits.max_pages_per_site.reset();
  EXPECT_EQ(asked_by(o), (Places{"www.a.test/docs/2", "www.a.test/docs/3", "www.a.test/docs/4",
                                 "www.a.test/docs/private/1", "www.a.test/other/1"}));
}

TEST_F(CrawlWidening, ASeedThatWasRefusedIsCollectedWithTheScopeThatItSpans) {
  asked_by(options());
  crawl::CrawlOptions both = options();
  both.seeds.emplace_back("http://b.test/");
  EXPECT_EQ(asked_by(both), Places{"b.test/"});
  EXPECT_EQ(page("http://b.test/").depth, 0u);
  EXPECT_FALSE(unadmitted().contains("http://b.test/"));
}

TEST_F(CrawlWidening, DepthsAreCountedAnewFromAPageThatBecomesASeed) {
  asked_by(to_depth(1));
  crawl::CrawlOptions deeper = to_depth(1);
  deeper.seeds = {"http://www.a.test/docs/1"};
  EXPECT_EQ(asked_by(deeper), Places{"www.a.test/docs/2"});
  EXPECT_EQ(page("http://www.a.test/docs/1").depth, 0u);
}

TEST_F(CrawlWidening, APageThatIsFoundNearerLaterIsAdmittedThen) {
  // /far is found on a page at depth 2 first, and on one at depth 1 when that comes at last.
  web_.set("c.test/", links({"/near", "/slow"}));
  web_.set("c.test/near", links({"/nearer"}));
  web_.set("c.test/nearer", links({"/far"}));
  web_.set("c.test/slow", {Answer{.then = Answer::Then::kReset}, links({"/far"})});
  web_.set("c.test/far", links({}));
  crawl::CrawlOptions o = ScriptedCrawling::options({"http://c.test/"});
  o.scope.max_depth = 2;
  o.retry.first = Duration::milliseconds(500);
  EXPECT_EQ(asked_by(o),
            (Places{"c.test/", "c.test/near", "c.test/nearer", "c.test/slow", "c.test/far"}));
  EXPECT_EQ(page("http://c.test/far").depth, 2u);
  EXPECT_TRUE(unadmitted().empty());
}

TEST_F(CrawlWidening, ALinkWithNofollowIsFollowedWhereAnotherPageLinksToItWithout) {
  web_.set("c.test/", html("<a rel=nofollow href=/late>x</a><a rel=nofollow href=/never>y</a>"
                           "<a href=/1>z</a><p>front"));
  web_.set("c.test/1", links({"/late"}));
  web_.set("c.test/late", html("<meta name=robots content=nofollow><a href=/hidden>h</a><p>late"));
  EXPECT_EQ(asked_by(ScriptedCrawling::options({"http://c.test/"})),
            (Places{"c.test/", "c.test/1", "c.test/late"}));
  const auto left = unadmitted();
  ASSERT_EQ(left.size(), 2u);
  EXPECT_EQ(left.at("http://c.test/never").reason, store::UnadmittedReason::kNofollow);
  EXPECT_EQ(left.at("http://c.test/never").found_on, page("http://c.test/").key);
  EXPECT_EQ(left.at("http://c.test/hidden").reason, store::UnadmittedReason::kNofollow);
  crawl::CrawlOptions wider = ScriptedCrawling::options({"http://c.test/"});
  wider.scope.kind = ScopeKind::kAny;
  EXPECT_EQ(asked_by(wider), Places()) << "no rule makes up for nofollow";
}

TEST_F(CrawlWidening, WhatIsLeftOfPagesThatLookAlikeIsRememberedAndTakenWithAHigherLimit) {
  std::vector<std::string> hrefs;
  for (int i = 0; i < 8; ++i) {
    const std::string number = std::to_string(i);
    hrefs.push_back("/item/" + number);
    web_.set("c.test/item/" + number,
             html("<p>the very same text on every page of this kind, word for word<a href=/from/" +
                  number + ">"));
    web_.set("c.test/from/" + number, plain_text("leaf " + number));
  }
  web_.set("c.test/", links(hrefs));
  crawl::CrawlOptions o = ScriptedCrawling::options({"http://c.test/"});
  o.traps.max_similar_pages = 3;
  const size_t first = asked_by(o).size();
  const size_t refused = unadmitted().size();
  EXPECT_GT(refused, 0u);
  EXPECT_EQ(first + refused, 17u);
  for (const auto& [url, one] : unadmitted()) {
    EXPECT_EQ(one.reason, store::UnadmittedReason::kSimilarPages) << url;
  }
  o.traps.max_similar_pages = 300;
  EXPECT_EQ(asked_by(o).size(), refused);
  EXPECT_TRUE(unadmitted().empty());
}

TEST_F(CrawlWidening, PagesThatWaitOutsideANarrowerScopeAreKeptForAWiderOne) {
  crawl::CrawlOptions first = options(ScopeKind::kDomain);
  first.limits.max_pages = 1;
  run(first);
  ASSERT_EQ(pages().size(), 5u) << "the seed, and four pages that wait";

  EXPECT_EQ(asked_by(to_depth(0)), Places());
  EXPECT_EQ(last_.outside_scope, 4u);
  crawl::CrawlOptions narrow = options(ScopeKind::kPrefix);
  narrow.scope.exclude = {"private"};
  EXPECT_EQ(asked_by(narrow), (Places{"www.a.test/docs/1", "www.a.test/docs/2", "www.a.test/docs/3",
                                      "www.a.test/docs/4"}));
  EXPECT_EQ(last_.outside_scope, 3u);
  EXPECT_EQ(page("http://www.a.test/other").last_visit, Instant());
  EXPECT_EQ(asked_by(narrow), Places()) << "the second time with the same rules";
  EXPECT_EQ(last_.outside_scope, 3u);
  EXPECT_EQ(asked_by(options(ScopeKind::kDomain)),
            (Places{"www.a.test/docs/private", "www.a.test/docs/private/1", "www.a.test/other",
                    "www.a.test/other/1", "blog.a.test/"}));
  EXPECT_EQ(last_.outside_scope, 0u);
}

TEST_F(CrawlWidening, MorePagesOutsideThanOneSliceDoNotHideThoseInside) {
  std::vector<std::string> hrefs;
  for (int i = 0; i < 1200; ++i) hrefs.push_back("/x/" + std::to_string(i));
  hrefs.emplace_back("/y");
  web_.set("c.test/", links(hrefs));
  web_.set("c.test/y", links({}));
  crawl::CrawlOptions o = ScriptedCrawling::options({"http://c.test/"});
  o.limits.max_pages = 1;
  run(o);
  o = ScriptedCrawling::options({"http://c.test/"});
  o.scope.exclude = {"/x/"};
  EXPECT_EQ(asked_by(o), Places{"c.test/y"});
  EXPECT_EQ(last_.outside_scope, 1200u);
}

TEST_F(CrawlWidening, AnotherSeedDoesNotCollectWhatTheFirstHasLeft) {
  crawl::CrawlOptions first = options();
  first.limits.max_pages = 1;
  run(first);
  EXPECT_EQ(asked_by(ScriptedCrawling::options({"http://b.test/"})), Places{"b.test/"});
  EXPECT_EQ(last_.outside_scope, 3u);
  EXPECT_EQ(asked_by(options()), kRestOfHost);
}

TEST_F(CrawlWidening, ARunQueuesWhatItsRulesAllowNow) {
  crawl::CrawlOptions shallow = run_for(Duration::milliseconds(800), {"http://www.a.test/docs/"});
  shallow.scope.max_depth = 0;
  run(shallow);
  EXPECT_EQ(asked_since(0), Places{"www.a.test/docs/"});
  const size_t before = web_.asked().size();
  run(run_for(Duration::seconds(3), {"http://www.a.test/docs/"}));
  Places all = kRestOfHost;
  all.insert("www.a.test/docs/");
  EXPECT_EQ(asked_since(before), all);
}

TEST_F(CrawlWidening, ARunLeavesAloneWhatIsOutsideANarrowerScope) {
  run(options());
  crawl::CrawlOptions narrow = run_for(Duration::seconds(2), {"http://www.a.test/docs/"});
  narrow.scope.max_depth = 1;
  narrow.scope.exclude = {"private"};
  const size_t before = web_.asked().size();
  run(narrow);
  for (const std::string& place : asked_since(before)) {
    EXPECT_TRUE(
        (Places{"www.a.test/docs/", "www.a.test/docs/1", "www.a.test/other"}.contains(place)))
        << place;
  }
}

TEST_F(CrawlWidening, ASeedThatIsAddedToARunBringsInWhatWasRefusedBefore) {
  web_.set("b.test/", links({"/b1"}));
  web_.set("b.test/b1", links({}));
  web_.set("www.a.test/docs/4", links({"http://b.test/linked"}));
  web_.set("b.test/linked", links({}));
  crawl::CrawlOptions o = run_for(Duration::seconds(60), {"http://www.a.test/docs/"});
  auto crawl = crawl::Crawl::open(o, system_clock_, log_).value();
  std::thread running([&] { EXPECT_TRUE(crawl->run()); });
  EXPECT_TRUE(comes_true([&] { return web_.times("www.a.test/docs/4") > 0; }));
  EXPECT_TRUE(comes_true([&] {
    const auto why = crawl->perform(crawl::AskWhy{"http://b.test/linked"});
    return why && std::get<crawl::PageReport>(*why).standing == "outside_scope";
  }));
  EXPECT_EQ(web_.times("b.test"), 0u);
  EXPECT_TRUE(crawl->perform(crawl::AddSeed{"http://b.test/b1"}));
  EXPECT_TRUE(
      comes_true([&] { return web_.times("b.test/linked") > 0 && web_.times("b.test/") > 0; }));
  crawl->stop();
  running.join();
}

}  // namespace
}  // namespace freshet::test
