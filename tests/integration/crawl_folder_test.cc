// Tests of the files in a data folder: foreign files are not touched, and missing files of ours are
// detected.
#include <fstream>
#include <iterator>

#include "collection/collection.h"
#include "integration/crawling.h"
#include "store/store.h"

namespace freshet::test {
namespace {

namespace fs = std::filesystem;

void put(const fs::path& path, std::string_view text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

std::string contents(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

class CrawlFolder : public ScriptedCrawling {
 protected:
  fs::path warc() const { return fs::path(folder_.path()) / "warc"; }

  std::string opening_error() {
    const auto crawl = crawl::Crawl::open(options(), system_clock_, log_);
    return crawl ? "" : crawl.error().message;
  }
  std::optional<std::string> fact(const std::string& name) const {
    const auto store = store::open_rocksdb_store(folder_.path() + "/state");
    EXPECT_TRUE(store) << store.error().message;
    return store ? *(*store)->fact(name) : std::nullopt;
  }
  // Leaves the folder as after a crash before the first commit of a visit.
  void forget_archive() const {
    const auto store = store::open_rocksdb_store(folder_.path() + "/state");
    ASSERT_TRUE(store) << store.error().message;
    ASSERT_TRUE((*store)->commit(
        {.facts = {{"archive_end", "0 0"}, {"archive_synced", "0 0"}, {"archive_begun", "1"}}},
        store::Durability::kPower));
  }
};

TEST_F(CrawlFolder, FolderWithForeignFilesIsRefusedAndNotChanged) {
  put(folder_.path() + "/thesis.tex", "years of work");
  EXPECT_NE(opening_error().find("is no data folder of Freshet"), std::string::npos)
      << opening_error();
  EXPECT_EQ(contents(folder_.path() + "/thesis.tex"), "years of work");
  EXPECT_FALSE(fs::exists(folder_.path() + "/state"));
}

TEST_F(CrawlFolder, OnlyOurFilesOfAnUncommittedArchiveAreRemoved) {
  web_.set("a.test/", links({}));
  run(options());
  forget_archive();
  put(warc() / "thesis.tex", "years of work");
  put(warc() / "photos" / "1.jpg", "a face");
  put(warc() / "freshet-old.warc.gz", "not a name of ours");
  fs::create_symlink(warc() / "thesis.tex", warc() / "link");
  EXPECT_EQ(opening_error(), "");
  EXPECT_FALSE(fs::exists(warc() / "freshet-000001.warc.gz"));
  EXPECT_EQ(contents(warc() / "thesis.tex"), "years of work");
  EXPECT_EQ(contents(warc() / "photos" / "1.jpg"), "a face");
  EXPECT_TRUE(fs::exists(warc() / "freshet-old.warc.gz"));
  EXPECT_TRUE(fs::is_symlink(warc() / "link"));
}

TEST_F(CrawlFolder, ArchiveFolderThatIsASymbolicLinkIsRefused) {
  const ScratchFolder home;
  put(home.path() + "/thesis.tex", "years of work");
  fs::create_directory_symlink(home.path(), warc());
  EXPECT_NE(opening_error().find("data.follow_links"), std::string::npos) << opening_error();
  EXPECT_EQ(contents(home.path() + "/thesis.tex"), "years of work");

  crawl::CrawlOptions follow = options();
  follow.collection.follow_links = true;
  web_.set("a.test/", links({}));
  EXPECT_EQ(run(follow).pages, 1u);
  forget_archive();
  EXPECT_EQ(run(follow).waiting, 0u);
  EXPECT_EQ(contents(home.path() + "/thesis.tex"), "years of work");
}

TEST_F(CrawlFolder, AFolderOfAnOlderFreshetIsMarked) {
  web_.set("a.test/", links({}));
  run(options());
  const std::string marker = folder_.path() + "/freshet.folder";
  ASSERT_TRUE(fs::remove(marker));
  put(folder_.path() + "/notes.txt", "beside it");
  run(options());
  EXPECT_TRUE(contents(marker).starts_with("Freshet data folder, version 1\n"));
}

TEST_F(CrawlFolder, RemovalOfAnArchiveFileDuringACrawlIsDetected) {
  constexpr Duration kSeveralCommits = Duration::milliseconds(300);
  web_.set("a.test/", links({"/1"}));
  web_.set("a.test/1", after(kSeveralCommits, links({"/2"})));
  web_.set("a.test/2", after(kSeveralCommits, links({})));
  std::string logged;
  telemetry::Log log({.level = telemetry::Level::kError}, system_clock_,
                     [&](std::string_view line) { logged += line; });
  {
    auto crawl = crawl::Crawl::open(options(), system_clock_, log);
    ASSERT_TRUE(crawl) << crawl.error().message;
    bool removed = false;
    (*crawl)->watch_commits([&](const store::Batch& batch) {
      if (!removed && !batch.links.empty()) removed = fs::remove(warc() / "freshet-000001.warc.gz");
    });
    ASSERT_TRUE((*crawl)->run());
    ASSERT_TRUE(removed);
    const crawl::Progress progress = (*crawl)->progress();
    ASSERT_EQ(progress.warc_files.size(), 1u);
    EXPECT_TRUE(progress.warc_files[0].ends_with("freshet-000002.warc.gz"));
  }
  EXPECT_NE(logged.find("file=freshet-000001.warc.gz"), std::string::npos) << logged;
  {
    const auto collection = collection::Collection::open(options().collection, system_clock_);
    ASSERT_TRUE(collection) << collection.error().message;
    const auto answer = (*collection)->perform(collection::StatusQuery{});
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ(std::get<collection::StatusReport>(*answer).archive_lost,
              std::vector<std::string>{"freshet-000001.warc.gz"});
  }
  EXPECT_FALSE(archived().contains("http://a.test/"));

  run(options());
  EXPECT_EQ(web_.times("a.test/"), 2u);
  EXPECT_EQ(web_.times("a.test/2"), 1u) << "its record is not lost";
  for (const char* path : {"", "1", "2"}) {
    EXPECT_TRUE(archived().contains(std::string("http://a.test/") + path)) << path;
  }
  EXPECT_EQ(fact("archive_lost"), "");
}

// A file that was moved away and is back was not lost.
TEST_F(CrawlFolder, ArchiveFileThatIsBackAtTheNextStartNeedsNoVisits) {
  constexpr Duration kSeveralCommits = Duration::milliseconds(300);
  web_.set("a.test/", links({"/1"}));
  web_.set("a.test/1", after(kSeveralCommits, links({})));
  const fs::path file = warc() / "freshet-000001.warc.gz";
  const fs::path aside = fs::path(folder_.path()) / "aside";
  {
    auto crawl = crawl::Crawl::open(options(), system_clock_, log_);
    ASSERT_TRUE(crawl) << crawl.error().message;
    (*crawl)->watch_commits([&](const store::Batch& batch) {
      if (!batch.links.empty() && fs::exists(file)) fs::rename(file, aside);
    });
    ASSERT_TRUE((*crawl)->run());
  }
  ASSERT_TRUE(fact("archive_lost").value_or("").starts_with("1 "));
  fs::rename(aside, file);
  run(options());
  EXPECT_EQ(web_.times("a.test/"), 1u);
  EXPECT_EQ(fact("archive_lost"), "");
}

}  // namespace
}  // namespace freshet::test
