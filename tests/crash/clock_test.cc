// Tests with a machine clock that was wrong, or that is set while the program runs: no page waits
// for a date that came from the wrong clock.
#include <algorithm>
#include <chrono>
#include <fstream>
#include <thread>

#include "crash/crawl_program.h"
#include "store/store.h"

namespace freshet::crash {
namespace {

constexpr Duration kFar = Duration::days(400);

class WrongClock : public CrawlProgram {
 protected:
  void SetUp() override {
    if (!kCanPreload) GTEST_SKIP() << "a sanitizer must be loaded first";
    set_clock(Duration());
    aquarium::WorldOptions world{.seed = 21, .hosts = 2, .pages_per_host = 60};
    world.latency = Duration::milliseconds(5);
    start(world);
  }

  // Sets the difference between the program's time and the true time, also while it runs.
  void set_clock(Duration ahead) const {
    const int64_t seconds = ahead.in_whole_seconds();
    std::fstream file(clock_file(), std::ios::in | std::ios::out | std::ios::binary);
    if (!file) file.open(clock_file(), std::ios::out | std::ios::binary);
    file.write(reinterpret_cast<const char*>(&seconds), sizeof seconds);
  }
  std::string clock_file() const { return folder_.path() + "/clock"; }

  std::vector<std::string> by_clock(std::vector<std::string> command) const {
    command.insert(command.begin(), {"/usr/bin/env", "LD_PRELOAD=" FRESHET_OFFSET_CLOCK,
                                     "FRESHET_TEST_CLOCK=" + clock_file()});
    return command;
  }
  test::Ended crawl(const std::vector<std::string>& more = {}) const {
    test::ChildProcess program(by_clock(command(more)));
    return program.wait(Duration::minutes(2));
  }
  // The same command with `run`, which does not end, with a high budget.
  std::vector<std::string> run_command() const {
    std::vector<std::string> all = command({"--budget", "200/s", "--set", "refresh.min_gain=0"});
    all[1] = "run";
    return by_clock(all);
  }
  bool wait_for_requests(test::ChildProcess& program, uint64_t more) {
    const uint64_t enough = aquarium_.log().total() + more;
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (program.running() && std::chrono::steady_clock::now() < end) {
      if (aquarium_.log().total() >= enough) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return false;
  }

  // Expects that no time of a page, site or change is in the future.
  void expect_no_time_of_the_future() const {
    const Instant now = clock_.now() + Duration::minutes(1);
    const auto store = store::open_rocksdb_store(data() + "/state");
    ASSERT_TRUE(store) << store.error().message;
    EXPECT_TRUE((*store)->each_page([&](const store::PageState& page) {
      EXPECT_LE(page.last_visit, now) << page.url;
      EXPECT_LE(page.first_seen, now) << page.url;
      EXPECT_TRUE(page.next_visit == Instant::never() || page.next_visit <= now) << page.url;
      return true;
    }));
    EXPECT_TRUE((*store)->each_site([&](const store::SiteState& site) {
      EXPECT_LE(site.next_allowed, now) << site.text;
      EXPECT_LE(site.robots_fetched, now) << site.text;
      return true;
    }));
    EXPECT_TRUE((*store)->each_change(now, [&](const store::Change& change) {
      ADD_FAILURE() << "a change at " << change.at.unix_seconds();
      return true;
    }));
  }
  void expect_all_is_collected(const test::Ended& ended) const {
    EXPECT_EQ(ended.status, 0) << ended.errors;
    expect_collected_once(read_collection(data()), to_collect());
    expect_manners(1);
  }

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  static constexpr bool kCanPreload = false;
#else
  static constexpr bool kCanPreload = true;
#endif
};

TEST_F(WrongClock, CrawlContinuesAfterAClockThatWasAheadIsCorrected) {
  set_clock(kFar);
  EXPECT_EQ(crawl({"--max-pages", "40"}).status, 0);
  set_clock(Duration());
  const test::Ended ended = crawl();
  EXPECT_TRUE(contains(ended.errors, "times were set back")) << ended.errors;
  expect_all_is_collected(ended);
  expect_no_time_of_the_future();
}

TEST_F(WrongClock, KilledCrawlContinuesAfterAClockThatWasAheadIsCorrected) {
  set_clock(kFar);
  {
    const uint64_t enough = aquarium_.log().total() + 60;
    test::ChildProcess program(by_clock(command()));
    while (program.running() && aquarium_.log().total() < enough) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    program.kill();
  }
  set_clock(Duration());
  expect_all_is_collected(crawl());
  expect_no_time_of_the_future();
}

TEST_F(WrongClock, CrawlContinuesAfterAClockThatWasBehindIsCorrected) {
  set_clock(-kFar);
  EXPECT_EQ(crawl({"--max-pages", "40"}).status, 0);
  set_clock(Duration());
  const test::Ended ended = crawl();
  EXPECT_FALSE(contains(ended.errors, "set back")) << ended.errors;
  expect_all_is_collected(ended);
}

TEST_F(WrongClock, CrawlContinuesAfterARightClockIsSetBack) {
  EXPECT_EQ(crawl({"--max-pages", "40"}).status, 0);
  set_clock(-kFar);
  const test::Ended ended = crawl();
  EXPECT_TRUE(contains(ended.errors, "times were set back")) << ended.errors;
  expect_all_is_collected(ended);
}

// A crawl that ends uses the time that passes, not the time of day.
TEST_F(WrongClock, CrawlIgnoresAClockThatIsSetWhileItRuns) {
  for (const Duration step : {kFar, -kFar}) {
    set_clock(Duration());
    data_ = folder_.path() + (step > Duration() ? "/forward" : "/back");
    test::ChildProcess program(by_clock(command({"--delay", "0.01"})));
    ASSERT_TRUE(wait_for_requests(program, 20)) << program.errors();
    set_clock(step);
    const test::Ended ended = program.wait(Duration::minutes(2));
    EXPECT_EQ(ended.status, 0) << ended.errors;
    EXPECT_TRUE(contains(ended.errors, "the system clock was set")) << ended.errors;
    expect_collected_once(read_collection(data()), to_collect());
    expect_no_time_of_the_future();
  }
}

TEST_F(WrongClock, RunFollowsAClockThatIsSetWhileItRuns) {
  for (const Duration step : {-kFar, kFar}) {
    set_clock(Duration());
    data_ = folder_.path() + (step > Duration() ? "/forward" : "/back");
    test::ChildProcess program(run_command());
    ASSERT_TRUE(wait_for_requests(program, 150)) << program.errors();
    set_clock(step);
    const auto begun_again = [&] {
      return contains(program.errors(), "restarts with the new time");
    };
    for (int i = 0; i < 10'000 && !begun_again(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    EXPECT_TRUE(wait_for_requests(program, 150)) << program.errors();
    program.send(SIGTERM);
    const test::Ended ended = program.wait(Duration::minutes(1));
    EXPECT_EQ(ended.status, 0) << ended.errors;
    EXPECT_TRUE(contains(ended.errors, "restarts with the new time")) << ended.errors;
    const auto store = store::open_rocksdb_store(data() + "/state");
    ASSERT_TRUE(store) << store.error().message;
    Instant last;
    EXPECT_TRUE((*store)->each_page([&](const store::PageState& page) {
      last = std::max(last, page.last_visit.value_or(last));
      return true;
    }));
    EXPECT_NEAR((last - (clock_.now() + step)).in_seconds(), 0, 120);
  }
}

}  // namespace
}  // namespace freshet::crash
