// How gently servers are asked, and that a restart does not make anybody forget it. Times are lower
// bounds: a machine that is busy only makes the crawler gentler.
#include <thread>

#include "integration/crawling.h"
#include "store/store.h"
#include "support/name_server.h"

namespace freshet::test {
namespace {

class PoliteCrawl : public ScriptedCrawling {
 protected:
  // A front page and as many others on a host, each after a while.
  void set_pages(const std::string& host, int count, Duration wait) {
    std::vector<std::string> hrefs;
    for (int i = 1; i <= count; ++i) {
      hrefs.push_back("/" + std::to_string(i));
      web_.set(host + hrefs.back(), after(wait, links({})));
    }
    web_.set(host + "/", after(wait, links(hrefs)));
  }

  void expect_gaps(const std::string& host, Duration at_least) {
    for (const Duration gap : web_.gaps(host)) EXPECT_GE(gap, at_least) << host;
  }
};

TEST_F(PoliteCrawl, ByDefaultOneRequestAtATimeAndASecondBetween) {
  set_pages("a.test", 2, Duration::milliseconds(50));
  crawl::CrawlOptions o = options();
  o.politeness = {};
  o.retry.patience = Duration::seconds(10);
  EXPECT_EQ(run(o).pages, 3u);
  EXPECT_EQ(web_.most_at_once(), 1);
  expect_gaps("a.test", Duration::milliseconds(1000));
  for (const char* page : {"a.test/1", "a.test/2"}) EXPECT_EQ(web_.times(page), 1u);
  const auto asked = web_.asked("a.test");
  // From the end of one to the start of the next.
  EXPECT_GE(asked[3].at - asked[2].at, Duration::milliseconds(1050));
}

TEST_F(PoliteCrawl, ACrawlDelayIsKeptWhateverTheSetting) {
  set_pages("a.test", 2, Duration());
  web_.set("a.test/robots.txt", plain_text("User-agent: *\nCrawl-delay: 0.7\nAllow: /"));
  crawl::CrawlOptions o = options();
  o.politeness.per_host = 4;
  o.retry.patience = Duration::seconds(10);
  EXPECT_EQ(run(o).pages, 3u);
  expect_gaps("a.test", Duration::milliseconds(700));
}

TEST_F(PoliteCrawl, NoMaximumShortensACrawlDelayAndNoRestartForgetsIt) {
  set_pages("a.test", 1, Duration());
  web_.set("a.test/robots.txt", plain_text("User-agent: *\nCrawl-delay: 3600\nAllow: /"));
  crawl::CrawlOptions o = options();
  o.politeness.longest_rest = Duration::minutes(1);
  LeapingClock clock;
  EXPECT_EQ(run(o, clock).requests, 1u);  // robots.txt
  for (const size_t asked : {2, 3}) {
    clock.leap(Duration::minutes(59));
    EXPECT_EQ(run(o, clock).requests, 0u);
    clock.leap(Duration::minutes(1));
    EXPECT_EQ(run(o, clock).requests, 1u);
    EXPECT_EQ(web_.asked().size(), asked);
  }
  EXPECT_EQ(web_.times("a.test/robots.txt"), 1u);
  EXPECT_EQ(pages().size(), 2u);
}

TEST_F(PoliteCrawl, TheDelayOutlivesARestart) {
  set_pages("a.test", 1, Duration());
  crawl::CrawlOptions o = options();
  o.politeness.delay = Duration::hours(1);
  LeapingClock clock;
  EXPECT_EQ(run(o, clock).requests, 1u);
  clock.leap(Duration::minutes(59));
  EXPECT_EQ(run(o, clock).requests, 0u);
  clock.leap(Duration::minutes(1));
  EXPECT_EQ(run(o, clock).requests, 1u);
  EXPECT_EQ(web_.times("a.test/"), 1u);
}

// A start after a crash gives every host its delay, and a stop right after that start keeps it.
TEST_F(PoliteCrawl, TheDelayAfterACrashOutlivesAStopRightAfterTheRestart) {
  set_pages("a.test", 3, Duration());
  web_.set("a.test/robots.txt", plain_text("User-agent: *\nCrawl-delay: 3600\nAllow: /"));
  crawl::CrawlOptions o = options();
  o.politeness.longest_rest = Duration::minutes(1);
  LeapingClock clock;
  EXPECT_EQ(run(o, clock).requests, 1u);
  clock.leap(Duration::hours(2));
  {
    auto store = store::open_rocksdb_store(folder_.path() + "/state");
    ASSERT_TRUE(store);
    store::Batch batch;
    batch.facts.emplace_back("ended", "0");  // as a kill leaves it
    ASSERT_TRUE((*store)->commit(batch, store::Durability::kPower));
  }
  crawl::CrawlOptions stopped = o;
  stopped.limits.max_time = Duration();
  EXPECT_EQ(run(stopped, clock).requests, 0u);
  clock.leap(Duration::minutes(59));
  EXPECT_EQ(run(o, clock).requests, 0u);
  clock.leap(Duration::minutes(1));
  EXPECT_EQ(run(o, clock).requests, 1u);
}

TEST_F(PoliteCrawl, PortsOfAHostShareItsDelay) {
  std::vector<std::string> ports;
  for (int port = 8001; port <= 8005; ++port) {
    ports.push_back("http://a.test:" + std::to_string(port) + "/");
  }
  ports.push_back("http://a.test:25/");
  web_.set("a.test/", links(ports));
  crawl::CrawlOptions o = options();
  o.politeness.delay = Duration::milliseconds(50);
  o.retry.patience = Duration::seconds(10);
  EXPECT_EQ(run(o).requests, 2u) << "other ports are outside the scope";
  o.scope.any_port = true;
  EXPECT_EQ(run(o).requests, 10u);  // robots.txt and a page each
  expect_gaps("a.test", Duration::milliseconds(50));
  EXPECT_EQ(web_.times("a.test"), 12u) << "port 25 is not asked";
}

TEST_F(PoliteCrawl, ASlowServerRestsAsLongAsItTookAlsoOverARestart) {
  set_pages("a.test", 2, Duration::milliseconds(400));
  crawl::CrawlOptions o = options();
  o.politeness.delay = Duration::milliseconds(1);
  o.retry.patience = Duration::seconds(10);
  o.limits.max_pages = 2;
  run(o);
  run(o);
  const auto asked = web_.asked("a.test");
  ASSERT_EQ(asked.size(), 4u);
  for (const size_t i : {2, 3}) {
    EXPECT_GE(asked[i].at - asked[i - 1].at, Duration::milliseconds(800)) << i;
  }
}

TEST_F(PoliteCrawl, ARequestThatTheStopCutOffCounts) {
  web_.set("a.test/robots.txt", status(404));
  web_.set("a.test/", {Answer{.then = Answer::Then::kFallSilent}, links({})});
  crawl::CrawlOptions o = options();
  o.politeness.delay = Duration::minutes(10);
  o.grace = Duration::milliseconds(100);
  LeapingClock clock;
  run(o, clock);
  EXPECT_EQ(web_.times("a.test"), 1u);
  clock.leap(Duration::minutes(11));
  {
    auto crawl = crawl::Crawl::open(o, clock, log_);
    ASSERT_TRUE(crawl);
    std::thread stopper([&] {
      while (web_.times("a.test/") == 0) std::this_thread::yield();
      (*crawl)->stop();
    });
    EXPECT_TRUE((*crawl)->run());
    stopper.join();
    EXPECT_EQ((*crawl)->progress().waiting, 1u);
  }
  EXPECT_EQ(run(o, clock).requests, 0u);
  clock.leap(Duration::minutes(11));
  EXPECT_EQ(run(o, clock).pages, 1u);
}

TEST_F(PoliteCrawl, NamesOfOneAddressShareItsLimit) {
  NameServer names;
  crawl::CrawlOptions o = options({});
  for (const std::string host : {"a.test", "b.test", "c.test"}) {
    names.set(host, {"127.0.0.1"});
    set_pages(host, 3, Duration::milliseconds(50));
    o.seeds.push_back("http://" + host + ":" + std::to_string(web_.port()) + "/");
  }
  o.fetch.host_map.clear();
  o.fetch.dns_servers = {names.address()};
  o.fetch.allow_private = true;
  o.politeness.per_address = 1;
  EXPECT_EQ(run(o).pages, 12u);
  EXPECT_EQ(web_.most_at_once(), 1);
}

TEST_F(PoliteCrawl, NamesThatAreSentElsewhereDoNot) {
  crawl::CrawlOptions o = options({});
  for (const std::string host : {"a.test", "b.test", "c.test"}) {
    set_pages(host, 3, Duration::milliseconds(200));
    o.seeds.push_back("http://" + host + "/");
  }
  o.politeness.per_address = 1;
  EXPECT_EQ(run(o).pages, 12u);
  EXPECT_GT(web_.most_at_once(), 1);
}

TEST_F(PoliteCrawl, AHostHasABudgetThatOutlivesARestart) {
  set_pages("a.test", 20, Duration());
  set_pages("b.test", 1, Duration());
  crawl::CrawlOptions o = options({"http://a.test/", "http://b.test/"});
  o.limits.max_pages_per_site = 5;
  const crawl::Progress progress = run(o);
  EXPECT_EQ(progress.pages, 7u);
  EXPECT_EQ(progress.outcomes.at("over_site_budget"), 16u);
  EXPECT_EQ(web_.times("a.test"), 6u);  // with robots.txt
  EXPECT_EQ(run(o).requests, 0u);
}

TEST_F(PoliteCrawl, ALargeHostDoesNotStarveASmallOne) {
  set_pages("large.test", 1'500, Duration());
  set_pages("small.test", 5, Duration());
  crawl::CrawlOptions o = options({"http://large.test/", "http://small.test/"});
  o.in_flight_per_shard = 1;
  o.frontier.queue_per_site = 100;
  run(o);
  const auto asked = web_.asked();
  EXPECT_EQ(asked.size(), 1'501u + 6u + 2u);
  size_t last_of_small = 0;
  for (size_t i = 0; i < asked.size(); ++i) {
    if (asked[i].host == "small.test") last_of_small = i;
  }
  EXPECT_LT(last_of_small, 20u);
}

}  // namespace
}  // namespace freshet::test
