// Tests with full disks and folders that cannot be written.
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include "crash/crawl_program.h"
#include "support/small_disk.h"

namespace freshet::crash {
namespace {

namespace fs = std::filesystem;
using test::SmallDisk;

// Pages that make the archive grow by about 10 kB each.
const std::vector<std::string> kUnpacked = {"--set", "warc.level=0", "--per-host", "2"};

class Disk : public CrawlProgram {
 protected:
  void SetUp() override {
    // A site has more pages than its queue in memory holds, so some wait in the store.
    aquarium::WorldOptions world{.seed = 6, .hosts = 2, .pages_per_host = 1'500};
    world.latency = Duration::milliseconds(2);
    start(world);
  }

  template <typename Condition>
  static bool await(const Condition& condition, int seconds = 30) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    while (!condition()) {
      if (std::chrono::steady_clock::now() > until) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return true;
  }

  bool await_requests(uint64_t total) {
    return await([&] { return aquarium_.log().total() >= total; });
  }

  // Expects that the program says that the disk is full, and sends no more requests.
  void expect_it_waits(test::ChildProcess& program) {
    ASSERT_TRUE(await([&] { return contains(program.errors(), "nothing more is fetched"); }))
        << program.errors();
    EXPECT_TRUE(contains(program.errors(), "No space left on device")) << program.errors();
    // Requests in flight end; then the program checks for space twice and finds none.
    const Instant observed = clock_.now();
    ASSERT_TRUE(await([&] { return clock_.now() - observed > Duration::milliseconds(4'500); }));
    EXPECT_TRUE(program.running());
    for (const aquarium::LoggedRequest& request : aquarium_.requests()) {
      EXPECT_LT(request.received - observed, Duration::seconds(1)) << request.target;
    }
    EXPECT_LT(read_so_far(), to_collect().size());
  }

  // Expects that the program ends by itself, and soon.
  void expect_it_goes_on(test::ChildProcess& program) {
    const uint64_t requests = aquarium_.log().total();
    EXPECT_TRUE(await([&] { return aquarium_.log().total() > requests; }, 8));
    const test::Ended ended = program.wait(Duration::minutes(1));
    EXPECT_EQ(ended.status, 0) << ended.errors;
    EXPECT_TRUE(contains(ended.errors, "there is room again")) << ended.errors;
  }

  // Returns the number of different URLs that were requested.
  size_t read_so_far() {
    std::set<std::string> urls;
    for (const aquarium::LoggedRequest& request : aquarium_.requests()) {
      urls.insert(request.host + request.target);
    }
    return urls.size();
  }

  void expect_everything_once() const {
    const Collection collection = read_collection(data());
    expect_collected_once(collection, to_collect());
    expect_state_and_archive_agree(collection);
    expect_indexes_are_complete(data());
    expect_manners(2);
  }

  // Expects an error about the folder before any request. The message says what failed and why.
  void expect_refusal(const test::Ended& ended, std::string_view why) const {
    EXPECT_EQ(ended.status, 2) << ended.errors;
    EXPECT_TRUE(contains(ended.errors, why)) << ended.errors;
    EXPECT_TRUE(contains(ended.errors, data())) << ended.errors;
    EXPECT_TRUE(contains(ended.errors, "--data")) << ended.errors;
    EXPECT_EQ(ended.output, "");
    EXPECT_EQ(aquarium_.requests().size(), 0u);
  }
};

#define SKIP_UNLESS_MOUNTED(disk)                                                   \
  if (!(disk).mounted()) {                                                          \
    GTEST_SKIP() << "may not mount a disk for this test: " << std::strerror(errno); \
  }

TEST_F(Disk, FullDiskStopsTheCrawlUntilThereIsSpace) {
  SmallDisk disk("256m");
  SKIP_UNLESS_MOUNTED(disk);
  data_ = disk.path() + "/data";
  test::ChildProcess program(command(kUnpacked));
  ASSERT_TRUE(await_requests(400));
  disk.fill(1 << 20);
  expect_it_waits(program);
  ASSERT_TRUE(disk.make_room());
  expect_it_goes_on(program);
  expect_everything_once();
}

// There is space for the archive, but not for the state.
TEST_F(Disk, FullDiskOfTheStateAloneStopsTheCrawlToo) {
  SmallDisk disk("16m");
  SKIP_UNLESS_MOUNTED(disk);
  fs::create_directories(data());
  fs::create_directory_symlink(disk.path(), data() + "/state");
  std::vector<std::string> options = kUnpacked;
  options.insert(options.end(), {"--set", "data.follow_links=true"});
  test::ChildProcess program(command(options));
  ASSERT_TRUE(await_requests(400));
  disk.fill();
  expect_it_waits(program);
  ASSERT_TRUE(disk.grow("256m"));
  expect_it_goes_on(program);
  expect_everything_once();
}

TEST_F(Disk, KillWhileTheDiskIsFullLosesNothing) {
  SmallDisk disk("256m");
  SKIP_UNLESS_MOUNTED(disk);
  data_ = disk.path() + "/data";
  {
    test::ChildProcess program(command(kUnpacked));
    ASSERT_TRUE(await_requests(400));
    disk.fill(1 << 20);
    ASSERT_TRUE(await([&] { return contains(program.errors(), "nothing more is fetched"); }));
    program.kill();
  }
  ASSERT_TRUE(disk.make_room());
  const test::Ended ended = run(kUnpacked);
  EXPECT_EQ(ended.status, 0) << ended.errors;
  expect_everything_once();
}

TEST_F(Disk, ReadOnlyDiskIsAnErrorBeforeAnythingStarts) {
  SmallDisk disk("16m");
  SKIP_UNLESS_MOUNTED(disk);
  ASSERT_TRUE(disk.make_read_only());
  data_ = disk.path() + "/data";
  expect_refusal(run(), "Read-only file system");
}

TEST_F(Disk, ReadOnlyCollectionIsAnErrorBeforeAnythingStarts) {
  SmallDisk disk("256m");
  SKIP_UNLESS_MOUNTED(disk);
  data_ = disk.path() + "/data";
  ASSERT_EQ(run({"--max-pages", "5"}).status, 0);
  aquarium_.log().clear();
  ASSERT_TRUE(disk.make_read_only());
  expect_refusal(run(), "Read-only file system");
}

TEST_F(Disk, FolderBelowAFileIsAnErrorBeforeAnythingStarts) {
  std::ofstream(folder_.path() + "/file") << "not a folder";
  data_ = folder_.path() + "/file/data";
  expect_refusal(run(), "Not a directory");
  data_ = folder_.path() + "/file";
  expect_refusal(run(), "Not a directory");
}

}  // namespace
}  // namespace freshet::crash
