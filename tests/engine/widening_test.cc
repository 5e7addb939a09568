// Tests of consecutive crawls of one collection with wider and narrower rules.
#include <set>

#include "engine/engine_world.h"

namespace freshet::test {
namespace {

using collection::ScopeKind;
using Places = std::set<std::string>;

class Widening : public EngineWorld {
 protected:
  Widening() {
    web_.set("http://www.a.test/docs/", links({"/docs/1", "/other", "http://blog.a.test/",
                                               "http://b.test/", "/docs/private"}));
    web_.set("http://www.a.test/docs/1", links({"/docs/2", "/docs/"}));
    web_.set("http://www.a.test/docs/2", links({"/docs/3", "/other"}));
    web_.set("http://www.a.test/docs/3", links({"/docs/4"}));
    web_.set("http://www.a.test/docs/4", links({}));
    web_.set("http://www.a.test/docs/private", links({"/docs/private/1"}));
    web_.set("http://www.a.test/docs/private/1", links({}));
    web_.set("http://www.a.test/other", links({"/other/1"}));
    web_.set("http://www.a.test/other/1", links({}));
    web_.set("http://blog.a.test/", links({"http://www.a.test/docs/"}));
    web_.set("http://b.test/", links({}));
  }

  crawl::CrawlOptions crawl_of(std::vector<std::string> seeds) const {
    crawl::CrawlOptions o = options_;
    o.seeds = std::move(seeds);
    return o;
  }
  crawl::CrawlOptions options(ScopeKind kind = ScopeKind::kHost) const {
    crawl::CrawlOptions o = crawl_of({"http://www.a.test/docs/"});
    o.collection.scope.kind = kind;
    o.retry.attempts = 1;
    return o;
  }
  crawl::CrawlOptions to_depth(uint16_t depth) const {
    crawl::CrawlOptions o = options();
    o.collection.scope.max_depth = depth;
    return o;
  }

  using EngineWorld::run;
  crawl::Progress run(const crawl::CrawlOptions& options) {
    const crawl::CrawlOptions as_before = std::exchange(options_, options);
    pass(Duration::seconds(1));  // since the run before
    const crawl::Progress progress = run();
    options_ = as_before;
    return progress;
  }
  // Does the same with a run without end.
  void run_until_stopped(const crawl::CrawlOptions& options) {
    const crawl::CrawlOptions as_before = std::exchange(options_, options);
    run_without_end(0.1);
    run_for(Duration::hours(1));
    options_ = as_before;
  }

  // Returns host and target of every page that this crawl requested. It must end by itself.
  Places asked_by(const crawl::CrawlOptions& options) {
    const size_t before = web_.requests().size();
    last_ = run(options);
    EXPECT_EQ(last_.ended, "everything in scope is collected");
    EXPECT_EQ(last_.waiting, 0u);
    return asked_since(before);
  }
  Places asked_since(size_t before) const {
    Places places;
    const auto requests = web_.requests();
    for (size_t i = before; i < requests.size(); ++i) {
      if (!requests[i].url.ends_with("/robots.txt")) places.insert(requests[i].url.substr(7));
    }
    return places;
  }

  std::map<std::string, store::UnadmittedUrl> unadmitted() const {
    std::map<std::string, store::UnadmittedUrl> urls;
    EXPECT_TRUE(
        store_.each_unadmitted(store::ShardSet::all(), [&](const store::UnadmittedUrl& url) {
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

TEST_F(Widening, FromDepthZeroToNoLimit) {
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

TEST_F(Widening, FromDepthOneToDepthThree) {
  EXPECT_EQ(asked_by(to_depth(1)), (Places{"www.a.test/docs/", "www.a.test/docs/1",
                                           "www.a.test/docs/private", "www.a.test/other"}));
  EXPECT_EQ(asked_by(to_depth(3)), (Places{"www.a.test/docs/2", "www.a.test/docs/3",
                                           "www.a.test/docs/private/1", "www.a.test/other/1"}));
  EXPECT_EQ(asked_by(options()), Places{"www.a.test/docs/4"});
}

TEST_F(Widening, FromPrefixToHost) {
  EXPECT_EQ(
      asked_by(options(ScopeKind::kPrefix)),
      (Places{"www.a.test/docs/", "www.a.test/docs/1", "www.a.test/docs/2", "www.a.test/docs/3",
              "www.a.test/docs/4", "www.a.test/docs/private", "www.a.test/docs/private/1"}));
  EXPECT_EQ(asked_by(options()), (Places{"www.a.test/other", "www.a.test/other/1"}));
}

TEST_F(Widening, FromHostToDomainAndToAny) {
  asked_by(options());
  EXPECT_FALSE(site("http://blog.a.test").in_scope);
  EXPECT_EQ(asked_by(options(ScopeKind::kDomain)), Places{"blog.a.test/"});
  EXPECT_TRUE(site("http://blog.a.test").in_scope);
  EXPECT_EQ(asked_by(options(ScopeKind::kAny)), Places{"b.test/"});
}

TEST_F(Widening, FromThePageAloneToItsHost) {
  web_.set("http://www.a.test/robots.txt", plain_text("Sitemap: /sitemap.xml\n"));
  web_.set("http://www.a.test/sitemap.xml", sitemap({{"http://www.a.test/listed"}}));
  web_.set("http://www.a.test/listed", links({}));
  EXPECT_EQ(asked_by(options(ScopeKind::kPage)), Places{"www.a.test/docs/"});
  Places rest = kRestOfHost;
  rest.insert({"www.a.test/sitemap.xml", "www.a.test/listed"});
  EXPECT_EQ(asked_by(options()), rest);
}

TEST_F(Widening, WithoutTheExcludePattern) {
  crawl::CrawlOptions narrow = options(ScopeKind::kPrefix);
  narrow.collection.scope.exclude = {"private"};
  EXPECT_EQ(asked_by(narrow), (Places{"www.a.test/docs/", "www.a.test/docs/1", "www.a.test/docs/2",
                                      "www.a.test/docs/3", "www.a.test/docs/4"}));
  EXPECT_EQ(unadmitted().at("http://www.a.test/docs/private").reason,
            store::UnadmittedReason::kPattern);
  EXPECT_EQ(asked_by(options(ScopeKind::kPrefix)),
            (Places{"www.a.test/docs/private", "www.a.test/docs/private/1"}));
}

TEST_F(Widening, WithAnotherIncludePattern) {
  crawl::CrawlOptions narrow = options();
  narrow.collection.scope.include = {"/docs/$", "/docs/\\d$"};
  EXPECT_EQ(asked_by(narrow), (Places{"www.a.test/docs/", "www.a.test/docs/1", "www.a.test/docs/2",
                                      "www.a.test/docs/3", "www.a.test/docs/4"}));
  narrow.collection.scope.include.emplace_back("/other");
  EXPECT_EQ(asked_by(narrow), (Places{"www.a.test/other", "www.a.test/other/1"}));
}

TEST_F(Widening, MorePagesPerSiteAreTheNearestOnes) {
  crawl::CrawlOptions o = options();
  o.collection.max_pages_per_site = 1;
  EXPECT_EQ(asked_by(o), Places{"www.a.test/docs/"});
  EXPECT_EQ(unadmitted().at("http://www.a.test/other").reason,
            store::UnadmittedReason::kSiteBudget);
  o.collection.max_pages_per_site = 4;
  EXPECT_EQ(asked_by(o),
            (Places{"www.a.test/docs/1", "www.a.test/other", "www.a.test/docs/private"}));
  o.collection.max_pages_per_site.reset();
  EXPECT_EQ(asked_by(o), (Places{"www.a.test/docs/2", "www.a.test/docs/3", "www.a.test/docs/4",
                                 "www.a.test/docs/private/1", "www.a.test/other/1"}));
}

TEST_F(Widening, SeedThatWasRefusedIsCollectedWithTheScopeThatItSpans) {
  asked_by(options());
  crawl::CrawlOptions both = options();
  both.seeds.emplace_back("http://b.test/");
  EXPECT_EQ(asked_by(both), Places{"b.test/"});
  EXPECT_EQ(page("http://b.test/").depth, 0u);
  EXPECT_FALSE(unadmitted().contains("http://b.test/"));
}

TEST_F(Widening, DepthsAreCountedAnewFromAPageThatBecomesASeed) {
  asked_by(to_depth(1));
  crawl::CrawlOptions deeper = to_depth(1);
  deeper.seeds = {"http://www.a.test/docs/1"};
  EXPECT_EQ(asked_by(deeper), Places{"www.a.test/docs/2"});
  EXPECT_EQ(page("http://www.a.test/docs/1").depth, 0u);
}

TEST_F(Widening, PageThatIsFoundNearerLaterIsAdmittedThen) {
  // /far is first found on a page at depth 2, and later on one at depth 1.
  web_.set("http://c.test/", links({"/near", "/slow"}));
  web_.set("http://c.test/near", links({"/nearer"}));
  web_.set("http://c.test/nearer", links({"/far"}));
  web_.set("http://c.test/slow", {Answer(fetch::ConnectionLost{"reset"}), links({"/far"})});
  web_.set("http://c.test/far", links({}));
  crawl::CrawlOptions o = crawl_of({"http://c.test/"});
  o.collection.scope.max_depth = 2;
  o.retry.first = Duration::seconds(30);
  EXPECT_EQ(asked_by(o),
            (Places{"c.test/", "c.test/near", "c.test/nearer", "c.test/slow", "c.test/far"}));
  EXPECT_EQ(page("http://c.test/far").depth, 2u);
  EXPECT_TRUE(unadmitted().empty());
}

TEST_F(Widening, LinkWithNofollowIsFollowedIfAnotherPageLinksWithoutIt) {
  web_.set("http://c.test/",
           html("<a rel=nofollow href=/late>x</a><a rel=nofollow href=/never>y</a>"
                "<a href=/1>z</a><p>front"));
  web_.set("http://c.test/1", links({"/late"}));
  web_.set("http://c.test/late",
           html("<meta name=robots content=nofollow><a href=/hidden>h</a><p>late"));
  EXPECT_EQ(asked_by(crawl_of({"http://c.test/"})), (Places{"c.test/", "c.test/1", "c.test/late"}));
  const auto left = unadmitted();
  ASSERT_EQ(left.size(), 2u);
  EXPECT_EQ(left.at("http://c.test/never").reason, store::UnadmittedReason::kNofollow);
  EXPECT_EQ(left.at("http://c.test/never").found_on, page("http://c.test/").key);
  EXPECT_EQ(left.at("http://c.test/hidden").reason, store::UnadmittedReason::kNofollow);
  crawl::CrawlOptions wider = crawl_of({"http://c.test/"});
  wider.collection.scope.kind = ScopeKind::kAny;
  EXPECT_EQ(asked_by(wider), Places()) << "no rule makes up for nofollow";
}

TEST_F(Widening, LinksOfSimilarPagesAreRecordedAndAdmittedWithAHigherLimit) {
  std::vector<std::string> hrefs;
  for (int i = 0; i < 8; ++i) {
    const std::string number = std::to_string(i);
    hrefs.push_back("/item/" + number);
    web_.set("http://c.test/item/" + number,
             html("<p>the very same text on every page of this kind, word for word<a href=/from/" +
                  number + ">"));
    web_.set("http://c.test/from/" + number, plain_text("leaf " + number));
  }
  web_.set("http://c.test/", links(hrefs));
  crawl::CrawlOptions o = crawl_of({"http://c.test/"});
  o.collection.traps.max_similar_pages = 3;
  const size_t first = asked_by(o).size();
  const size_t refused = unadmitted().size();
  EXPECT_GT(refused, 0u);
  EXPECT_EQ(first + refused, 17u);
  for (const auto& [url, one] : unadmitted()) {
    EXPECT_EQ(one.reason, store::UnadmittedReason::kSimilarPages) << url;
  }
  o.collection.traps.max_similar_pages = 300;
  EXPECT_EQ(asked_by(o).size(), refused);
  EXPECT_TRUE(unadmitted().empty());
}

TEST_F(Widening, PagesThatWaitOutsideANarrowerScopeAreKeptForAWiderOne) {
  crawl::CrawlOptions first = options(ScopeKind::kDomain);
  first.limits.max_pages = 1;
  run(first);
  ASSERT_EQ(pages().size(), 5u) << "the seed, and four pages that wait";

  EXPECT_EQ(asked_by(to_depth(0)), Places());
  EXPECT_EQ(last_.outside_scope, 4u);
  crawl::CrawlOptions narrow = options(ScopeKind::kPrefix);
  narrow.collection.scope.exclude = {"private"};
  EXPECT_EQ(asked_by(narrow), (Places{"www.a.test/docs/1", "www.a.test/docs/2", "www.a.test/docs/3",
                                      "www.a.test/docs/4"}));
  EXPECT_EQ(last_.outside_scope, 3u);
  EXPECT_EQ(page("http://www.a.test/other").last_visit, std::nullopt);
  EXPECT_EQ(asked_by(narrow), Places()) << "the second time with the same rules";
  EXPECT_EQ(last_.outside_scope, 3u);
  EXPECT_EQ(asked_by(options(ScopeKind::kDomain)),
            (Places{"www.a.test/docs/private", "www.a.test/docs/private/1", "www.a.test/other",
                    "www.a.test/other/1", "blog.a.test/"}));
  EXPECT_EQ(last_.outside_scope, 0u);
}

TEST_F(Widening, MorePagesOutsideThanOneSliceDoNotHideThoseInside) {
  std::vector<std::string> hrefs;
  for (int i = 0; i < 1200; ++i) hrefs.push_back("/x/" + std::to_string(i));
  hrefs.emplace_back("/y");
  web_.set("http://c.test/", links(hrefs));
  web_.set("http://c.test/y", links({}));
  crawl::CrawlOptions o = crawl_of({"http://c.test/"});
  o.limits.max_pages = 1;
  run(o);
  o = crawl_of({"http://c.test/"});
  o.collection.scope.exclude = {"/x/"};
  EXPECT_EQ(asked_by(o), Places{"c.test/y"});
  EXPECT_EQ(last_.outside_scope, 1200u);
}

TEST_F(Widening, AnotherSeedDoesNotCollectPagesThatTheFirstLeftOut) {
  crawl::CrawlOptions first = options();
  first.limits.max_pages = 1;
  run(first);
  EXPECT_EQ(asked_by(crawl_of({"http://b.test/"})), Places{"b.test/"});
  EXPECT_EQ(last_.outside_scope, 3u);
  EXPECT_EQ(asked_by(options()), kRestOfHost);
}

TEST_F(Widening, RunQueuesUrlsThatItsRulesAllowNow) {
  run_until_stopped(to_depth(0));
  EXPECT_EQ(asked_since(0), Places{"www.a.test/docs/"});
  const size_t before = web_.count();
  run_until_stopped(options());
  Places all = kRestOfHost;
  all.insert("www.a.test/docs/");
  EXPECT_EQ(asked_since(before), all);
}

TEST_F(Widening, RunDoesNotRequestPagesOutsideANarrowerScope) {
  run(options());
  crawl::CrawlOptions narrow = to_depth(1);
  narrow.collection.scope.exclude = {"private"};
  const size_t before = web_.count();
  run_until_stopped(narrow);
  EXPECT_EQ(asked_since(before),
            (Places{"www.a.test/docs/", "www.a.test/docs/1", "www.a.test/other"}));
}

TEST_F(Widening, SeedThatIsAddedToARunAdmitsUrlsThatWereRefused) {
  web_.set("http://b.test/", links({"/b1"}));
  web_.set("http://b.test/b1", links({}));
  web_.set("http://www.a.test/docs/4", links({"http://b.test/linked"}));
  web_.set("http://b.test/linked", links({}));
  at(Duration::minutes(30), [&] {
    EXPECT_EQ(why("http://b.test/linked").standing, collection::Standing::kOutsideScope);
    EXPECT_EQ(web_.count("http://b.test"), 0u);
    execute(collection::AddSeed{"http://b.test/b1"});
  });
  run_until_stopped(options());
  EXPECT_GT(web_.times("http://b.test/linked"), 0u);
  EXPECT_GT(web_.times("http://b.test/"), 0u);
}

}  // namespace
}  // namespace freshet::test
