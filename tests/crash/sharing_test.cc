// Tests of two crawls with the same data folder.
#include <chrono>
#include <map>
#include <thread>

#include "crash/crawl_program.h"

namespace freshet::crash {
namespace {

class Sharing : public CrawlProgram {};

TEST_F(Sharing, SecondCrawlFailsAndTheFirstContinues) {
  aquarium::WorldOptions world{.seed = 8, .hosts = 2, .pages_per_host = 150};
  world.latency = Duration::milliseconds(10);
  start(world);
  test::ChildProcess first(command());
  while (first.running() && aquarium_.log().total() < 30) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  for (int round = 0; round < 3; ++round) {
    ASSERT_TRUE(first.running());
    const test::Ended second = run();
    EXPECT_EQ(second.status, 2);
    EXPECT_TRUE(contains(second.errors, "another freshet uses this folder")) << second.errors;
    EXPECT_TRUE(contains(second.errors, data())) << second.errors;
  }
  EXPECT_TRUE(first.running()) << "the first crawl ended too soon";
  const test::Ended ended = first.wait(Duration::minutes(1));
  EXPECT_EQ(ended.status, 0) << ended.errors;

  const Collection collection = read_collection(data());
  expect_collected_once(collection, to_collect());
  expect_state_and_archive_agree(collection);
  std::map<std::string, int> requests;
  for (const aquarium::LoggedRequest& r : aquarium_.requests()) ++requests[r.host + r.target];
  for (const auto& [address, times] : requests) EXPECT_EQ(times, 1) << address;
}

// The lock belongs to the process and is released when it is killed.
TEST_F(Sharing, KilledCrawlDoesNotKeepTheFolderLocked) {
  aquarium::WorldOptions world{.seed = 9, .hosts = 1, .pages_per_host = 100};
  world.latency = Duration::milliseconds(10);
  start(world);
  run_and_kill_after(20);
  const test::Ended ended = run();
  EXPECT_EQ(ended.status, 0) << ended.errors;
  expect_collected_once(read_collection(data()), to_collect());
}

}  // namespace
}  // namespace freshet::crash
