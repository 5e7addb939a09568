// Runs on pages and hosts that make trouble, and under clocks that do.
#include <algorithm>
#include <thread>

#include "change/history.h"
#include "integration/crawling.h"

namespace freshet::test {
namespace {

namespace fs = std::filesystem;

class RunTrouble : public ScriptedCrawling {
 protected:
  crawl::CrawlOptions options(std::vector<std::string> seeds = {"http://a.test/"}) const {
    return run_for(Duration::seconds(2), std::move(seeds));
  }
  uintmax_t archive_bytes() const {
    uintmax_t bytes = 0;
    for (const auto& file : fs::directory_iterator(folder_.path() + "/warc")) {
      bytes += file.file_size();
    }
    return bytes;
  }
};

// Text that compresses little.
std::string paragraphs(uint64_t seed, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += "<p>";
    for (int word = 0; word < 8; ++word) {
      seed = seed * 6'364'136'223'846'793'005 + 1'442'695'040'888'963'407;
      text += std::to_string(seed >> 32) + " ";
    }
    text += "</p>";
  }
  return text;
}

// It is different at every look, and yet there is no news: it is learned to be of two minds, takes
// the budget from nobody, and when there is something new, that is seen. A day passes in four
// seconds.
TEST_F(RunTrouble, APageThatAlternatesBetweenTwoContents) {
  constexpr double kScale = 20'000;
  const std::vector<std::string> steady = {"/1", "/2", "/3", "/4", "/5", "/6", "/7", "/8"};
  web_.set("a.test/", links({"/flip", "/1", "/2", "/3", "/4", "/5", "/6", "/7", "/8"}));
  for (const std::string& path : steady) web_.set("a.test" + path, links({"/"}));
  constexpr int kTurns = 25;
  std::vector<Answer> answers;
  for (int i = 0; i < kTurns; ++i) answers.push_back(html(paragraphs(i % 2 == 0 ? 1 : 2, 20)));
  answers.push_back(html(paragraphs(3, 20)));
  web_.set("a.test/flip", answers);
  crawl::CrawlOptions o = options();
  o.run->requests_per_second = 100 / kScale;
  o.run->saved_up_for = Duration::days(1);
  o.run->importance = crawl::Importance::kEqual;
  o.limits.max_time = Duration::from_seconds(4 * kScale);
  const ScaledClock clock(system_clock_.now(), kScale);
  const crawl::Progress progress = run(o, clock);

  const size_t flips = web_.times("a.test/flip");
  ASSERT_GT(flips, kTurns + 2u);
  EXPECT_LT(flips, progress.requests / 2);
  for (const std::string& path : steady) EXPECT_GT(web_.times("a.test" + path), 5u) << path;
  const auto history = change::History::decode(page("http://a.test/flip").history).value();
  EXPECT_EQ(history.totals().requests, flips);
  EXPECT_LT(history.totals().changes, kTurns / 2u) << "it changes its mind, not its content";
  EXPECT_GT(page("http://a.test/flip").last_change, page("http://a.test/flip").first_seen);
  const auto first = web_.asked("a.test/flip").front().at;
  const auto third = web_.asked("a.test/flip")[kTurns].at;
  EXPECT_GT(
      (page("http://a.test/flip").last_change - page("http://a.test/flip").first_seen).in_seconds(),
      0.9 * kScale * (third - first).in_seconds())
      << "what is new in the end went unseen";
}

// No validators, so that the whole page comes at every visit: the archive has its body once.
TEST_F(RunTrouble, APageThatStaysTheSameIsArchivedOnce) {
  web_.set("a.test/", html(paragraphs(1, 600)));
  const crawl::Progress progress = run(options());
  ASSERT_GT(progress.requests, 40u);
  // The body has 54 kB, of which half is left when packed.
  EXPECT_LT(archive_bytes(), 54'000 + progress.requests * 3'000);
  EXPECT_GT(progress.requests * 20'000, 54'000 + progress.requests * 3'000);
  EXPECT_GE(archived().at("http://a.test/").records, static_cast<int>(progress.requests) - 1);
}

TEST_F(RunTrouble, SeedsThatCannotBeReachedAreWaitedForGently) {
  web_.set("a.test/robots.txt", Answer{.bytes = "", .then = Answer::Then::kReset});
  crawl::CrawlOptions o = options();
  o.run->requests_per_second = 1'000;
  const crawl::Progress progress = run(o);
  EXPECT_EQ(progress.ended, "the limit of time is reached");
  EXPECT_EQ(progress.pages, 0u);
  EXPECT_GE(progress.requests, 2u);
  EXPECT_LE(progress.requests, 8u) << "rests double from a tenth of a second";
}

TEST_F(RunTrouble, SeedsThatCanBeReachedAfterAWhileAreTakenUp) {
  const Answer reset{.bytes = "", .then = Answer::Then::kReset};
  web_.set("a.test/robots.txt", std::vector{reset, reset, status(404)});
  web_.set("a.test/", std::vector{status(503), status(503), links({"/1"})});
  web_.set("a.test/1", links({}));
  crawl::CrawlOptions o = options();
  o.limits.max_time = Duration::seconds(4);
  const crawl::Progress progress = run(o);
  EXPECT_EQ(progress.known, 2u);
  EXPECT_GT(web_.times("a.test/1"), 3u);
}

class RunTroubledByClocks : public RunTrouble, public testing::WithParamInterface<int> {};

// Every page goes on being looked at; hosts are left in peace on both sides of the leap, and but
// for the one moment at which a day seems to have passed, across it; and nothing that was kept says
// that a visit was later than the clock can tell.
TEST_P(RunTroubledByClocks, ALeapLeavesPolitenessAndHistoriesWhole) {
  constexpr Duration kDelay = Duration::milliseconds(60);
  const std::vector<std::string> hosts = {"a.test", "b.test", "c.test"};
  std::vector<std::string> seeds;
  for (const std::string& host : hosts) {
    web_.set(host + "/", links({"/1"}));
    web_.set(host + "/1", links({}));
    seeds.push_back("http://" + host + "/");
  }
  crawl::CrawlOptions o = options(seeds);
  o.run->refresh.policy = "uniform";
  o.run->requests_per_second = 1'000;
  o.politeness.delay = kDelay;
  o.limits.max_time.reset();
  LeapingClock clock;
  auto crawl = crawl::Crawl::open(o, clock, log_);
  ASSERT_TRUE(crawl) << crawl.error().message;
  std::thread runner([&] { EXPECT_TRUE((*crawl)->run()); });
  for (const std::string& host : hosts) {
    EXPECT_TRUE(comes_true([&] { return web_.times(host + "/1") > 4; })) << host;
  }
  clock.leap(Duration::days(GetParam()));
  for (const std::string& host : hosts) {
    const size_t before = web_.times(host + "/1");
    EXPECT_TRUE(comes_true([&] { return web_.times(host + "/1") > before + 8; }))
        << host << " stands still";
  }
  (*crawl)->stop();
  runner.join();
  crawl->reset();
  for (const std::string& host : hosts) {
    const auto gaps = web_.gaps(host);
    // 5 ms for the way of a request.
    const auto short_ones = std::count_if(gaps.begin(), gaps.end(), [&](Duration gap) {
      return gap < kDelay - Duration::milliseconds(5);
    });
    EXPECT_LE(short_ones, 1) << host;
    EXPECT_LE(page("http://" + host + "/1").last_visit, clock.now());
  }
}

INSTANTIATE_TEST_SUITE_P(Days, RunTroubledByClocks, testing::Values(1, -1));

}  // namespace
}  // namespace freshet::test
