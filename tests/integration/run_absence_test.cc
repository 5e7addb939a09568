// Pages that are not there: which evidence there is of it, when they leave the collection, and how
// they come back.
#include <functional>
#include <thread>

#include "change/history.h"
#include "clock/civil.h"
#include "crawl/site_memory.h"
#include "integration/crawling.h"
#include "store/store.h"

namespace freshet::test {
namespace {

using change::Outcome;
using store::VisitResult;
using Kind = store::Change::Kind;

constexpr char kSorry[] =
    "<title>Oops</title><p>The page that you asked for is not on this server. It may have moved, "
    "or it may never have been here. Please go back to where you came from, or begin at the front "
    "page. Our search knows all that we have. If this is a mistake, write to us.</p>";

class RunAbsence : public ScriptedCrawling {
 protected:
  crawl::CrawlOptions options() const {
    crawl::CrawlOptions options = ScriptedCrawling::options();
    options.run.emplace();
    options.run->refresh.floor.min_gain = 0;  // pages hardly change, and are visited all the same
    options.run->requests_per_second = 200;
    options.run->refresh.audit_share = 0;
    options.run->refresh.policy = "uniform";
    options.politeness.failures_before_rest = 1000;
    return options;
  }
  // Runs until it is so.
  void run_until(const crawl::CrawlOptions& options, const std::function<bool()>& enough) {
    auto crawl = crawl::Crawl::open(options, clock_, log_);
    ASSERT_TRUE(crawl) << crawl.error().message;
    std::thread runner([&] { EXPECT_TRUE((*crawl)->run()); });
    EXPECT_TRUE(comes_true(enough));
    outcomes_ = (*crawl)->progress().outcomes;
    (*crawl)->stop();
    runner.join();
    outcomes_ = (*crawl)->progress().outcomes;
  }
  void run_until_asked(const std::string& place, size_t times) {
    run_until(options(), [&] { return web_.times(place) >= times; });
  }
  std::vector<Outcome> outcomes_of(const std::string& url) const {
    std::vector<Outcome> outcomes;
    for (const auto& visit : change::History::decode(page(url).history).value().recent()) {
      outcomes.push_back(visit.outcome);
    }
    return outcomes;
  }
  std::vector<Kind> changes_of(const std::string& url) const {
    const store::PageKey key = page(url).key;
    std::vector<Kind> kinds;
    const auto store = store::open_rocksdb_store(folder_.path() + "/state");
    EXPECT_TRUE((*store)->each_change(Instant(), [&](const store::Change& change) {
      if (change.page == key) kinds.push_back(change.kind);
      return true;
    }));
    return kinds;
  }

  LeapingClock clock_;
  std::map<std::string, uint64_t, std::less<>> outcomes_;
};

TEST_F(RunAbsence, EachWayOfNotBeingThereIsKept) {
  web_.set("a.test/", links({"/1"}));
  web_.set("a.test/1", std::vector{html("<p>there</p>"), status(404), redirect("/2"), status(500),
                                   status(410), html("<p>there</p>")});
  run_until_asked("a.test/1", 7);
  const auto outcomes = outcomes_of("http://a.test/1");
  ASSERT_GE(outcomes.size(), 6u);
  EXPECT_EQ((std::vector(outcomes.begin(), outcomes.begin() + 6)),
            (std::vector{Outcome::kSuccess, Outcome::kGone, Outcome::kRedirected, Outcome::kFailed,
                         Outcome::kGone, Outcome::kSuccess}));
  EXPECT_EQ(changes_of("http://a.test/1"), (std::vector{Kind::kNew, Kind::kGone, Kind::kBack}));
  EXPECT_EQ(page("http://a.test/1").gone_since, Instant());
}

TEST_F(RunAbsence, APageLeavesAfterSomeVisitsInSomeDaysAndComesBack) {
  web_.set("a.test/", links({"/1"}));
  web_.set("a.test/1", std::vector{html("<p>there</p>"), status(404)});
  run_until_asked("a.test/1", 8);
  EXPECT_NE(page("http://a.test/1").gone_since, Instant());
  EXPECT_EQ(page("http://a.test/1").left, Instant()) << "not on the first day";

  clock_.leap(Duration::days(8));
  size_t asked = web_.times("a.test/1");
  run_until_asked("a.test/1", asked + 1);
  EXPECT_NE(page("http://a.test/1").left, Instant());
  EXPECT_EQ(changes_of("http://a.test/1"), (std::vector{Kind::kNew, Kind::kGone, Kind::kLeft}));
  // In the hours after that nobody asks for it, however much others are asked for.
  asked = web_.times("a.test/1");
  const size_t others = web_.times("a.test/");
  run_until_asked("a.test/", others + 100);
  EXPECT_EQ(web_.times("a.test/1"), asked);

  web_.set("a.test/1", html("<p>there once more</p>"));
  clock_.leap(Duration::days(31));
  run_until_asked("a.test/1", asked + 3);
  EXPECT_EQ(page("http://a.test/1").left, Instant());
  EXPECT_EQ(changes_of("http://a.test/1").back(), Kind::kBack);
}

TEST_F(RunAbsence, APageThatIsNotThereAtItsFirstVisitIsLookedAtAgain) {
  web_.set("a.test/", links({"/gone", "/moved", "/broken", "/secret"}));
  web_.set("a.test/gone", std::vector{status(404), html("<p>here it is</p>")});
  web_.set("a.test/moved", std::vector{redirect("/"), html("<p>here it is too</p>")});
  web_.set("a.test/broken", std::vector{status(500), status(500), status(500), html("<p>mended")});
  web_.set("a.test/secret", std::vector{status(403), html("<p>open now")});
  run_until(options(), [&] { return web_.times("a.test/broken") == 3; });
  const std::vector<std::string> urls = {"http://a.test/gone", "http://a.test/moved",
                                         "http://a.test/broken", "http://a.test/secret"};
  for (const std::string& url : urls) {
    EXPECT_EQ(page(url).last_success, Instant()) << url;
    EXPECT_EQ(outcomes_of(url).size(), 1u) << url;
  }
  // After a restart, a day later.
  clock_.leap(Duration::days(2));
  run_until(options(), [&] {
    return web_.times("a.test/gone") > 1 && web_.times("a.test/moved") > 1 &&
           web_.times("a.test/broken") > 3 && web_.times("a.test/secret") > 1;
  });
  for (const std::string& url : urls) {
    EXPECT_NE(page(url).last_success, Instant()) << url;
    EXPECT_EQ(changes_of(url).front(), Kind::kNew) << url;
  }
}

TEST_F(RunAbsence, ASitemapWithANewerDateBringsAPageThatLeftForward) {
  web_.set("a.test/robots.txt", plain_text("Sitemap: http://a.test/sitemap.xml\n"));
  const auto sitemap = [](const std::string& date) {
    return html("<?xml version='1.0'?><urlset><url><loc>http://a.test/1</loc><lastmod>" + date +
                    "</lastmod></url></urlset>",
                "Content-Type: application/xml\r\n");
  };
  web_.set("a.test/sitemap.xml", std::vector{sitemap("2020-01-01")});
  web_.set("a.test/", links({}));
  web_.set("a.test/1", status(404));
  run_until(options(), [&] { return web_.times("a.test/") > 20; });
  EXPECT_EQ(web_.times("a.test/1"), 1u);
  web_.set("a.test/1", html("<p>new"));
  web_.set("a.test/sitemap.xml", sitemap(format_iso8601(clock_.now() + Duration::hours(1))));
  run_until_asked("a.test/1", 2);
}

TEST_F(RunAbsence, AWholeSiteThatAnswersGoneLosesNothing) {
  std::vector<std::string> paths;
  for (int i = 1; i <= 12; ++i) paths.push_back("/" + std::to_string(i));
  web_.set("a.test/", links(paths));
  for (const std::string& path : paths) web_.set("a.test" + path, links({}));
  run_until(options(), [&] { return web_.times("") > 40; });
  // A deployment goes wrong, for longer than pages need to leave.
  web_.set("a.test/", status(404));
  for (const std::string& path : paths) web_.set("a.test" + path, status(404));
  size_t asked = web_.times("");
  run_until(options(), [&] { return web_.times("") > asked + 60; });
  clock_.leap(Duration::days(9));
  asked = web_.times("");
  run_until(options(), [&] { return web_.times("") > asked + 60; });
  EXPECT_GT(outcomes_["site_gone"], 40u);
  EXPECT_NE(crawl::SiteMemory::decode(site("http://a.test").learned).presence.none_since,
            Instant());
  int told_gone = 0;
  for (const std::string& path : paths) {
    const std::string url = "http://a.test" + path;
    EXPECT_EQ(page(url).left, Instant()) << url;
    told_gone += changes_of(url).back() == Kind::kGone ? 1 : 0;
  }
  EXPECT_LT(told_gone, 8) << "those before it was noticed";

  web_.set("a.test/", links(paths));
  for (const std::string& path : paths) web_.set("a.test" + path, links({}));
  asked = web_.times("");
  run_until(options(), [&] { return web_.times("") > asked + 40; });
  for (const std::string& path : paths) {
    EXPECT_EQ(page("http://a.test" + path).gone_since, Instant()) << path;
    EXPECT_EQ(outcomes_of("http://a.test" + path).back(), Outcome::kSuccess) << path;
  }
}

// A site that says 200 to everything.
class RunSoft404 : public RunAbsence {
 protected:
  RunSoft404() {
    web_.set("a.test/", html("<title>Front</title><p>Welcome to all of this.</p>"
                             "<a href=/1>x</a><a href=/2>x</a><a href=/same>x</a>"));
    web_.set("a.test/1", html("<title>One</title><p>The first text of this site.</p>"));
    web_.set("a.test/2", html("<title>Two</title><p>Another text, about bees.</p>"));
    web_.set("a.test/same", html("<title>Two</title><p>Another text, about bees.</p>"));
    web_.otherwise(html(kSorry));
  }
  size_t made_up() const {
    size_t times = 0;
    for (const auto& asked : web_.asked("")) {
      times += asked.target.find("no-such-page") != std::string::npos ? 1 : 0;
    }
    return times;
  }
};

TEST_F(RunSoft404, WhatAnswersAsNothingDoesIsGone) {
  run_until(options(), [&] { return web_.times("a.test/1") > 3 && web_.times("a.test/same") > 3; });
  EXPECT_EQ(made_up(), 1u) << "since two pages are the same";
  EXPECT_EQ(page("http://a.test/same").result, VisitResult::kDuplicate);
  web_.set("a.test/1", html(kSorry));
  size_t asked = web_.times("a.test/1");
  run_until_asked("a.test/1", asked + 3);
  const store::PageState gone = page("http://a.test/1");
  EXPECT_EQ(gone.result, VisitResult::kSoftGone);
  EXPECT_EQ(gone.http_status, 200);
  EXPECT_EQ(gone.title, "One") << "the copy stays";
  EXPECT_NE(gone.gone_since, Instant());
  EXPECT_EQ(outcomes_of("http://a.test/1").back(), Outcome::kSoftGone);
  EXPECT_EQ(changes_of("http://a.test/1"), (std::vector{Kind::kNew, Kind::kGone}));
  EXPECT_EQ(archived().at("http://a.test/1").body, kSorry);
  EXPECT_EQ(made_up(), 1u);
  EXPECT_EQ(page("http://a.test/same").gone_since, Instant()) << "an honest duplicate";

  web_.set("a.test/1", html("<title>One</title><p>The first text of this site.</p>"));
  asked = web_.times("a.test/1");
  run_until_asked("a.test/1", asked + 2);
  EXPECT_EQ(changes_of("http://a.test/1").back(), Kind::kBack);
}

TEST_F(RunSoft404, APageThatIsNoneAtItsFirstVisitIsNotCollected) {
  web_.set("a.test/2", html("<title>Two</title><p>Text.</p><a href=/none>x</a><a href=/no>x</a>"));
  run_until(options(),
            [&] { return web_.times("a.test/none") > 0 && web_.times("a.test/no") > 1; });
  // The first of them raises no suspicion, the second has its content.
  EXPECT_EQ(page("http://a.test/no").result, VisitResult::kSoftGone);
  EXPECT_EQ(page("http://a.test/no").last_success, Instant());
}

TEST_F(RunSoft404, WhereNothingIsRefusedPagesMayLookAlike) {
  web_.otherwise(status(404));
  run_until(options(), [&] { return web_.times("a.test/1") > 1 && web_.times("a.test/same") > 3; });
  web_.set("a.test/1", html("<title>Two</title><p>Another text, about bees.</p>"));
  const size_t asked = web_.times("a.test/1");
  run_until_asked("a.test/1", asked + 3);
  EXPECT_EQ(made_up(), 1u);
  EXPECT_EQ(page("http://a.test/1").gone_since, Instant());
  EXPECT_EQ(page("http://a.test/1").result, VisitResult::kDuplicate);
}

TEST_F(RunSoft404, ASiteThatGivesOnePageToAllLosesNone) {
  const auto shell = [](const std::string& version) {
    return html("<title>App</title><p>This site needs scripts.</p><script src=" + version +
                "></script><a href=/1>x</a><a href=/2>x</a>");
  };
  for (const char* place : {"a.test/", "a.test/1", "a.test/2", "a.test/same"}) {
    web_.set(place, shell("v1"));
  }
  web_.otherwise(shell("v1"));
  run_until(options(), [&] { return web_.times("a.test/1") > 3 && web_.times("a.test/2") > 3; });
  for (const char* place : {"a.test/", "a.test/1", "a.test/2"}) web_.set(place, shell("v2"));
  web_.otherwise(shell("v2"));
  clock_.leap(Duration::days(2));
  const size_t asked = web_.times("a.test/2");
  run_until_asked("a.test/2", asked + 3);
  for (const char* url : {"http://a.test/", "http://a.test/1", "http://a.test/2"}) {
    EXPECT_EQ(page(url).gone_since, Instant()) << url;
    EXPECT_NE(page(url).last_success, Instant()) << url;
  }
}

TEST_F(RunSoft404, NobodyIsAskedWhatRobotsForbid) {
  web_.set("a.test/robots.txt", plain_text("User-agent: *\nDisallow: /no-such\n"));
  run_until(options(), [&] { return web_.times("a.test/same") > 3 && web_.times("a.test/2") > 3; });
  EXPECT_EQ(made_up(), 0u);
}

TEST_F(RunSoft404, ADuplicateIsCountedOnce) {
  auto crawl = crawl::Crawl::open(options(), clock_, log_);
  ASSERT_TRUE(crawl) << crawl.error().message;
  std::thread runner([&] { EXPECT_TRUE((*crawl)->run()); });
  EXPECT_TRUE(
      comes_true([&] { return web_.times("a.test/same") > 6 && web_.times("a.test/2") > 6; }));
  (*crawl)->stop();
  runner.join();
  EXPECT_EQ((*crawl)->progress().duplicates, 1u);
}

}  // namespace
}  // namespace freshet::test
