// A damaged state: nothing that looks at it changes it, nothing starts on it, and freshet recover
// rebuilds it from the archive.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
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

[[maybe_unused]] void flip(const fs::path& path, double share) {
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
  // Whatever they answer.
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
    const uint64_t asked = aquarium_.log().total();
    const test::Ended ended = run();
    EXPECT_EQ(ended.status, 2) << ended.errors;
    EXPECT_TRUE(contains(ended.errors, "freshet recover")) << ended.errors;
    EXPECT_EQ(aquarium_.log().total(), asked);
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
  // Nothing that is known is asked for again.
  const uint64_t asked = aquarium_.log().total();
  const test::Ended ended = run();
  EXPECT_EQ(ended.status, 0) << ended.errors;
  EXPECT_LT(aquarium_.log().total() - asked, 30u);
  const Collection collection = read_collection(data());
  expect_collected_once(collection, to_collect());
  expect_state_and_archive_agree(collection);
  expect_indexes_are_whole(data());
}

}  // namespace
}  // namespace freshet::crash
