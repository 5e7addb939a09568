// Tests with hostile webs: a crawl ends, in bounded memory, with everything that can be collected.
#include "crash/crawl_program.h"

namespace freshet::crash {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double kMostMemory = 1500e6;  // sanitizers keep freed memory, and shadow memory
#else
constexpr double kMostMemory = 300e6;
#endif

class Hostile : public CrawlProgram {
 protected:
  static void expect_little_memory(const test::Ended& ended) {
    const auto reported = summary_number(ended, "max_rss_bytes");
    ASSERT_TRUE(reported) << ended.output;
    EXPECT_LT(*reported, kMostMemory);
    EXPECT_LT(static_cast<double>(ended.max_rss_bytes), kMostMemory);
    // The memory that the program reports agrees with that of the system, except for its last
    // moments.
    EXPECT_NEAR(*reported, static_cast<double>(ended.max_rss_bytes), 20e6);
  }

  // Returns a world of hosts with all kinds of endless URLs, and with huge pages.
  static aquarium::WorldOptions endless() {
    aquarium::WorldOptions world{.seed = 13, .hosts = 4, .pages_per_host = 30};
    world.place_share = 1;
    world.varied_links = true;
    world.pages = world.pages.with(aquarium::PageKind::kHuge, 0.2);
    return world;
  }
};

TEST_F(Hostile, EndlessHostsStayWithinMemoryUntilTheLimitOfPages) {
  start(endless());
  const test::Ended ended = run({"--max-pages", "100000", "--per-host", "8"});
  EXPECT_EQ(ended.status, 0) << ended.errors;
  EXPECT_EQ(summary_number(ended, "pages"), 100'000);
  EXPECT_EQ(summary_text(ended, "ended"), "the limit of pages is reached");
  expect_little_memory(ended);
}

TEST_F(Hostile, EndlessHostsEndWithTheLimitOfTime) {
  start(endless());
  const test::Ended ended = run({"--max-time", "3", "--per-host", "8"});
  EXPECT_EQ(ended.status, 0) << ended.errors;
  EXPECT_EQ(summary_text(ended, "ended"), "the limit of time is reached");
  EXPECT_LT(summary_number(ended, "seconds").value_or(1e9), 12);
  expect_little_memory(ended);
}

TEST_F(Hostile, TheHostileProfileIsCollectedAndItsRulesAreObeyed) {
  aquarium::WorldOptions world = *aquarium::profile("hostile");
  world.seed = 14;
  world.hosts = 24;
  world.pages_per_host = 23;
  world.pages_sigma = 0.2;
  world.slow = Duration::milliseconds(500);
  world.crawl_delay = Duration::milliseconds(50);
  world.latency = Duration::milliseconds(5);
  world.busy_length = Duration::seconds(1);
  world.busy_period = Duration::seconds(8);
  world.outage_length = Duration::seconds(5);
  world.outage_within = Duration::seconds(10);
  start(world);
  // Outages are shorter than in reality; the crawl retries for longer than they last.
  const test::Ended ended =
      run({"--set", "crawl.patience=40s", "--set", "politeness.longest_rest=3s", "--set",
           "net.total_timeout=2s", "--max-pages-per-site", "200"});
  EXPECT_EQ(ended.status, 0) << ended.errors;
  EXPECT_EQ(ended.signal, 0);
  expect_little_memory(ended);
  const Collection collection = read_collection(data());
  expect_state_and_archive_agree(collection);
  EXPECT_GT(to_collect().size(), 100u);
  expect_collected(collection, to_collect());
  expect_manners(1);
}

}  // namespace
}  // namespace freshet::crash
