// Tests with folders that are read-only or belong to another user. If the test runs as root, which
// may write everywhere, the program runs as a user without rights.
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "crash/crawl_program.h"

namespace freshet::crash {
namespace {

namespace fs = std::filesystem;

constexpr uid_t kNobody = 65'534;

class Permissions : public CrawlProgram {
 protected:
  void SetUp() override {
    if (geteuid() == 0 && !fs::exists(kSetpriv)) GTEST_SKIP() << kSetpriv << " is not installed";
    fs::permissions(folder_.path(), fs::perms(0755));
    fs::create_directory(data());
    give_to_user(data());
    aquarium::WorldOptions world{.seed = 31, .hosts = 1, .pages_per_host = 60};
    world.latency = Duration::milliseconds(5);
    start(world);
  }

  // The user who runs the program, which is not root.
  static uid_t user() { return geteuid() == 0 ? kNobody : geteuid(); }
  static void give_to_user(const fs::path& path) {
    if (geteuid() == 0) {
      EXPECT_EQ(chown(path.c_str(), user(), user()), 0);
    }
  }
  static std::vector<std::string> as_user(std::vector<std::string> command) {
    if (geteuid() != 0) return command;
    const std::string id = std::to_string(kNobody);
    command.insert(command.begin(), {kSetpriv, "--reuid", id, "--regid", id, "--clear-groups"});
    return command;
  }
  test::Ended crawl(const std::vector<std::string>& more = {}) const {
    test::ChildProcess program(as_user(command(more)));
    return program.wait(Duration::minutes(2));
  }
  void collect_some() const {
    const test::Ended ended = crawl({"--max-pages", "10"});
    ASSERT_EQ(ended.status, 0) << ended.errors;
  }
  void expect_refused(const std::string& part, const char* why) {
    const uint64_t requests = aquarium_.log().total();
    const test::Ended ended = crawl();
    EXPECT_EQ(ended.status, 2) << ended.errors;
    EXPECT_TRUE(contains(ended.errors, data() + part)) << ended.errors;
    EXPECT_TRUE(contains(ended.errors, why)) << ended.errors;
    EXPECT_EQ(aquarium_.log().total(), requests) << "a request was sent";
  }

  static constexpr const char* kSetpriv = "/usr/bin/setpriv";
};

TEST_F(Permissions, CollectionCanBeReadByItsOwnerOnly) {
  const test::Ended ended = crawl();
  EXPECT_EQ(ended.status, 0) << ended.errors;
  for (const auto& entry : fs::recursive_directory_iterator(data())) {
    struct stat status {};
    ASSERT_EQ(lstat(entry.path().c_str(), &status), 0);
    EXPECT_EQ(status.st_uid, user()) << entry.path();
    EXPECT_EQ(status.st_mode & 077, 0u) << entry.path();
  }
  expect_collected_once(read_collection(data()), to_collect());
}

TEST_F(Permissions, ReadOnlyFolderIsAnErrorAtTheStart) {
  fs::permissions(data(), fs::perms(0555));
  expect_refused("", "Permission denied");
  fs::permissions(data(), fs::perms(0755));
}

TEST_F(Permissions, ReadOnlyPartOfTheFolderIsAnErrorAtTheStart) {
  collect_some();
  for (const char* part : {"/warc", "/state"}) {
    fs::permissions(data() + part, fs::perms(0555));
    expect_refused(part, "Permission denied");
    fs::permissions(data() + part, fs::perms(0700));
  }
  EXPECT_EQ(crawl().status, 0);
  expect_collected_once(read_collection(data()), to_collect());
}

TEST_F(Permissions, FolderOfAnotherUserIsAnErrorAndNotChanged) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can change the owner of a folder";
  collect_some();
  fs::permissions(data(), fs::perms(0755));
  ASSERT_EQ(chown(data().c_str(), 0, 0), 0);
  for (const char* part : {"/warc", "/state"}) {
    ASSERT_EQ(chown((data() + part).c_str(), 0, 0), 0);
  }
  const auto archive = fs::file_size(data() + "/warc/freshet-000001.warc.gz");
  expect_refused("/state", "Permission denied");
  EXPECT_EQ(fs::file_size(data() + "/warc/freshet-000001.warc.gz"), archive);
}

// Open files can still be written; if a new file cannot be created, the crawl waits until it can.
TEST_F(Permissions, CrawlWaitsWhileTheArchiveFolderIsNotWritable) {
  test::ChildProcess program(as_user(
      command({"--set", "warc.max_file_bytes=1MiB", "--delay", "0.005", "--set", "warc.level=0"})));
  const fs::path first = data() + "/warc/freshet-000001.warc.gz";
  const auto comes = [&](const auto& what) {
    for (int i = 0; i < 12'000 && program.running(); ++i) {
      if (what()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  };
  ASSERT_TRUE(comes([&] { return fs::exists(first); })) << program.errors();
  // The next flush must begin another file.
  fs::permissions(data() + "/warc", fs::perms(0755));
  fs::remove(first);
  fs::permissions(data() + "/warc", fs::perms(0555));
  EXPECT_TRUE(comes([&] { return contains(program.errors(), "nothing more is fetched until"); }))
      << program.errors();
  EXPECT_TRUE(contains(program.errors(), "freshet-000002.warc.gz: Permission denied"))
      << program.errors();
  fs::permissions(data() + "/warc", fs::perms(0700));
  const test::Ended ended = program.wait(Duration::minutes(2));
  EXPECT_EQ(ended.status, 0) << ended.errors;
  EXPECT_TRUE(contains(ended.errors, "there is room again")) << ended.errors;
  // Pages that were lost with the removed file are fetched again.
  EXPECT_EQ(crawl().status, 0);
  expect_collected_once(read_collection(data()), to_collect());
}

}  // namespace
}  // namespace freshet::crash
