// A process that dies in the middle of committing leaves whole commits: all that it was told of,
// and perhaps the one after.
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <map>
#include <random>

#include "contract/scratch_folder.h"
#include "contract/store_crash_rounds.h"

namespace freshet::store {
namespace {

// A store_crash_writer. A new program and not a fork, because RocksDB's threads are not forked.
class Writer {
 public:
  explicit Writer(std::string folder) {
    int ends[2];
    if (pipe(ends) != 0) return;
    output_ = ends[0];
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    std::string program = STORE_CRASH_WRITER;
    char* arguments[] = {program.data(), folder.data(), nullptr};
    if (posix_spawn(&pid_, program.c_str(), &actions, nullptr, arguments, environ) != 0) pid_ = -1;
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
  }
  ~Writer() {
    kill();
    if (output_ >= 0) close(output_);
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  // Waits until the store is open and `commits` commits were made.
  bool await(size_t commits) {
    while (told_ < commits + 1) {
      if (!read_some()) return false;
    }
    return true;
  }

  // Commits that the dead writer was told of.
  size_t kill() {
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
      pid_ = -1;
      while (read_some()) {
      }
    }
    return told_ == 0 ? 0 : told_ - 1;
  }

 private:
  bool read_some() {
    char bytes[4'096];
    const ssize_t count = read(output_, bytes, sizeof bytes);
    if (count > 0) told_ += static_cast<size_t>(count);
    return count > 0;
  }

  pid_t pid_ = -1;
  int output_ = -1;
  size_t told_ = 0;
};

void expect_exactly(const Store& store, uint64_t commits) {
  std::map<PageKey, PageState> expected;
  std::map<PageKey, Instant> expected_due;
  for (uint64_t commit = 0; commit < commits; ++commit) {
    for (uint64_t page = 0; page < kPagesPerCommit; ++page) {
      const PageState state = crash_page(commit, page, commits);
      expected.emplace(state.key, state);
      expected_due.emplace(state.key, state.next_visit);
    }
  }
  size_t pages = 0;
  ASSERT_TRUE(store.each_page([&](const PageState& page) {
    const auto found = expected.find(page.key);
    EXPECT_TRUE(found != expected.end() && found->second == page);
    ++pages;
    return !testing::Test::HasFailure();
  }));
  EXPECT_EQ(pages, expected.size());
  size_t links = 0;
  ASSERT_TRUE(store.each_links([&](const PageLinks&) { return ++links > 0; }));
  EXPECT_EQ(links, commits == 0 ? 0 : (commits - 1) * kPagesPerCommit);
  size_t due = 0;
  for (uint64_t site = 0; site < 3; ++site) {
    const auto entries = store.due({site}, Instant::never(), ~size_t{0}, std::nullopt);
    ASSERT_TRUE(entries);
    for (const Store::Due& entry : *entries) {
      EXPECT_EQ(expected_due.at(entry.key), entry.next_visit);
    }
    due += entries->size();
  }
  EXPECT_EQ(due, expected.size());
  for (uint64_t commit = 0; commit < commits; ++commit) {
    EXPECT_EQ(store.original_of(digest::sha256(std::to_string(commit / 2))).value(),
              Original{crash_key(commit / 2 * 2, 0)});
  }
}

TEST(RocksDbStoreCrash, KilledWriterLeavesWholeCommits) {
  constexpr unsigned kSeed = 4'711;
  constexpr int kRounds = 30;
  std::mt19937 random(kSeed);
  const ScratchFolder folder;
  uint64_t commits = 0;
  for (int round = 0; round < kRounds; ++round) {
    SCOPED_TRACE("seed " + std::to_string(kSeed) + ", round " + std::to_string(round));
    Writer writer(folder.path());
    ASSERT_TRUE(writer.await(random() % 40));
    const size_t told = writer.kill();

    const auto store = open_rocksdb_store(folder.path(), kCrashOptions);
    ASSERT_TRUE(store) << store.error().message;
    const auto fact = (*store)->fact(kCommits).value();
    const uint64_t now = fact ? std::stoull(*fact) : 0;
    EXPECT_GE(now, commits + told);
    EXPECT_LE(now, commits + told + 1);
    commits = now;
    expect_exactly(**store, commits);
    if (HasFailure()) return;
  }
  EXPECT_GT(commits, static_cast<uint64_t>(kRounds));
}

TEST(RocksDbStoreCrash, SecondProcessIsToldThatAnotherHasTheFolder) {
  const ScratchFolder folder;
  Writer writer(folder.path());
  ASSERT_TRUE(writer.await(1));
  const auto store = open_rocksdb_store(folder.path());
  ASSERT_FALSE(store);
  EXPECT_NE(store.error().message.find("another freshet uses this folder"), std::string::npos)
      << store.error().message;
  EXPECT_NE(store.error().message.find(folder.path()), std::string::npos);
  writer.kill();
  EXPECT_TRUE(open_rocksdb_store(folder.path()));
}

}  // namespace
}  // namespace freshet::store
