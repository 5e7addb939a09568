// Tests with a damaged state: reading does not change it, no crawl starts with it, and freshet
// recover rebuilds it from the archive.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <thread>

#include "crash/crawl_program.h"
#include "crash/state_rows.h"

namespace freshet::crash {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void put(const fs::path& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

void flip(const fs::path& path, double share) {
  std::string bytes = contents(path);
  bytes[static_cast<size_t>(share * static_cast<double>(bytes.size()))] ^= '\x55';
  put(path, bytes);
}

aquarium::WorldOptions world() {
  using namespace aquarium;
  WorldOptions world{.seed = 5, .hosts = 4, .pages_per_host = 60};
  world.varied_links = true;
  world.robots = Mix<RobotsKind>::only(RobotsKind::kRules);
  world.sitemaps = Mix<SitemapKind>::only(SitemapKind::kNone).with(SitemapKind::kIndex, 1);
  world.pages = Mix<PageKind>::only(PageKind::kOrdinary)
                    .with(PageKind::kPrivate, 0.05)
                    .with(PageKind::kNoindex, 0.05)
                    .with(PageKind::kMissing, 0.05)
                    .with(PageKind::kMoved301, 0.05)
                    .with(PageKind::kRedirectChain, 0.02)
                    .with(PageKind::kBroken, 0.05);
  world.gzip_share = 0.5;
  return world;
}

class Recover : public CrawlProgram {
 protected:
  // `freshet COMMAND ... --data data()`
  test::Ended freshet(std::vector<std::string> words) const {
    words.insert(words.begin(), command().front());
    words.insert(words.end(), {"--data", data()});
    test::ChildProcess program(std::move(words));
    return program.wait(Duration::minutes(1));
  }
  fs::path state() const { return data() + "/state"; }
  std::vector<fs::path> files_with(std::string_view part) const {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(state())) {
      if (contains(entry.path().filename().string(), part)) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
  }
  void collect_all() {
    start(world());
    const test::Ended ended = run();
    ASSERT_EQ(ended.status, 0) << ended.errors;
    before_ = read_state(data());
  }
  // Runs commands that only read, whatever they return.
  void expect_looking_changes_nothing() const {
    const auto files = listing_of(data());
    const std::string page = aquarium_.world().url({0, 0});
    freshet({"status"});
    freshet({"status", "--json"});
    freshet({"why", page});
    freshet({"changes"});
    freshet({"seeds"});
    EXPECT_TRUE(files == listing_of(data()));
  }
  void expect_refused() {
    const auto files = listing_of(data());
    const uint64_t requests = aquarium_.log().total();
    const test::Ended ended = run();
    EXPECT_EQ(ended.status, 2) << ended.errors;
    EXPECT_TRUE(contains(ended.errors, "freshet recover")) << ended.errors;
    EXPECT_EQ(aquarium_.log().total(), requests);
    auto after = listing_of(data());
    for (const char* name : {"/LOCK"}) after.erase(state().string() + name);
    auto expected = files;
    for (const char* name : {"/LOCK"}) expected.erase(state().string() + name);
    EXPECT_TRUE(expected == after);
  }
  void recover() const {
    const auto warc = listing_of(data() + "/warc");
    const test::Ended ended = freshet({"recover"});
    ASSERT_EQ(ended.status, 0) << ended.errors << ended.output;
    for (const auto& [file, digest] : warc) {
      EXPECT_EQ(listing_of(data() + "/warc").at(file), digest) << file;
    }
  }
  // Runs `freshet run` until the aquarium has had this number of requests, and stops it.
  void keep_fresh_for(uint64_t requests) {
    aquarium::AquariumOptions options;
    options.world = *aquarium::profile("changing");
    options.world.hosts = 6;
    options.world.pages_per_host = 40;
    options.world.latency = Duration();
    options.time_scale = 100'000;
    ASSERT_TRUE(aquarium_.start(options));
    std::vector<std::string> words = command({"--budget", "400/s"});
    words[1] = "run";
    std::erase(words, "--json");
    {
      test::ChildProcess program(words);
      while (program.running() && aquarium_.log().total() < requests) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      EXPECT_TRUE(program.running()) << program.errors();
      program.send(SIGTERM);
      const test::Ended ended = program.wait(Duration::minutes(1));
      ASSERT_EQ(ended.status, 0) << ended.errors;
    }
    before_ = read_state(data());
  }
  void expect_recovers() const {
    recover();
    expect_same_visits(before_, read_state(data()));
  }

  StateRows before_;
};

TEST_F(Recover, RebuildsWhatACrawlCollectedFromTheArchiveAlone) {
  collect_all();
  fs::remove(state() / "CURRENT");
  expect_looking_changes_nothing();
  expect_refused();
  expect_recovers();
  // No known page is requested again.
  const uint64_t requests = aquarium_.log().total();
  const test::Ended ended = run();
  EXPECT_EQ(ended.status, 0) << ended.errors;
  EXPECT_LT(aquarium_.log().total() - requests, 30u);
  const Collection collection = read_collection(data());
  expect_collected_once(collection, to_collect());
  expect_state_and_archive_agree(collection);
  expect_indexes_are_complete(data());
}

TEST_F(Recover, RebuildsHistoriesAndChangesOfARun) {
  keep_fresh_for(800);
  EXPECT_GT(std::count_if(before_.changes.begin(), before_.changes.end(),
                          [](const store::Change& change) {
                            return change.kind == store::Change::Kind::kChanged;
                          }),
            10);
  fs::remove_all(state());
  expect_refused();
  expect_recovers();
  EXPECT_EQ(freshet({"status"}).status, 0);
  EXPECT_EQ(freshet({"why", aquarium_.world().url({0, 0})}).status, 0);
  EXPECT_EQ(freshet({"rank"}).status, 0);
  EXPECT_EQ(freshet({"convert"}).status, 0);
  EXPECT_EQ(freshet({"search", "the"}).status, 0);
}

// Each kind of damage, to a state that has data files and a log.
TEST_F(Recover, EachDamageIsDetectedNotChangedAndRepaired) {
  collect_all();
  ASSERT_EQ(freshet({"rank"}).status,
            0);  // opening it moves the content of the log into data files
  ASSERT_EQ(run().status, 0);
  before_ = read_state(data());
  const fs::path whole = folder_.path() + "/whole";
  fs::copy(data(), whole, fs::copy_options::recursive);

  const auto cut = [](const fs::path& file, double share) {
    const std::string bytes = contents(file);
    put(file, bytes.substr(0, static_cast<size_t>(share * static_cast<double>(bytes.size()))));
  };
  const auto manifest = [&] { return files_with("MANIFEST").back(); };
  const auto log = [&] { return files_with(".log").back(); };
  const auto data_files = [&] { return files_with(".sst"); };
  const std::pair<const char*, std::function<void()>> damages[] = {
      {"a manifest cut at once", [&] { cut(manifest(), 0); }},
      {"a manifest cut early", [&] { cut(manifest(), 0.2); }},
      {"a manifest cut in the middle", [&] { cut(manifest(), 0.5); }},
      {"a manifest cut late", [&] { cut(manifest(), 0.9); }},
      {"a manifest that lacks a byte",
       [&] { fs::resize_file(manifest(), fs::file_size(manifest()) - 1); }},
      {"no manifest", [&] { fs::remove(manifest()); }},
      {"a byte of the manifest", [&] { flip(manifest(), 0.5); }},
      {"no data file", [&] { fs::remove(data_files().front()); }},
      {"a data file that is cut", [&] { cut(data_files().back(), 0.5); }},
      {"a log that is cut", [&] { cut(log(), 0.5); }},
      {"no log", [&] { fs::remove(log()); }},
      {"a byte of the log", [&] { flip(log(), 0.3); }},
      {"no CURRENT", [&] { fs::remove(state() / "CURRENT"); }},
      {"another CURRENT", [&] { put(state() / "CURRENT", "MANIFEST-000001\n"); }},
      {"no state", [&] { fs::remove_all(state()); }},
  };
  for (const auto& [name, damage] : damages) {
    SCOPED_TRACE(name);
    fs::remove_all(data());
    fs::copy(whole, data(), fs::copy_options::recursive);
    damage();
    expect_looking_changes_nothing();
    expect_refused();
    expect_recovers();
    if (HasFailure()) return;
  }
  const test::Ended ended = run();
  EXPECT_EQ(ended.status, 0) << ended.errors;
  expect_collected_once(read_collection(data()), to_collect());
}

// RocksDB does not check a block before it is read.
TEST_F(Recover, FlippedByteOfADataFileIsFoundByRecoverAtTheLatest) {
  collect_all();
  ASSERT_EQ(freshet({"rank"}).status, 0);
  before_ = read_state(data());
  for (const fs::path& file : files_with(".sst")) flip(file, 0.1);
  expect_looking_changes_nothing();
  expect_recovers();
}

TEST_F(Recover, TruncatedArchiveLosesOnlyRecordsAfterTheCut) {
  collect_all();
  const fs::path archive = data() + "/warc/freshet-000001.warc.gz";
  const uint64_t kept = fs::file_size(archive) / 2;
  fs::resize_file(archive, kept);
  const test::Ended refused = run();
  EXPECT_EQ(refused.status, 2);
  EXPECT_TRUE(contains(refused.errors, "freshet recover")) << refused.errors;
  ASSERT_EQ(freshet({"recover"}).status, 0);
  const StateRows after = read_state(data());
  for (const auto& [url, page] : before_.pages) {
    ASSERT_TRUE(after.pages.contains(url)) << url;
    const bool is_whole = page.archived.file == 1 && page.archived.offset + 20'000 < kept;
    if (is_whole) {
      EXPECT_EQ(after.pages.at(url).content, page.content) << url;
    }
  }
  const test::Ended ended = run();
  EXPECT_EQ(ended.status, 0) << ended.errors;
  const Collection collection = read_collection(data());
  expect_collected_once(collection, to_collect());
  expect_state_and_archive_agree(collection);
}

TEST_F(Recover, DamagedRecordDoesNotAffectOthers) {
  collect_all();
  fs::remove(state() / "CURRENT");
  const fs::path archive = data() + "/warc/freshet-000001.warc.gz";
  flip(archive, 0.4);
  recover();
  const StateRows after = read_state(data());
  size_t lost = 0;
  for (const auto& [url, page] : before_.pages) {
    if (page.archived.file == 0) continue;
    const auto found = after.pages.find(url);
    const bool is_there = found != after.pages.end() && found->second.archived == page.archived;
    lost += is_there ? 0 : 1;
  }
  EXPECT_LE(lost, 1u);
  const test::Ended ended = run();
  EXPECT_EQ(ended.status, 0) << ended.errors;
  const StateRows again = read_state(data());
  for (const std::string& url : to_collect()) {
    ASSERT_TRUE(again.pages.contains(url)) << url;
    EXPECT_NE(again.pages.at(url).last_success, std::nullopt) << url;
  }
}

TEST_F(Recover, CanBeRepeatedAfterAKillAtAnyTime) {
  collect_all();
  fs::remove(files_with("MANIFEST").back());
  bool is_done = false;
  for (int milliseconds = 5; milliseconds < 1'500 && !is_done;
       milliseconds += milliseconds / 4 + 3) {
    test::ChildProcess program({command().front(), "recover", "--data", data()});
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    is_done = program.kill().signal == 0;
    expect_looking_changes_nothing();
  }
  if (!is_done) recover();
  expect_same_visits(before_, read_state(data()));
  EXPECT_EQ(freshet({"recover"}).status, 1);  // nothing to do
  EXPECT_FALSE(fs::exists(data() + "/state.rebuilding"));
  const test::Ended ended = run();
  EXPECT_EQ(ended.status, 0) << ended.errors;
  expect_collected_once(read_collection(data()), to_collect());
}

TEST_F(Recover, WithoutAMarkTheSeedsArePagesWithoutLinksToThem) {
  collect_all();
  fs::remove_all(state());
  fs::remove(data() + "/state.mark");
  const test::Ended ended = freshet({"recover", "--json"});
  EXPECT_EQ(ended.status, 0) << ended.errors;
  EXPECT_TRUE(contains(ended.output, "\"seeds\":[\"" + aquarium_.world().url({0, 0}) + "\"]"))
      << ended.output;
  EXPECT_EQ(freshet({"seeds"}).status, 0);
}

TEST_F(Recover, DryRunAndCompleteStateChangeNothing) {
  collect_all();
  auto files = listing_of(data());
  EXPECT_EQ(freshet({"recover"}).status, 1);
  fs::remove(state() / "CURRENT");
  files.erase((state() / "CURRENT").string());
  EXPECT_EQ(freshet({"recover", "--dry-run"}).status, 0);
  EXPECT_TRUE(files == listing_of(data()));
}

}  // namespace
}  // namespace freshet::crash
