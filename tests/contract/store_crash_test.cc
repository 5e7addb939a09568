// Kills a process that commits to a store: the store then has every commit that had returned,
// whole, and perhaps the one that was running.
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <map>
#include <random>

#include "contract/store_crash_rounds.h"
#include "support/postgres.h"
#include "support/postgres_collection.h"
#include "support/scratch_folder.h"

namespace freshet::store {
namespace {

// A running store_crash_writer. It is a program of its own, because a fork would lack the threads
// of RocksDB.
class Writer {
 public:
  // `store`: its folder, or the DSN and the schema.
  explicit Writer(std::vector<std::string> store) {
    int ends[2];
    if (pipe(ends) != 0) return;
    output_ = ends[0];
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    std::string program = STORE_CRASH_WRITER;
    std::vector<char*> arguments = {program.data()};
    for (std::string& argument : store) arguments.push_back(argument.data());
    arguments.push_back(nullptr);
    if (posix_spawn(&pid_, program.c_str(), &actions, nullptr, arguments.data(), environ) != 0) {
      pid_ = -1;
    }
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
  }
  ~Writer() {
    kill();
    if (output_ >= 0) close(output_);
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  // Waits until the store is open and `commits` commits have returned. Returns false if the writer
  // ends before that.
  bool await(size_t commits) {
    while (bytes_read_ < commits + 1) {
      if (!read_some()) return false;
    }
    return true;
  }

  // Kills the writer and returns how many of its commits had returned.
  size_t kill() {
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);
      waitpid(pid_, nullptr, 0);
      pid_ = -1;
      while (read_some()) {
      }
    }
    return bytes_read_ == 0 ? 0 : bytes_read_ - 1;
  }

 private:
  bool read_some() {
    char bytes[4'096];
    const ssize_t count = read(output_, bytes, sizeof bytes);
    if (count > 0) bytes_read_ += static_cast<size_t>(count);
    return count > 0;
  }

  pid_t pid_ = -1;
  int output_ = -1;
  size_t bytes_read_ = 0;  // one when the store was open, and one for each commit
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
  ASSERT_TRUE(store.each_page({0}, [&](const PageState& page) {
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

// Every discovery that was sent is either admitted as a page or still pending.
void expect_delivered_once(const Store& store, uint64_t commits) {
  std::vector<PageKey> sent;
  for (uint64_t commit = 0; commit < commits; ++commit) {
    for (uint64_t i = 0; i < kSentPerCommit; ++i) sent.push_back(crash_discovery(commit, i).key);
  }
  std::vector<PageKey> delivered;
  ASSERT_TRUE(store.each_page_key({kInboxShard}, [&](const PageKey& key) {
    delivered.push_back(key);
    return true;
  }));
  EXPECT_TRUE(commits < 2 || !delivered.empty());
  const auto waiting = store.pending_discoveries(kInboxShard, ~size_t{0}, std::nullopt);
  ASSERT_TRUE(waiting);
  for (const Discovery& found : *waiting) delivered.push_back(found.key);
  EXPECT_EQ(delivered, sent);
}

// `open` opens the store of the writer.
void kill_writers(int rounds, const std::vector<std::string>& of_writer,
                  const std::function<Result<std::unique_ptr<Store>>()>& open) {
  constexpr unsigned kSeed = 4'711;
  std::mt19937 random(kSeed);
  uint64_t commits = 0;
  for (int round = 0; round < rounds; ++round) {
    SCOPED_TRACE("seed " + std::to_string(kSeed) + ", round " + std::to_string(round));
    Writer writer(of_writer);
    ASSERT_TRUE(writer.await(random() % 40));
    const size_t returned = writer.kill();

    const auto store = open();
    ASSERT_TRUE(store) << store.error().message;
    const auto fact = (*store)->fact(kCommits).value();
    const uint64_t now = fact ? std::stoull(*fact) : 0;
    EXPECT_GE(now, commits + returned);
    EXPECT_LE(now, commits + returned + 1);
    commits = now;
    expect_exactly(**store, commits);
    expect_delivered_once(**store, commits);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(commits, static_cast<uint64_t>(rounds));
}

TEST(RocksDbStoreCrash, KilledWriterLeavesWholeCommits) {
  const ScratchFolder folder;
  kill_writers(30, {folder.path()},
               [&] { return open_rocksdb_store(folder.path(), kCrashOptions); });
}

// To open the store takes the shards, which waits for a commit that is still in progress.
TEST(PostgresStoreCrash, KilledWriterLeavesWholeCommits) {
  FRESHET_POSTGRES(server);
  const test::PostgresCollection collection(server.dsn());
  kill_writers(15, {server.dsn(), collection.schema()}, [&] { return collection.open(); });
}

TEST(RocksDbStoreCrash, SecondProcessIsToldThatAnotherUsesTheFolder) {
  const ScratchFolder folder;
  Writer writer({folder.path()});
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
