// Sites that answer with a challenge or block page instead of their pages, and open again.
#include <functional>
#include <thread>

#include "change/history.h"
#include "crawl/site_memory.h"
#include "integration/crawling.h"
#include "store/store.h"

namespace freshet::test {
namespace {

using crawl::PageReport;
using crawl::StatusReport;
using store::VisitResult;
using Kind = store::Change::Kind;

constexpr char kChallenge[] =
    "<title>Just a moment...</title><p>Checking your browser</p>"
    "<script>window._cf_chl_opt={}</script>";
// No mark by which it could be known.
constexpr char kBlockPage[] =
    "<title>Notice</title><p>Dear visitor, please come back later, when there is less to do.</p>";
constexpr int kPages = 8;

class Walls : public ScriptedCrawling {
 protected:
  Walls() {
    std::vector<std::string> hrefs;
    for (int i = 1; i < kPages; ++i) hrefs.push_back("/" + std::to_string(i));
    web_.set("a.test/", links(hrefs));
    for (int i = 1; i < kPages; ++i) web_.set("a.test" + hrefs[i - 1], own(i));
  }
  static Answer own(int i) {
    const std::string name = "Page " + std::to_string(i);
    return html("<title>" + name + "</title><p>What " + name +
                " says of itself: " + std::string(20 * i, static_cast<char>('a' + i)) + "</p>");
  }
  static std::string url(int i) { return "http://a.test/" + (i == 0 ? "" : std::to_string(i)); }

  crawl::CrawlOptions options() const {
    crawl::CrawlOptions options = ScriptedCrawling::options();
    options.run.emplace();
    options.run->refresh.floor.min_gain = 0;
    options.run->requests_per_second = 200;
    options.run->refresh.audit_share = 0;
    options.run->refresh.policy = "uniform";
    options.politeness.failures_before_rest = 1000;
    // Rests for walls are twenty times as long.
    options.politeness.first_backoff = Duration::minutes(1);
    return options;
  }

  // Runs while `meanwhile` goes on.
  void run_while(const std::function<void(crawl::Crawl&)>& meanwhile) {
    auto crawl = crawl::Crawl::open(options(), clock_, log_);
    ASSERT_TRUE(crawl) << crawl.error().message;
    std::thread runner([&] { EXPECT_TRUE((*crawl)->run()); });
    meanwhile(**crawl);
    (*crawl)->stop();
    runner.join();
    outcomes_ = (*crawl)->progress().outcomes;
  }
  void collect() {
    run_while([&](crawl::Crawl&) { EXPECT_TRUE(comes_true([&] { return all_were_asked(3); })); });
  }
  bool all_were_asked(size_t times) const {
    for (int i = 0; i < kPages; ++i) {
      if (web_.times("a.test/" + (i == 0 ? std::string() : std::to_string(i))) < times)
        return false;
    }
    return true;
  }
  static StatusReport status_of(crawl::Crawl& crawl) {
    return std::get<StatusReport>(crawl.perform(crawl::AskStatus{}).value());
  }
  static PageReport why(crawl::Crawl& crawl, const std::string& url) {
    return std::get<PageReport>(crawl.perform(crawl::AskWhy{url}).value());
  }
  // Other than that a page was new.
  size_t changes() const {
    size_t count = 0;
    const auto store = store::open_rocksdb_store(folder_.path() + "/state");
    EXPECT_TRUE((*store)->each_change(Instant(), [&](const store::Change& change) {
      count += change.kind != Kind::kNew ? 1 : 0;
      return true;
    }));
    return count;
  }
  // Every page has the copy that it had, which was its own.
  void expect_own_copies() {
    for (int i = 1; i < kPages; ++i) {
      const store::PageState one = page(url(i));
      EXPECT_EQ(one.title, "Page " + std::to_string(i));
      EXPECT_NE(one.last_success, Instant());
      EXPECT_EQ(one.gone_since, Instant());
      EXPECT_FALSE(one.duplicate_of);
    }
    EXPECT_EQ(changes(), 0u);
  }
  // The wall goes up, is recognised, is shown, and goes down again.
  void meet_wall(const Answer& wall, const std::string& words) {
    collect();
    const std::map<std::string, store::PageState> before = pages();
    web_.instead(wall);
    run_while([&](crawl::Crawl& crawl) {
      ASSERT_TRUE(comes_true([&] { return status_of(crawl).sites.walled == 1; }));
      const StatusReport status = status_of(crawl);
      ASSERT_EQ(status.walled.size(), 1u);
      EXPECT_EQ(status.walled[0].site, "http://a.test");
      EXPECT_EQ(status.walled[0].wall->words(), words);
      EXPECT_EQ(status.walled[0].obstacle.kind, "back_off");
      EXPECT_NE(why(crawl, url(1)).words.find("its site answers with " + words), std::string::npos);
    });
    const size_t asked = web_.times("a.test");
    run_while([&](crawl::Crawl&) {});
    EXPECT_EQ(web_.times("a.test"), asked) << "the host rests, also after a restart";
    expect_own_copies();
    for (const auto& [url, page] : pages()) {
      EXPECT_EQ(page.content, before.at(url).content) << url;
      EXPECT_EQ(page.archived, before.at(url).archived) << url;
    }
    // It is tried again, rarely.
    clock_.leap(Duration::hours(1));
    run_while([&](crawl::Crawl& crawl) {
      EXPECT_TRUE(comes_true([&] { return web_.times("a.test") > asked; }));
      EXPECT_TRUE(
          comes_true([&] { return status_of(crawl).walled[0].obstacle.kind == "back_off"; }));
    });
    EXPECT_LE(web_.times("a.test"), asked + 2);

    web_.as_before();
    clock_.leap(Duration::days(1));
    run_while([&](crawl::Crawl& crawl) {
      EXPECT_TRUE(comes_true([&] { return status_of(crawl).sites.walled == 0; }));
      const size_t again = web_.times("a.test/1");
      EXPECT_TRUE(comes_true([&] { return web_.times("a.test/1") > again; }));
    });
    expect_own_copies();
  }

  LeapingClock clock_;
  std::map<std::string, uint64_t, std::less<>> outcomes_;
};

TEST_F(Walls, AChallengeIsNoContentAndNoChange) {
  meet_wall(html(kChallenge), "a Cloudflare challenge");
  EXPECT_GT(archived().at(url(1)).records, 1);
}

TEST_F(Walls, NorIsOneThatIsRefused) {
  Answer refused = status(403, "cf-mitigated: challenge\r\n");
  meet_wall(refused, "a Cloudflare challenge");
}

TEST_F(Walls, NorIsARedirectToAConsentPage) {
  // Of each page its own: to a page that is told where to go back to.
  collect();
  for (int i = 1; i < kPages; ++i) {
    web_.set("a.test/" + std::to_string(i),
             redirect("http://consent.test/?to=http://a.test/" + std::to_string(i)));
  }
  run_while([&](crawl::Crawl& crawl) {
    EXPECT_TRUE(comes_true([&] { return crawl.progress().outcomes["blocked"] > 1; }));
  });
  expect_own_copies();
}

TEST_F(Walls, KnownPagesThatAllTurnIntoOneContentKeepTheirOwn) {
  meet_wall(html(kBlockPage), "one and the same content for all pages");
}

TEST_F(Walls, ANewPageThatWasTakenInBeforeTheWallWasKnownLosesItsContent) {
  collect();
  web_.set("a.test/", links({"/1", "/2", "/3", "/4", "/5", "/6", "/7", "/new"}));
  web_.set("a.test/new", html(kBlockPage));
  run_while([&](crawl::Crawl& crawl) {
    EXPECT_TRUE(comes_true([&] { return why(crawl, "http://a.test/new").standing == "kept"; }));
    web_.instead(html(kBlockPage));
    EXPECT_TRUE(comes_true([&] { return status_of(crawl).sites.walled == 1; }));
    EXPECT_TRUE(comes_true([&] { return why(crawl, "http://a.test/new").standing == "visited"; }));
  });
  const store::PageState lost = page("http://a.test/new");
  EXPECT_EQ(lost.result, VisitResult::kBlocked);
  EXPECT_EQ(lost.last_success, Instant());
  EXPECT_EQ(lost.title, "");

  web_.as_before();
  web_.set("a.test/new", own(kPages));
  clock_.leap(Duration::days(40));
  run_while([&](crawl::Crawl& crawl) {
    EXPECT_TRUE(comes_true([&] { return why(crawl, "http://a.test/new").standing == "kept"; }));
  });
  EXPECT_EQ(page("http://a.test/new").title, "Page 8");
}

TEST_F(Walls, ASiteThatIsWalledFromItsFirstPagesOnWaitsAndIsCollectedLater) {
  web_.instead(html(kChallenge), 4);
  run_while([&](crawl::Crawl& crawl) {
    EXPECT_TRUE(comes_true([&] { return status_of(crawl).sites.walled == 1; }));
  });
  EXPECT_GT(outcomes_["blocked"], 0u);
  for (const auto& [url, page] : pages()) EXPECT_NE(page.title, "Just a moment...") << url;
  web_.as_before();
  clock_.leap(Duration::days(1));
  run_while([&](crawl::Crawl&) {
    EXPECT_TRUE(comes_true([&] {
      size_t collected = 0;
      for (int i = 1; i < kPages; ++i) collected += web_.times("a.test/" + std::to_string(i)) > 1;
      return collected == kPages - 1;
    }));
  });
  expect_own_copies();
}

// What must not be taken for a wall.

TEST_F(Walls, PagesThatAreAllAlikeFromTheFirstAreCollected) {
  for (int i = 1; i < kPages; ++i) web_.set("a.test/" + std::to_string(i), html(kBlockPage));
  run_while([&](crawl::Crawl& crawl) {
    EXPECT_TRUE(comes_true([&] { return all_were_asked(4); }));
    EXPECT_EQ(status_of(crawl).sites.walled, 0u);
  });
  EXPECT_EQ(outcomes_["blocked"], 0u);
}

TEST_F(Walls, AReworkOfAllPagesIsNoWall) {
  collect();
  for (int i = 1; i < kPages; ++i) web_.set("a.test/" + std::to_string(i), own(i + 10));
  run_while([&](crawl::Crawl& crawl) {
    EXPECT_TRUE(comes_true([&] { return all_were_asked(8); }));
    EXPECT_EQ(status_of(crawl).sites.walled, 0u);
  });
  EXPECT_EQ(outcomes_["blocked"], 0u);
  EXPECT_EQ(page(url(1)).title, "Page 11");
  EXPECT_EQ(changes(), static_cast<size_t>(kPages - 1));
}

TEST_F(Walls, ASectionThatIsGivenUpForOneNoticeIsTakenIn) {
  collect();
  for (int i = 1; i < 4; ++i) web_.set("a.test/" + std::to_string(i), html(kBlockPage));
  run_while([&](crawl::Crawl& crawl) {
    EXPECT_TRUE(comes_true([&] { return all_were_asked(12); }));
    EXPECT_EQ(status_of(crawl).sites.walled, 0u);
  });
  EXPECT_NE(page(url(1)).result, VisitResult::kBlocked);
  EXPECT_NE(page(url(3)).result, VisitResult::kBlocked);
}

}  // namespace
}  // namespace freshet::test
