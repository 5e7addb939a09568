#include "store/state_mark.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>

#include "contract/store_samples.h"
#include "store/state_folder.h"
#include "store/store.h"
#include "support/scratch_folder.h"

namespace freshet::store {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void put(const fs::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

std::map<std::string, std::string> files_in(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files[entry.path().string()] = contents(entry.path());
  }
  return files;
}

TEST(StateMark, IsReadAsItWasWritten) {
  const StateMark mark{.sequence = 7,
                       .manifest = "MANIFEST-000005",
                       .manifest_bytes = 120,
                       .manifest_hash = 0xFEDC,
                       .log = "000004.log",
                       .log_bytes = 99,
                       .facts = {{"steering", "{\n}"}, {"empty", ""}}};
  EXPECT_EQ(StateMark::decode(mark.encode()), mark);
}

TEST(StateMark, IsNotReadIfAnyByteOfItIsDifferentOrMissing) {
  const std::string bytes =
      StateMark{.sequence = 7, .manifest = "MANIFEST-000005", .facts = {{"a", "b"}}}.encode();
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string flipped = bytes;
    flipped[i] ^= '\x01';
    EXPECT_FALSE(StateMark::decode(flipped)) << i;
    EXPECT_FALSE(StateMark::decode(bytes.substr(0, i))) << i;
  }
}

// A state with several data files and a log, as a killed process leaves it.
class MarkedState : public testing::Test {
 protected:
  void SetUp() override {
    const ScratchFolder made;
    options_.unflushed_bytes = 512 << 10;
    options_.mark_file = made.path() + "/state.mark";
    const auto store = open_rocksdb_store(made.path() + "/state", options_).value();
    for (uint64_t i = 0; i < 40; ++i) {
      commit(*store, i, i < 39 ? Durability::kProcess : Durability::kPower);
    }
    // The state is copied while it is open, as if it was not closed properly. If RocksDB writes or
    // removes files meanwhile, the copy is inconsistent and must be made again.
    options_.mark_file = folder_.path() + "/state.mark";
    while (!make_consistent_copy(made.path())) {
      fs::remove_all(state());
      commit(*store, 39, Durability::kPower);
    }
  }

  static void commit(Store& store, uint64_t number, Durability durability) {
    Batch batch;
    for (uint64_t j = 0; j < 100; ++j) {
      batch.pages.push_back(visited_page(key_of(j, number), at(static_cast<int64_t>(number + 1))));
    }
    ASSERT_TRUE(store.commit(batch, durability));
  }

  bool make_consistent_copy(const std::string& from) const {
    std::error_code error;
    fs::copy(from, folder_.path(),
             fs::copy_options::recursive | fs::copy_options::overwrite_existing, error);
    const auto mark = error ? std::nullopt : read_mark(options_.mark_file);
    return mark && fs::file_size(state() / mark->manifest, error) == mark->manifest_bytes;
  }

  fs::path state() const { return folder_.path() + "/state"; }
  std::vector<fs::path> files_with(std::string_view part) const {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(state())) {
      if (entry.path().filename().string().find(part) != std::string::npos) {
        files.push_back(entry.path());
      }
    }
    std::sort(files.begin(), files.end());
    return files;
  }

  // Expects that opening the state fails twice with an error that contains `part`, and changes
  // nothing.
  void expect_refused(std::string_view part) const {
    const auto before = files_in(folder_.path());
    for (int i = 0; i < 2; ++i) {
      const auto opened = open_rocksdb_store(state().string(), options_);
      ASSERT_FALSE(opened);
      EXPECT_NE(opened.error().message.find(part), std::string::npos) << opened.error().message;
      EXPECT_NE(opened.error().message.find("freshet recover"), std::string::npos)
          << opened.error().message;
    }
    auto after = files_in(folder_.path());
    after.erase((state() / "LOCK").string());
    auto expected = before;
    expected.erase((state() / "LOCK").string());
    EXPECT_TRUE(expected == after);
    EXPECT_FALSE(check_state(state().string(), options_));
  }
  size_t pages() const {
    const auto store = open_rocksdb_store(state().string(), options_);
    if (!store) {
      ADD_FAILURE() << store.error().message;
      return 0;
    }
    size_t count = 0;
    EXPECT_TRUE((*store)->each_page_key([&](const PageKey&) { return ++count > 0; }));
    return count;
  }

  ScratchFolder folder_;
  StoreOptions options_;
};

TEST_F(MarkedState, CanBeOpenedAfterAKill) {
  EXPECT_TRUE(check_state(state().string(), options_));
  EXPECT_EQ(pages(), 4'000u);
  EXPECT_EQ(pages(), 4'000u);
}

TEST_F(MarkedState, IsRefusedIfItsManifestIsTruncatedAnywhere) {
  const fs::path manifest = files_with("MANIFEST").back();
  const std::string whole = contents(manifest);
  for (const size_t share : {1, 3, 5, 7, 9}) {
    put(manifest, whole.substr(0, whole.size() * share / 10));
    expect_refused(manifest.filename().string() + " has ");
  }
  put(manifest, whole.substr(0, whole.size() - 1));
  expect_refused("of " + std::to_string(whole.size()) + " bytes");
  put(manifest, whole);
  EXPECT_EQ(pages(), 4'000u);
}

TEST_F(MarkedState, IsRefusedIfAByteOfItsManifestIsDifferent) {
  const fs::path manifest = files_with("MANIFEST").back();
  std::string bytes = contents(manifest);
  bytes[bytes.size() / 2] ^= '\x10';
  put(manifest, bytes);
  expect_refused("was changed after it was written");
}

TEST_F(MarkedState, IsRefusedIfItsLogIsTruncatedOrMissing) {
  const fs::path log = files_with(".log").back();
  const std::string whole = contents(log);
  ASSERT_GT(whole.size(), 100u);
  put(log, whole.substr(0, whole.size() / 2));
  expect_refused(log.filename().string() + " has ");
  fs::remove(log);
  expect_refused(log.filename().string() + " is missing");
}

TEST_F(MarkedState, IsRefusedIfItsLogIsDamagedInTheMiddle) {
  const fs::path log = files_with(".log").back();
  std::string bytes = contents(log);
  bytes[bytes.size() / 2] ^= '\x10';
  put(log, bytes);
  expect_refused("written rows are missing");
}

TEST_F(MarkedState, IsRefusedWithoutCurrentOrADataFile) {
  const std::string current = contents(state() / "CURRENT");
  fs::remove(state() / "CURRENT");
  expect_refused("CURRENT is missing");
  put(state() / "CURRENT", current);
  fs::remove(files_with(".sst").front());
  expect_refused("damaged");
}

TEST_F(MarkedState, IsRefusedIfItWasReplacedByAnOlderState) {
  const ScratchFolder old;
  fs::copy(state(), old.path() + "/state", fs::copy_options::recursive);
  EXPECT_EQ(pages(), 4'000u);  // opening it writes another manifest
  fs::remove_all(state());
  fs::copy(old.path() + "/state", state(), fs::copy_options::recursive);
  expect_refused("older state");
}

// After a loss of power, the state may have less than was committed, but not less than the mark
// says.
TEST_F(MarkedState, IsNotRefusedForMissingWritesThatWereNotSynced) {
  const ScratchFolder copy;
  {
    const auto store = open_rocksdb_store(state().string(), options_).value();
    commit(*store, 100, Durability::kPower);
    const fs::path log = files_with(".log").back();
    const uint64_t synced = fs::file_size(log);
    commit(*store, 101, Durability::kProcess);
    ASSERT_GT(fs::file_size(log), synced);
    fs::copy(folder_.path(), copy.path(), fs::copy_options::recursive);
    fs::resize_file(copy.path() + "/state/" + log.filename().string(), synced + 10);
  }
  options_.mark_file = copy.path() + "/state.mark";
  const auto opened = open_rocksdb_store(copy.path() + "/state", options_);
  ASSERT_TRUE(opened) << opened.error().message;
  EXPECT_TRUE((*opened)->page(key_of(0, 100)).value());
  EXPECT_FALSE((*opened)->page(key_of(0, 101)).value());
}

TEST_F(MarkedState, DamagedMarkIsIgnored) {
  put(options_.mark_file, "freshet state mark 1\nsequence 99");
  EXPECT_EQ(pages(), 4'000u);
}

TEST_F(MarkedState, HasCopiesOfFacts) {
  options_.marked_facts = {"steering", "other"};
  {
    const auto store = open_rocksdb_store(state().string(), options_).value();
    ASSERT_TRUE(store->commit({.facts = {{"steering", "{}"}, {"more", "x"}}}, Durability::kPower));
  }
  const std::vector<std::pair<std::string, std::string>> expected = {{"steering", "{}"}};
  EXPECT_EQ(marked_facts(options_.mark_file), expected);
}

TEST_F(MarkedState, ReadingChangesNothingWhateverIsDamaged) {
  const auto expect_unchanged = [&] {
    const auto before = files_in(folder_.path());
    const auto store = open_rocksdb_store_to_read(state().string(), options_);
    if (store) (void)(*store)->each_page([](const PageState&) { return true; });
    EXPECT_TRUE(before == files_in(folder_.path()));
    return store.has_value();
  };
  EXPECT_TRUE(expect_unchanged());
  const fs::path manifest = files_with("MANIFEST").back();
  const std::string whole = contents(manifest);
  for (size_t keep = 0; keep < whole.size(); keep += whole.size() / 20 + 1) {
    put(manifest, whole.substr(0, keep));
    expect_unchanged();
  }
  put(manifest, whole);
  fs::remove(files_with(".sst").front());
  EXPECT_FALSE(expect_unchanged());
  fs::remove(state() / "CURRENT");
  EXPECT_FALSE(expect_unchanged());
}

TEST_F(MarkedState, CanBeReadWhileAnotherProcessWritesButNotWrittenByTwo) {
  const auto writing = open_rocksdb_store(state().string(), options_).value();
  const auto reading = open_rocksdb_store_to_read(state().string(), options_);
  ASSERT_TRUE(reading) << reading.error().message;
  for (uint64_t i = 200; i < 260; ++i) commit(*writing, i, Durability::kProcess);
  size_t count = 0;
  EXPECT_TRUE((*reading)->each_page([&](const PageState&) { return ++count > 0; }));
  EXPECT_EQ(count, 4'000u);
  EXPECT_FALSE((*reading)->commit({.facts = {{"a", "b"}}}, Durability::kProcess));
}

TEST_F(MarkedState, LockKeepsOthersFromWriting) {
  const auto lock = StateLock::take(state().string());
  ASSERT_TRUE(lock);
  EXPECT_FALSE(open_rocksdb_store(state().string()));
  EXPECT_TRUE(open_rocksdb_store_to_read(state().string()));
}

}  // namespace
}  // namespace freshet::store
