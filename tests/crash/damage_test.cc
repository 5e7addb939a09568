// Tests with archives that were damaged between two runs: after the end that the state knows, and
// before it.
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "crash/crawl_program.h"
#include "store/store.h"
#include "warc/reader.h"

namespace freshet::crash {
namespace {

namespace fs = std::filesystem;

// The end of the archive according to the state.
struct KnownEnd {
  uint32_t file = 0;
  uint64_t bytes = 0;
};

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void put(const fs::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

class Damage : public CrawlProgram {
 protected:
  // Runs a crawl and kills it after several commits.
  void SetUp() override {
    aquarium::WorldOptions world{.seed = 7, .hosts = 3, .pages_per_host = 120};
    world.latency = Duration::milliseconds(10);
    start(world);
    run_and_kill_after(200);
    const auto store = store::open_rocksdb_store(data() + "/state");
    ASSERT_TRUE(store) << store.error().message;
    const std::string end = (*store)->fact("archive_end").value().value_or("");
    // Sets the state as if the last commit had been synced to the disk.
    set_synced(**store, end);
    const char* const stop = end.data() + end.size();
    const auto [space, trouble] = std::from_chars(end.data(), stop, end_.file);
    ASSERT_TRUE(trouble == std::errc());
    std::from_chars(space + 1, stop, end_.bytes);
    ASSERT_TRUE((*store)->each_page([&](const store::PageState& page) {
      if (page.archived.file == end_.file) known_.push_back(page);
      return true;
    }));
    ASSERT_GT(known_.size(), 20u);
    archive_ = data() + "/warc/freshet-000001.warc.gz";
    ASSERT_EQ(end_.file, 1u);
    ASSERT_GE(fs::file_size(archive_), end_.bytes);
  }

  static void set_synced(store::Store& store, const std::string& end) {
    ASSERT_TRUE(store.commit({.facts = {{"archive_synced", end}}}, store::Durability::kPower));
  }
  // Sets the state as if files up to this number had been begun.
  void set_begun(const std::string& number) {
    const auto store = store::open_rocksdb_store(data() + "/state");
    ASSERT_TRUE(store) << store.error().message;
    ASSERT_TRUE(
        (*store)->commit({.facts = {{"archive_begun", number}}}, store::Durability::kPower));
  }
  // Sets the state as if everything after the page had not been synced to the disk.
  void set_synced_up_to(const store::PageState& page) {
    const auto store = store::open_rocksdb_store(data() + "/state");
    ASSERT_TRUE(store) << store.error().message;
    set_synced(**store, "1 " + std::to_string(page.archived.offset));
  }

  // Sets the last file to what the state knows, followed by these bytes.
  void append_after_end(std::string_view bytes) {
    put(archive_, contents(archive_).substr(0, end_.bytes) + std::string(bytes));
  }
  std::string first_bytes(size_t count) const { return contents(archive_).substr(0, count); }

  void expect_crawl_continues_undisturbed() const {
    const test::Ended ended = run();
    EXPECT_EQ(ended.status, 0) << ended.errors;
    EXPECT_FALSE(contains(ended.errors, "damaged") || contains(ended.errors, "lost"))
        << ended.errors;
    expect_all_is_there();
  }
  void expect_lost_visits_are_made_again() const {
    const test::Ended ended = run();
    EXPECT_EQ(ended.status, 0) << ended.errors;
    EXPECT_TRUE(contains(ended.errors, "visiting again")) << ended.errors;
    expect_all_is_there();
  }
  void expect_all_is_there() const {
    const Collection collection = read_collection(data());
    expect_collected_once(collection, to_collect());
    expect_state_and_archive_agree(collection);
    expect_indexes_are_complete(data());
  }

  // Returns a page whose reply is in the archive at about this share of its length.
  const store::PageState& some_page(double share = 0.5) {
    std::sort(known_.begin(), known_.end(),
              [](const auto& a, const auto& b) { return a.archived < b.archived; });
    return known_[static_cast<size_t>(share * static_cast<double>(known_.size()))];
  }

  KnownEnd end_;
  std::vector<store::PageState> known_;  // the pages in the last file
  fs::path archive_;                     // the last file
};

TEST_F(Damage, GarbageAfterTheEndIsTruncated) {
  append_after_end(std::string(50'000, '\x8B'));
  expect_crawl_continues_undisturbed();
}

TEST_F(Damage, HalfARecordAfterTheEndIsTruncated) {
  append_after_end(first_bytes(100));
  expect_crawl_continues_undisturbed();
}

TEST_F(Damage, WholeAndDamagedRecordsAfterTheEndAreTruncated) {
  std::string bytes = first_bytes(20'000);
  for (size_t at = 10'000; at < bytes.size(); at += 1'000) bytes[at] ^= '\x55';
  append_after_end(bytes);
  expect_crawl_continues_undisturbed();
}

TEST_F(Damage, LaterFilesAreRemoved) {
  set_begun("2");
  put(data() + "/warc/freshet-000002.warc.gz", first_bytes(20'000));
  put(data() + "/warc/freshet-000001.cdxj", "what was known of more");
  put(data() + "/warc/freshet-000002.cdxj.part", "half an ind");
  expect_crawl_continues_undisturbed();
  EXPECT_FALSE(fs::exists(data() + "/warc/freshet-000002.warc.gz"));
}

// Such a file was copied there, or belongs to another collection.
TEST_F(Damage, LaterFilesThatTheProgramHasNotBegunAreLeftAndReported) {
  const std::string foreign = data() + "/warc/freshet-000002.warc.gz";
  put(foreign, "of another collection");
  put(data() + "/warc/notes.txt", "of somebody");
  const test::Ended ended = run();
  EXPECT_EQ(ended.status, 2);
  EXPECT_TRUE(contains(ended.errors, foreign + " was not written by this collection"))
      << ended.errors;
  EXPECT_EQ(contents(foreign), "of another collection");
  fs::remove(foreign);
  expect_crawl_continues_undisturbed();
  EXPECT_EQ(contents(data() + "/warc/notes.txt"), "of somebody");
}

TEST_F(Damage, DamageBeforeTheEndIsReportedAndOtherRecordsAreKept) {
  const store::PageState damaged = some_page();
  std::string bytes = contents(archive_);
  bytes[damaged.archived.offset + 60] ^= '\x55';
  put(archive_, bytes);

  const test::Ended ended = run();
  EXPECT_EQ(ended.status, 0) << ended.errors;
  EXPECT_TRUE(contains(ended.errors, "damaged")) << ended.errors;
  EXPECT_TRUE(contains(ended.errors,
                       "freshet-000001.warc.gz, byte " + std::to_string(damaged.archived.offset)))
      << ended.errors;
  EXPECT_EQ(contents(archive_).substr(0, end_.bytes), bytes.substr(0, end_.bytes));

  auto reader = warc::Reader::open(archive_);
  ASSERT_TRUE(reader);
  for (const store::PageState& page : known_) {
    reader->seek(page.archived.offset);
    const auto found = reader->next();
    if (page.key == damaged.key) {
      EXPECT_FALSE(found);
      continue;
    }
    ASSERT_TRUE(found && *found) << page.url;
    EXPECT_EQ((*found)->record.target_uri(), page.url);
    EXPECT_TRUE((*found)->complete) << page.url;
  }
}

// Records that the state refers to are missing: nothing is fetched, and nothing is changed.
TEST_F(Damage, TruncationBeforeTheEndIsAnErrorThatSaysWhatIsLost) {
  const uint64_t kept = some_page().archived.offset + 10;
  put(archive_, contents(archive_).substr(0, kept));
  const uint64_t requests = aquarium_.log().total();
  const test::Ended ended = run();
  EXPECT_EQ(ended.status, 2);
  EXPECT_TRUE(contains(ended.errors, archive_.string())) << ended.errors;
  EXPECT_TRUE(contains(ended.errors, std::to_string(end_.bytes - kept) + " bytes are lost"))
      << ended.errors;
  EXPECT_EQ(fs::file_size(archive_), kept);
  EXPECT_EQ(aquarium_.log().total(), requests);
}

// After a power failure, some or all bytes that were not synced to the disk are lost.
TEST_F(Damage, VisitsLostWithThePowerAreRepeated) {
  set_synced_up_to(some_page());
  const uint64_t kept = some_page(0.7).archived.offset + 10;
  put(archive_, contents(archive_).substr(0, kept));
  expect_lost_visits_are_made_again();
}

TEST_F(Damage, PagesWhoseRecordsBecameZerosAreVisitedAgain) {
  set_synced_up_to(some_page());
  std::string bytes = contents(archive_);
  const size_t from = some_page(0.6).archived.offset + 200;
  std::fill(bytes.begin() + static_cast<ptrdiff_t>(from), bytes.end(), '\0');
  put(archive_, bytes);
  expect_lost_visits_are_made_again();
}

TEST_F(Damage, ArchiveThatWasNeverSyncedIsCreatedAgain) {
  {
    const auto store = store::open_rocksdb_store(data() + "/state");
    ASSERT_TRUE(store) << store.error().message;
    set_synced(**store, "0 0");
  }
  fs::remove(archive_);
  expect_lost_visits_are_made_again();
}

TEST_F(Damage, MissingFileIsAnErrorThatSaysWhatIsLost) {
  fs::remove(archive_);
  const test::Ended ended = run();
  EXPECT_EQ(ended.status, 2);
  EXPECT_TRUE(contains(ended.errors, archive_.string() + " is not there")) << ended.errors;
  EXPECT_FALSE(fs::exists(archive_));
}

}  // namespace
}  // namespace freshet::crash
