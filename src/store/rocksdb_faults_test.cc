// Tests of faults of folders and disks. Every fault gives an error with a message, and none loses
// what was committed.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "contract/store_samples.h"
#include "store/store.h"
#include "support/scratch_folder.h"
#include "support/small_disk.h"

namespace freshet::store {
namespace {

namespace fs = std::filesystem;

std::string error_of_opening(const std::string& folder) {
  const auto store = open_rocksdb_store(folder);
  return store ? "" : store.error().message;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// Writes 5,000 pages, which end up in several files.
void fill(const std::string& folder) {
  auto store = open_rocksdb_store(folder, {.unflushed_bytes = 512 << 10}).value();
  for (uint64_t i = 0; i < 50; ++i) {
    Batch batch;
    for (uint64_t j = 0; j < 100; ++j) {
      batch.admitted.push_back(visited_page(key_of(j, i), at(static_cast<int64_t>(i))));
    }
    ASSERT_TRUE(store->commit(batch, Durability::kProcess));
  }
}

std::vector<fs::path> files_with(const std::string& folder, std::string_view part) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (contains(entry.path().filename().string(), part)) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void overwrite(const fs::path& path, int64_t at_byte, size_t count) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(at_byte);
  file << std::string(count, '\x5A');
}

TEST(RocksDbStore, HasItsRowsAfterReopening) {
  const ScratchFolder folder;
  const PageState page = visited_page(key_of(1, 2), at(3));
  {
    auto store = open_rocksdb_store(folder.path()).value();
    ASSERT_TRUE(store->commit({.pages = {page},
                               .sites = {sample_site(1)},
                               .links = {sample_links(page.key, 7)},
                               .contents = {{page.content, {page.key}}},
                               .facts = {{"seeds", "1"}}},
                              Durability::kProcess));
  }
  for (int round = 0; round < 2; ++round) {
    auto store = open_rocksdb_store(folder.path()).value();
    EXPECT_EQ(store->page(page.key).value(), page);
    EXPECT_EQ(store->site({1}).value(), sample_site(1));
    EXPECT_EQ(store->links(page.key).value(), sample_links(page.key, 7));
    EXPECT_EQ(store->original_of(page.content).value(), Original{page.key});
    EXPECT_EQ(store->fact("seeds").value(), "1");
    EXPECT_EQ(store->due({1}, at(3), 5, std::nullopt)->size(), 1U);
  }
}

TEST(RocksDbStore, CreatesItsFolderWithParents) {
  const ScratchFolder folder;
  EXPECT_EQ(error_of_opening(folder.path() + "/a/b/state"), "");
}

TEST(RocksDbStore, OpeningAFolderTwiceInOneProcessIsAnError) {
  const ScratchFolder folder;
  const auto first = open_rocksdb_store(folder.path()).value();
  const std::string error = error_of_opening(folder.path());
  EXPECT_TRUE(contains(error, "another freshet uses this folder")) << error;
  EXPECT_TRUE(contains(error, folder.path())) << error;
  EXPECT_TRUE(first->commit({.facts = {{"still", "mine"}}}, Durability::kProcess));
}

TEST(RocksDbStore, FolderThatCannotBeCreatedIsAnError) {
  const ScratchFolder folder;
  const std::string file = folder.path() + "/file";
  std::ofstream(file) << "not a folder";
  EXPECT_TRUE(contains(error_of_opening(file), file));
  EXPECT_TRUE(contains(error_of_opening(file + "/state"), file));
  EXPECT_NE(error_of_opening("/proc/freshet-state"), "");
}

TEST(RocksDbStore, FolderThatCannotBeWrittenIsAnError) {
  const ScratchFolder folder;
  fs::permissions(folder.path(), fs::perms::owner_read | fs::perms::owner_exec);
  // Root may write everywhere, so the test becomes the user "nobody".
  constexpr uid_t kNobody = 65'534;
  const bool is_root = geteuid() == 0;
  if (is_root && seteuid(kNobody) != 0) GTEST_SKIP() << "this root may not become another user";
  const std::string error = error_of_opening(folder.path());
  ASSERT_TRUE(!is_root || seteuid(0) == 0);
  EXPECT_TRUE(contains(error, "ermission denied")) << error;
  EXPECT_TRUE(contains(error, folder.path())) << error;
  fs::permissions(folder.path(), fs::perms::owner_all);
}

TEST(RocksDbStore, MissingOrDamagedDirectoryFilesAreErrors) {
  const ScratchFolder folder;
  fill(folder.path());
  const fs::path current = folder.path() + "/CURRENT";
  std::string name;
  std::getline(std::ifstream(current), name);

  fs::rename(current, folder.path() + "/hidden");
  EXPECT_TRUE(contains(error_of_opening(folder.path()), "CURRENT is missing"));
  fs::rename(folder.path() + "/hidden", current);

  for (const char* content : {"", "MANIFEST-999999\n", "nonsense"}) {
    std::ofstream(current, std::ios::trunc) << content;
    EXPECT_NE(error_of_opening(folder.path()), "") << content;
  }
  std::ofstream(current, std::ios::trunc) << name << '\n';
  EXPECT_EQ(error_of_opening(folder.path()), "");

  std::getline(std::ifstream(current), name);
  overwrite(folder.path() + "/" + name, 20, 40);
  const std::string error = error_of_opening(folder.path());
  EXPECT_TRUE(contains(error, "damaged")) << error;
}

TEST(RocksDbStore, MissingTableFileIsAnError) {
  const ScratchFolder folder;
  fill(folder.path());
  const auto tables = files_with(folder.path(), ".sst");
  ASSERT_FALSE(tables.empty());
  fs::remove(tables[0]);
  const std::string error = error_of_opening(folder.path());
  EXPECT_TRUE(contains(error, folder.path())) << error;
}

// Wherever the damage is, reading gives an error or, if the damaged bytes are not read, all pages.
TEST(RocksDbStore, DamagedTableFilesAreErrors) {
  const ScratchFolder whole;
  fill(whole.path());
  int errors = 0;
  for (int round = 0; round < 12; ++round) {
    const ScratchFolder folder;
    fs::copy(whole.path(), folder.path());
    for (const fs::path& table : files_with(folder.path(), ".sst")) {
      const auto size = static_cast<int64_t>(fs::file_size(table));
      overwrite(table, round * size / 12, 16);
    }
    auto store = open_rocksdb_store(folder.path());
    if (!store) {
      ++errors;
      continue;
    }
    int pages = 0;
    const Status scanned = (*store)->each_page([&](const PageState&) { return ++pages > 0; });
    if (scanned) {
      EXPECT_EQ(pages, 5'000);
    } else {
      ++errors;
    }
    // Reading and writing must not end the process either.
    for (uint64_t j = 0; j < 100; ++j) {
      const auto page = (*store)->page(key_of(j, 7));
      const auto due = (*store)->due({j}, Instant::never(), 1'000, std::nullopt);
      const Status put =
          (*store)->commit({.pages = {waiting_page(key_of(j, 7), at(1))}}, Durability::kProcess);
      EXPECT_TRUE(!page || !*page || (*page)->key == key_of(j, 7));
    }
  }
  EXPECT_GT(errors, 6);
}

TEST(RocksDbStore, TruncatedLogKeepsTheCommitsBeforeTheCut) {
  const ScratchFolder folder;
  {
    auto store = open_rocksdb_store(folder.path()).value();
    for (uint64_t i = 0; i < 100; ++i) {
      const Batch batch{
          .pages = {waiting_page(key_of(1, i), at(1)), waiting_page(key_of(2, i), at(1))}};
      ASSERT_TRUE(store->commit(batch, Durability::kProcess));
    }
  }
  const auto logs = files_with(folder.path(), ".log");
  ASSERT_FALSE(logs.empty());
  fs::resize_file(logs.back(), fs::file_size(logs.back()) / 2);
  auto store = open_rocksdb_store(folder.path()).value();
  std::vector<PageKey> keys;
  ASSERT_TRUE(store->each_page_key([&](const PageKey& key) {
    keys.push_back(key);
    return true;
  }));
  const size_t commits = keys.size() / 2;
  EXPECT_GT(commits, 10U);
  EXPECT_LT(commits, 90U);
  ASSERT_EQ(keys.size(), 2 * commits);
  for (uint64_t i = 0; i < commits; ++i) {
    EXPECT_EQ(keys[i], key_of(1, i));
    EXPECT_EQ(keys[commits + i], key_of(2, i));
  }
}

TEST(RocksDbStore, FullDiskIsAnErrorUntilThereIsSpace) {
  test::SmallDisk disk("24m");
  if (!disk.mounted()) GTEST_SKIP() << "may not mount a small disk: " << std::strerror(errno);
  const std::string state = disk.path() + "/state";
  const StoreOptions options{.unflushed_bytes = 1 << 20};
  uint64_t committed = 0;
  const auto commit_next = [&](Store& store) {
    Batch batch;
    for (uint64_t j = 0; j < 100; ++j) {
      batch.pages.push_back(visited_page(key_of(committed, j), at(1)));
    }
    const Status status = store.commit(batch, Durability::kProcess);
    if (status) ++committed;
    return status;
  };
  {
    auto store = open_rocksdb_store(state, options).value();
    for (int fillings = 0; fillings < 3; ++fillings) {
      for (int i = 0; i < 20; ++i) {
        const Status status = commit_next(*store);
        ASSERT_TRUE(status) << status.error().message;
      }
      disk.fill();
      Status status = Done();
      for (int i = 0; i < 1'000 && status; ++i) status = commit_next(*store);
      ASSERT_FALSE(status);
      EXPECT_TRUE(contains(status.error().message, "the disk is full")) << status.error().message;
      EXPECT_FALSE(commit_next(*store));
      EXPECT_EQ(store->page(key_of(committed, 0)).value(), std::nullopt);
      EXPECT_TRUE(store->page(key_of(committed - 1, 99)).value().has_value());
      ASSERT_TRUE(disk.make_room());
      // While a reader uses the database, it cannot be reopened; the store says so and does not
      // wait.
      ASSERT_TRUE(store->each_page_key([&](const PageKey&) {
        EXPECT_FALSE(commit_next(*store));
        return false;
      }));
    }
    const Status status = commit_next(*store);
    EXPECT_TRUE(status) << status.error().message;
  }
  auto store = open_rocksdb_store(state, options).value();
  uint64_t pages = 0;
  ASSERT_TRUE(store->each_page_key([&](const PageKey&) { return ++pages > 0; }));
  EXPECT_EQ(pages, committed * 100);
}

}  // namespace
}  // namespace freshet::store
