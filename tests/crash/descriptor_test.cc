// Tests with few file descriptors: the program works with fewer of them, or says that it cannot.
#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "crash/crawl_program.h"

namespace freshet::crash {
namespace {

constexpr char kPrlimit[] = "/usr/bin/prlimit";

class FewDescriptors : public CrawlProgram {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(kPrlimit)) GTEST_SKIP() << kPrlimit << " is not installed";
    aquarium::WorldOptions world{.seed = 41, .hosts = 60, .pages_per_host = 8};
    world.latency = Duration::milliseconds(10);  // many connections are open at a time
    start(world);
  }

  // Returns the command with a limit of open descriptors that it cannot raise.
  std::vector<std::string> limited(int limit) const {
    std::vector<std::string> command = this->command();
    const std::string number = std::to_string(limit);
    command.insert(command.begin(), {kPrlimit, "--nofile=" + number + ":" + number});
    return command;
  }
  test::Ended run_with(int limit) const {
    test::ChildProcess program(limited(limit));
    return program.wait(Duration::minutes(2));
  }

  void expect_everything_once() const {
    const Collection collection = read_collection(data());
    expect_collected_once(collection, to_collect());
    expect_state_and_archive_agree(collection);
    expect_indexes_are_complete(data());
  }
};

TEST_F(FewDescriptors, EveryLimitCollectsEverythingOrIsRefusedBeforeTheFirstRequest) {
  size_t refused = 0;
  size_t collected = 0;
  for (const int limit : {8, 16, 24, 32, 48, 64, 80, 128, 256}) {
    SCOPED_TRACE(limit);
    data_ = folder_.path() + "/limit-" + std::to_string(limit);
    const uint64_t requests = aquarium_.log().total();
    const test::Ended ended = run_with(limit);
    if (ended.status == 0) {
      ++collected;
      expect_everything_once();
      continue;
    }
    ++refused;
    EXPECT_EQ(collected, 0U) << "fewer descriptors were enough";
    EXPECT_EQ(ended.signal, 0) << ended.errors;
    EXPECT_FALSE(ended.errors.empty());
    EXPECT_EQ(aquarium_.log().total(), requests) << "a request was made";
  }
  EXPECT_GT(refused, 0U);
  EXPECT_GT(collected, 2U);
}

TEST_F(FewDescriptors, KilledCrawlContinuesWithFewer) {
  for (const int limit : {256, 128, 96, 80}) {
    const uint64_t requests = aquarium_.log().total();
    test::ChildProcess program(limited(limit));
    while (program.running() && aquarium_.log().total() < requests + 100) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    const test::Ended ended = program.kill();
    ASSERT_TRUE(ended.signal == SIGKILL || ended.status == 0) << ended.errors;
  }
  const test::Ended last = run_with(80);
  EXPECT_EQ(last.status, 0) << last.errors;
  EXPECT_EQ(summary_number(last, "waiting"), 0);
  expect_everything_once();
}

}  // namespace
}  // namespace freshet::crash
