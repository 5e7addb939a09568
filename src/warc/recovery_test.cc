// An archive that is opened again after a crash at any point ends where the state says.
#include <algorithm>
#include <fstream>
#include <iterator>

#include "gtest/gtest.h"
#include "support/scratch_folder.h"
#include "warc/archive.h"
#include "warc/reader.h"
#include "warc/recovery.h"

namespace freshet::warc {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}
void put(const fs::path& path, std::string_view bytes) {
  // Some file systems sync a file that is truncated and written again, which takes long.
  fs::remove(path);
  std::ofstream(path, std::ios::binary) << bytes;
}

class Recovery : public testing::Test {
 protected:
  std::unique_ptr<Archive> open(const ArchiveEnd& end, uint64_t max_file_bytes = 1'000'000) {
    auto archive = Archive::open(folder_.path(), end, {.max_file_bytes = max_file_bytes});
    EXPECT_TRUE(archive) << archive.error().message;
    return archive ? std::move(*archive) : nullptr;
  }
  std::string why_not(const ArchiveEnd& end) {
    auto archive = Archive::open(folder_.path(), end, {});
    EXPECT_FALSE(archive);
    return archive ? "" : archive.error().message;
  }
  ArchiveEnd visit(Archive& archive, int number) {
    const std::string url = "http://a.example/" + std::to_string(number);
    Exchange e;
    e.url = url;
    e.date = Instant::from_unix_seconds(1'767'596'974 + number);
    e.request_head = "GET / HTTP/1.1";
    e.reply_head = "HTTP/1.1 200 OK\r\nContent-Type: text/html";
    e.body = "some body";
    if (number % 2 == 1) e.original = {.url = "http://a.example/0", .date = e.date};
    EXPECT_TRUE(archive.write(e));
    EXPECT_TRUE(archive.flush(false));
    return archive.end();
  }
  fs::path path(const std::string& name) const { return folder_ / name; }
  fs::path first() const { return path("freshet-000001.warc.gz"); }

  // The URLs of the replies in a file.
  static std::string urls(const fs::path& file) {
    std::string all;
    auto reader = Reader::open(file);
    while (true) {
      const auto found = reader->next();
      EXPECT_TRUE(found) << found.error().message;
      if (!found || !*found) return all;
      const Record& record = (**found).record;
      if (record.type == RecordType::kRequest || record.type == RecordType::kWarcinfo) continue;
      all += record.target_uri().substr(16) + " ";
    }
  }

  ScratchFolder folder_;
};

TEST_F(Recovery, ContinuesAtTheCommittedEnd) {
  const ArchiveEnd end = visit(*open({}), 0);
  const auto archive = open(end);
  EXPECT_EQ(archive->end(), end);
  EXPECT_EQ(archive->files(), std::vector<fs::path>{first()});
  visit(*archive, 1);
  EXPECT_EQ(urls(first()), "/0 /1 ");
  EXPECT_TRUE(archive->remarks().empty());
}

TEST_F(Recovery, UncommittedRecordsAreRemovedCompleteOrNot) {
  ArchiveEnd committed;
  {
    const auto archive = open({});
    committed = visit(*archive, 0);
    visit(*archive, 1);
  }
  const std::string whole = contents(first());
  for (size_t kept = committed.bytes; kept <= whole.size(); ++kept) {
    put(first(), whole.substr(0, kept));
    const auto archive = open(committed);
    ASSERT_EQ(archive->end(), committed);
    ASSERT_EQ(fs::file_size(first()), committed.bytes);
    visit(*archive, 2);
    ASSERT_EQ(urls(first()), "/0 /2 ") << kept;
  }
}

TEST_F(Recovery, GarbageAfterTheEndIsRemoved) {
  const ArchiveEnd committed = visit(*open({}), 0);
  put(first(), contents(first()) + std::string(10'000, '\x8B'));
  const auto archive = open(committed);
  visit(*archive, 1);
  EXPECT_EQ(urls(first()), "/0 /1 ");
}

TEST_F(Recovery, MissingCommittedRecordsAreAnError) {
  const ArchiveEnd committed = visit(*open({}), 0);
  const std::string whole = contents(first());
  for (const size_t kept : {size_t{0}, size_t{1}, whole.size() / 2, whole.size() - 1}) {
    put(first(), whole.substr(0, kept));
    const std::string why = why_not(committed);
    EXPECT_NE(why.find(first().string() + " has " + std::to_string(kept) + " of " +
                       std::to_string(whole.size()) + " bytes"),
              std::string::npos)
        << why;
    EXPECT_NE(why.find("last " + std::to_string(whole.size() - kept) + " bytes are lost"),
              std::string::npos)
        << why;
    EXPECT_EQ(fs::file_size(first()), kept);
  }
  fs::remove(first());
  EXPECT_NE(why_not(committed).find("is not there"), std::string::npos);
  EXPECT_FALSE(fs::exists(first()));
}

TEST_F(Recovery, AfterAPowerFailureItEndsBeforeTheLastReadableVisit) {
  std::vector<ArchiveEnd> ends;
  {
    const auto archive = open({});
    for (int i = 0; i < 4; ++i) ends.push_back(visit(*archive, i));
  }
  const auto surviving = [&](const ArchiveEnd& synced) {
    return surviving_end(folder_.path(), synced, ends.back()).value();
  };
  EXPECT_EQ(surviving(ends[0]), ends.back());
  EXPECT_EQ(surviving({}), ends.back());
  const std::string whole = contents(first());
  for (size_t kept = ends[0].bytes; kept < whole.size(); ++kept) {
    for (const bool garbage : {false, true}) {
      put(first(), whole.substr(0, kept) + std::string(garbage ? whole.size() - kept : 0, '\xFF'));
      const ArchiveEnd end = surviving(ends[0]);
      ASSERT_LE(end.bytes, kept);
      ASSERT_TRUE(std::find(ends.begin(), ends.end(), end) != ends.end()) << kept;
      // One complete visit may be removed, but not two.
      ASSERT_TRUE(kept < ends[2].bytes || end.bytes >= ends[1].bytes) << kept;
    }
  }
  put(first(), whole.substr(0, ends[1].bytes - 1));
  EXPECT_EQ(surviving(ends[1]), ends.back()) << "not lost by a power failure";
}

TEST_F(Recovery, AfterAPowerFailureWholeFilesMayBeMissing) {
  ArchiveEnd known;
  {
    const auto archive = open({}, 1'000);
    for (int i = 0; i < 3; ++i) known = visit(*archive, i);
  }
  ASSERT_EQ(known.file, 3u);
  const auto surviving = [&] { return surviving_end(folder_.path(), {}, known).value(); };
  EXPECT_EQ(surviving(), known);
  fs::remove(path("freshet-000003.warc.gz"));
  EXPECT_EQ(surviving(), (ArchiveEnd{2, fs::file_size(path("freshet-000002.warc.gz"))}));
  fs::remove(path("freshet-000002.warc.gz"));
  fs::remove(first());
  EXPECT_EQ(surviving(), ArchiveEnd());
}

TEST_F(Recovery, LaterFilesAndOutdatedIndexesAreRemoved) {
  ArchiveEnd committed;
  {
    const auto archive = open({}, 1'000);
    committed = visit(*archive, 0);
    visit(*archive, 1);
    visit(*archive, 2);
    ASSERT_TRUE(archive->close());
  }
  put(path("freshet-000002.cdxj.part"), "x");
  put(path("notes.txt"), "foreign");
  ASSERT_TRUE(fs::exists(path("freshet-000003.cdxj")));
  ASSERT_EQ(committed.file, 1u);
  const auto archive = open(committed, 1'000);
  std::vector<std::string> left;
  for (const auto& entry : fs::directory_iterator(folder_.path())) {
    left.push_back(entry.path().filename().string());
  }
  std::sort(left.begin(), left.end());
  EXPECT_EQ(left, (std::vector<std::string>{"freshet-000001.warc.gz", "notes.txt"}));
  const ArchiveEnd end = visit(*archive, 3);
  EXPECT_EQ(end.file, 2u);
  EXPECT_EQ(urls(path("freshet-000002.warc.gz")), "/3 ");
  EXPECT_TRUE(fs::exists(path("freshet-000001.cdxj")));
}

TEST_F(Recovery, EarlierFilesAndTheirIndexesAreKept) {
  ArchiveEnd committed;
  {
    const auto archive = open({}, 1'000);
    visit(*archive, 0);
    committed = visit(*archive, 1);
  }
  ASSERT_EQ(committed.file, 2u);
  const std::string index = contents(path("freshet-000001.cdxj"));
  const auto archive = open(committed);
  EXPECT_EQ(archive->files().size(), 2u);
  EXPECT_EQ(contents(path("freshet-000001.cdxj")), index);
  EXPECT_EQ(urls(first()), "/0 ");
}

TEST_F(Recovery, WithoutACommittedEndAllFilesAreForeign) {
  visit(*open({}), 0);
  put(path("freshet-000007.warc.gz"), "something");
  const auto archive = open({});
  EXPECT_EQ(archive->end(), ArchiveEnd());
  EXPECT_TRUE(archive->files().empty());
  EXPECT_EQ(visit(*archive, 1).file, 8u);
  EXPECT_EQ(archive->files().size(), 1u);
  EXPECT_EQ(urls(first()), "/0 ");
  EXPECT_EQ(contents(path("freshet-000007.warc.gz")), "something");
}

TEST_F(Recovery, TheIndexIsTheSameAsWithoutTheCrash) {
  ArchiveEnd committed;
  std::string undisturbed;
  {
    const auto archive = open({});
    for (int i = 0; i < 4; ++i) committed = visit(*archive, i);
    ASSERT_TRUE(archive->close());
    undisturbed = contents(path("freshet-000001.cdxj"));
  }
  EXPECT_EQ(std::count(undisturbed.begin(), undisturbed.end(), '\n'), 4);
  const auto archive = open(committed);
  EXPECT_FALSE(fs::exists(path("freshet-000001.cdxj")));
  ASSERT_TRUE(archive->close());
  EXPECT_EQ(contents(path("freshet-000001.cdxj")), undisturbed);
}

TEST_F(Recovery, DamageBeforeTheEndIsRemarkedAndNotChanged) {
  ArchiveEnd committed;
  {
    const auto archive = open({});
    visit(*archive, 0);
    committed = visit(*archive, 2);
  }
  std::string bytes = contents(first());
  bytes[bytes.size() / 2] ^= '\x55';
  put(first(), bytes);
  const auto archive = open(committed);
  ASSERT_EQ(archive->remarks().size(), 1u);
  EXPECT_NE(archive->remarks()[0].find("freshet-000001.warc.gz, byte "), std::string::npos);
  EXPECT_EQ(contents(first()), bytes);
  visit(*archive, 4);
  EXPECT_TRUE(archive->close());
}

TEST_F(Recovery, AnEndAtOffsetZeroRewritesTheFile) {
  visit(*open({}), 0);
  const auto archive = open({.file = 1, .bytes = 0});
  visit(*archive, 1);
  EXPECT_EQ(urls(first()), "/1 ");
  EXPECT_EQ((**Reader::open(first())->next()).record.type, RecordType::kWarcinfo);
}

}  // namespace
}  // namespace freshet::warc
