#include "warc/archive.h"

#include <sys/resource.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <map>

#include "gtest/gtest.h"
#include "support/scratch_folder.h"
#include "warc/reader.h"

namespace freshet::warc {
namespace {

namespace fs = std::filesystem;

Exchange exchange(std::string_view url, std::string_view body) {
  Exchange e;
  e.url = url;
  e.date = Instant::from_unix_seconds(1'767'596'974);
  e.request_head = "GET / HTTP/1.1\r\nHost: a.example";
  e.reply_head = "HTTP/1.1 200 OK\r\nContent-Type: text/html";
  e.body = body;
  e.metadata = {{"hops", "1"}};
  return e;
}

std::unique_ptr<Archive> open(const fs::path& folder, const ArchiveEnd& end = {},
                              const ArchiveOptions& options = {}) {
  auto archive = Archive::open(folder, end, options);
  EXPECT_TRUE(archive) << archive.error().message;
  return archive ? std::move(*archive) : nullptr;
}

std::vector<Record> records_of(const fs::path& file) {
  std::vector<Record> records;
  auto reader = Reader::open(file);
  EXPECT_TRUE(reader);
  while (true) {
    auto found = reader->next();
    EXPECT_TRUE(found) << found.error().offset << ": " << found.error().message;
    if (!found || !*found) return records;
    EXPECT_TRUE((**found).remarks.empty());
    records.push_back(std::move((**found).record));
  }
}

std::string types_of(const fs::path& file) {
  std::string types;
  for (const auto& record : records_of(file)) types += std::string(name(record.type)) + " ";
  return types;
}

TEST(Archive, OfAnAgentHasItsNameInItsFilesAndLeavesThoseOfOthersAlone) {
  const ScratchFolder folder;
  const fs::path place = folder / "warc";
  std::map<std::string, ArchiveEnd> ends;
  for (const std::string agent : {"", "a", "a-1"}) {
    const auto archive = open(place, {}, {.agent = agent});
    ASSERT_TRUE(archive->write(exchange("http://a/" + agent, "x")));
    ASSERT_TRUE(archive->flush(true));
    ends[agent] = archive->end();
    EXPECT_EQ(archive->end().file, 1u);
  }
  for (const auto& [agent, end] : ends) {
    const auto archive = open(place, end, {.agent = agent});
    const std::string part = agent.empty() ? "" : agent + "-";
    ASSERT_EQ(archive->files().size(), 1u);
    EXPECT_EQ(archive->files()[0], place / ("freshet-" + part + "000001.warc.gz"));
    ASSERT_TRUE(archive->close());
  }
  EXPECT_TRUE(fs::exists(place / "freshet-a-000001.cdxj"));
}

TEST(Archive, IsEmptyBeforeTheFirstWrite) {
  const ScratchFolder folder;
  const auto archive = open(folder / "deep" / "warc");
  EXPECT_EQ(archive->end(), ArchiveEnd());
  EXPECT_TRUE(archive->files().empty());
  EXPECT_TRUE(archive->flush(true));
  EXPECT_TRUE(archive->close());
  EXPECT_TRUE(fs::is_empty(folder / "deep" / "warc"));
}

TEST(Archive, AVisitIsThreeRecords) {
  const ScratchFolder folder;
  const auto archive = open(folder.path());
  const auto written = archive->write(exchange("http://a.example/", "body"));
  ASSERT_TRUE(written);
  EXPECT_EQ(written->file, 1u);
  EXPECT_EQ(written->payload_digest, digest::sha256("body"));
  ASSERT_TRUE(archive->flush(false));
  const fs::path file = folder / "freshet-000001.warc.gz";
  EXPECT_EQ(archive->files(), std::vector<fs::path>{file});
  EXPECT_EQ(archive->end(), (ArchiveEnd{1, fs::file_size(file)}));
  EXPECT_EQ(types_of(file), "warcinfo response request metadata ");
  auto reader = Reader::open(file);
  reader->seek(written->offset);
  EXPECT_EQ((**reader->next()).length, written->length);
}

TEST(Archive, AFileIsValidAfterEveryFlush) {
  const ScratchFolder folder;
  const auto archive = open(folder.path());
  for (size_t i = 1; i <= 5; ++i) {
    ASSERT_TRUE(archive->write(exchange("http://a.example/", "body")));
    ASSERT_TRUE(archive->flush(i % 2 == 0));
    EXPECT_EQ(records_of(archive->files()[0]).size(), 1 + 3 * i);
  }
}

TEST(Archive, ADigestOfTheCallerIsUsedWithoutCheck) {
  const ScratchFolder folder;
  const auto archive = open(folder.path());
  Exchange e = exchange("http://a.example/", "body");
  e.payload_digest = digest::sha256("another");
  EXPECT_EQ(archive->write(e)->payload_digest, digest::sha256("another"));
  e.payload_digest.reset();
  e.original = {.url = e.url, .date = e.date, .not_modified = true};
  EXPECT_EQ(archive->write(e)->payload_digest, std::nullopt);
}

TEST(Archive, NoInputCanForgeAFieldOrRecord) {
  const ScratchFolder folder;
  const auto archive = open(folder.path(), {}, {.software = "a\r\nWARC-Type: b\r\n\r\n"});
  Exchange e = exchange("http://a.example/\r\nX: <y> \xC3\xA9", "");
  e.address = "1.2.3.4\r\nWARC-Type: request";
  e.protocol = "\r\n\r\nHTTP";
  e.request_head = "GET / HTTP/1.1\n\n\r\n\r\n";
  e.metadata = {{"a\nb", "c\r\n\r\nd"}};
  ASSERT_TRUE(archive->write(e));
  ASSERT_TRUE(archive->close());
  const auto records = records_of(archive->files()[0]);
  ASSERT_EQ(records.size(), 4u);
  EXPECT_EQ(records[1].type, RecordType::kResponse);
  EXPECT_EQ(records[1].field("WARC-Target-URI"), "http://a.example/%0D%0AX:%20%3Cy%3E%20%C3%A9");
  EXPECT_EQ(records[2].block, "GET / HTTP/1.1\r\n\r\n");
  EXPECT_EQ(records[3].block, "a b: c    d\r\n");
}

TEST(Archive, ANewFileIsBegunWhenOneIsFull) {
  const ScratchFolder folder;
  const auto archive = open(folder.path(), {}, {.max_file_bytes = 3'000});
  std::vector<Written> written;
  for (int i = 0; i < 10; ++i) {
    written.push_back(*archive->write(exchange("http://a.example/", "body")));
  }
  ASSERT_TRUE(archive->flush(true));
  const uint32_t last = archive->end().file;
  EXPECT_GE(last, 3u);
  EXPECT_EQ(written.back().file, last);
  EXPECT_EQ(archive->files().size(), last);
  size_t records = 0;
  for (uint32_t number = 1; number <= last; ++number) {
    const fs::path file = archive->files()[number - 1];
    EXPECT_EQ(types_of(file).substr(0, 18), "warcinfo response ");
    records += records_of(file).size();
    fs::path index = file;
    index.replace_extension().replace_extension(".cdxj");
    EXPECT_EQ(fs::exists(index), number < last) << index;
    if (number < last) {
      EXPECT_GE(fs::file_size(file), 3'000u);
    }
  }
  EXPECT_EQ(records, last + 30);
  ASSERT_TRUE(archive->close());
  EXPECT_TRUE(fs::exists(folder / "freshet-000001.cdxj"));
}

TEST(Archive, ANewFileIsBegunWhenOneHasTooManyReplies) {
  const ScratchFolder folder;
  const auto archive = open(folder.path(), {}, {.max_file_replies = 3});
  for (int i = 0; i < 7; ++i) ASSERT_TRUE(archive->write(exchange("http://a.example/", "body")));
  ASSERT_TRUE(archive->close());
  ASSERT_EQ(archive->files().size(), 3u);
  EXPECT_EQ(records_of(archive->files()[1]).size(), 10u);
}

TEST(Archive, AVisitMayBeLargerThanTheBuffer) {
  const ScratchFolder folder;
  const auto archive = open(folder.path(), {}, {.compression_level = 0});
  const std::string body(10 << 20, 'x');
  ASSERT_TRUE(archive->write(exchange("http://a.example/", body)));
  ASSERT_TRUE(archive->write(exchange("http://a.example/", "small")));
  ASSERT_TRUE(archive->close());
  EXPECT_EQ(records_of(archive->files()[0]).size(), 7u);
}

TEST(Archive, AppendsNothingAfterClose) {
  const ScratchFolder folder;
  const auto archive = open(folder.path());
  ASSERT_TRUE(archive->write(exchange("http://a.example/", "body")));
  ASSERT_TRUE(archive->close());
  const ArchiveEnd end = archive->end();
  EXPECT_TRUE(archive->close());
  EXPECT_FALSE(archive->write(exchange("http://a.example/", "body")));
  EXPECT_TRUE(archive->flush(true));
  EXPECT_EQ(archive->end(), end);
}

// Limits the size of files of this process while it exists, to simulate a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST(Archive, AFullDiskLosesNoRecordAndLeavesNoIncompleteOne) {
  const ScratchFolder folder;
  const auto archive = open(folder.path());
  ASSERT_TRUE(archive->write(exchange("http://a.example/1", "body")));
  ASSERT_TRUE(archive->flush(false));
  const ArchiveEnd before = archive->end();
  const fs::path file = archive->files()[0];
  ASSERT_TRUE(archive->write(exchange("http://a.example/2", "body")));
  {
    const FileSizeLimit limit(before.bytes + 100);
    const auto status = archive->flush(false);
    ASSERT_FALSE(status);
    EXPECT_NE(status.error().message.find(file.string()), std::string::npos);
    EXPECT_EQ(fs::file_size(file), before.bytes);
    EXPECT_EQ(records_of(file).size(), 4u);
    ASSERT_TRUE(archive->write(exchange("http://a.example/3", "body")));
    EXPECT_FALSE(archive->close());
  }
  ASSERT_TRUE(archive->write(exchange("http://a.example/4", "body")));
  ASSERT_TRUE(archive->close());
  EXPECT_EQ(records_of(file).size(), 13u);
  EXPECT_EQ(archive->end().bytes, fs::file_size(file));
}

TEST(Archive, OnAFullDiskAppendingFailsWhenTheBufferIsFull) {
  const ScratchFolder folder;
  const auto archive = open(folder.path(), {}, {.compression_level = 0});
  const std::string body(300'000, 'x');
  int taken = 0;
  {
    const FileSizeLimit limit(1'000);
    while (archive->write(exchange("http://a.example/", body)) && taken < 100) ++taken;
    EXPECT_EQ(taken, 4);
    EXPECT_FALSE(archive->write(exchange("http://a.example/", body)));
  }
  ASSERT_TRUE(archive->write(exchange("http://a.example/", body)));
  ASSERT_TRUE(archive->close());
  EXPECT_EQ(records_of(archive->files()[0]).size(), 1u + 3 * 5);
}

TEST(Archive, SecretsOfTheRequestAreNotInTheArchive) {
  const ScratchFolder folder;
  const auto archive = open(folder.path());
  Exchange with_login = exchange("http://a.example/", "body");
  with_login.request_head = "GET / HTTP/1.1\r\nHost: a.example\r\nAuthorization: Basic c2VjcmV0";
  ASSERT_TRUE(archive->write(with_login));
  ASSERT_TRUE(archive->close());
  const auto records = records_of(archive->files().at(0));
  ASSERT_EQ(records.size(), 4u);
  EXPECT_EQ(records[2].block,
            "GET / HTTP/1.1\r\nHost: a.example\r\nAuthorization: [redacted]\r\n\r\n");
}

TEST(Archive, FlushBeginsANewFileIfTheOpenOneWasRemoved) {
  const ScratchFolder folder;
  const auto archive = open(folder.path());
  ASSERT_TRUE(archive->write(exchange("http://a.example/1", "one")));
  ASSERT_TRUE(archive->flush(false));
  EXPECT_TRUE(archive->take_lost().empty());
  const ArchiveEnd before = archive->end();
  fs::remove(archive->files().at(0));
  ASSERT_TRUE(archive->write(exchange("http://a.example/2", "two")));
  ASSERT_TRUE(archive->flush(true));
  const auto lost = archive->take_lost();
  ASSERT_EQ(lost.size(), 1u);
  EXPECT_EQ(lost[0].file, 1u);
  EXPECT_GT(lost[0].bytes, before.bytes);
  EXPECT_TRUE(archive->take_lost().empty());
  EXPECT_EQ(archive->end(), (ArchiveEnd{.file = 2, .bytes = 0}));

  const auto written = archive->write(exchange("http://a.example/3", "three"));
  ASSERT_TRUE(written);
  EXPECT_EQ(written->file, 2u);
  ASSERT_TRUE(archive->close());
  ASSERT_EQ(archive->files().size(), 1u);
  EXPECT_EQ(archive->files()[0].filename(), "freshet-000002.warc.gz");
  EXPECT_EQ(types_of(archive->files()[0]), "warcinfo response request metadata ");
}

TEST(Archive, AnArchiveThatEndsInAnEmptyFileCanBeContinued) {
  const ScratchFolder folder;
  {
    const auto archive = open(folder.path());
    ASSERT_TRUE(archive->write(exchange("http://a.example/1", "one")));
    fs::remove(archive->files().at(0));
    ASSERT_TRUE(archive->flush(true));
  }
  const auto archive = open(folder.path(), {.file = 2, .bytes = 0});
  ASSERT_TRUE(archive);
  EXPECT_TRUE(archive->remarks().empty());
  ASSERT_TRUE(archive->write(exchange("http://a.example/2", "two")));
  ASSERT_TRUE(archive->close());
  EXPECT_EQ(types_of(folder / "freshet-000002.warc.gz"), "warcinfo response request metadata ");
}

TEST(Archive, AMovedAndAReplacedFileAreLost) {
  const ScratchFolder folder;
  const auto archive = open(folder.path());
  for (uint32_t number = 1; number <= 2; ++number) {
    ASSERT_TRUE(archive->write(exchange("http://a.example/1", "one")));
    ASSERT_TRUE(archive->flush(false));
    const fs::path file = archive->files().back();
    fs::rename(file, folder / ("moved" + std::to_string(number)));
    if (number == 2) std::ofstream(file) << "another file";
    ASSERT_TRUE(archive->flush(false));
    const auto lost = archive->take_lost();
    ASSERT_EQ(lost.size(), 1u);
    EXPECT_EQ(lost[0].file, number);
  }
  EXPECT_EQ(archive->end().file, 3u);
}

TEST(Archive, ARemovedFolderIsCreatedAgain) {
  const ScratchFolder folder;
  const fs::path inner = folder / "warc";
  const auto archive = open(inner);
  ASSERT_TRUE(archive->write(exchange("http://a.example/1", "one")));
  ASSERT_TRUE(archive->flush(false));
  fs::remove_all(inner);
  ASSERT_TRUE(archive->flush(true));
  EXPECT_EQ(archive->take_lost().size(), 1u);
  EXPECT_TRUE(fs::exists(inner / "freshet-000002.warc.gz"));
}

// Only files whose numbers are in the state are removed.
TEST(Archive, LaterFilesOfOthersAreKeptAndReported) {
  const ScratchFolder folder;
  ArchiveEnd end;
  {
    const auto archive = open(folder.path());
    ASSERT_TRUE(archive->write(exchange("http://a.example/1", "one")));
    ASSERT_TRUE(archive->flush(false));
    end = archive->end();
  }
  const fs::path own = folder / "freshet-000002.warc.gz";
  const fs::path foreign = folder / "freshet-000003.warc.gz";
  std::ofstream(own) << "own";
  std::ofstream(foreign) << "foreign";
  std::ofstream(folder / "notes.txt") << "foreign";
  const auto refused = Archive::open(folder.path(), end, {}, {.last = 2});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find(foreign.string()), std::string::npos);
  EXPECT_TRUE(fs::exists(own));

  fs::remove(foreign);
  EXPECT_TRUE(Archive::open(folder.path(), end, {}, {.last = 2}));
  EXPECT_FALSE(fs::exists(own));
  EXPECT_TRUE(fs::exists(folder / "notes.txt"));
}

TEST(Archive, ASymbolicLinkIsKeptAndReported) {
  const ScratchFolder folder;
  ArchiveEnd end;
  {
    const auto archive = open(folder.path());
    ASSERT_TRUE(archive->write(exchange("http://a.example/1", "one")));
    ASSERT_TRUE(archive->flush(false));
    end = archive->end();
  }
  const fs::path target = folder / "precious";
  std::ofstream(target) << "precious";
  fs::create_symlink(target, folder / "freshet-000002.warc.gz");
  EXPECT_FALSE(Archive::open(folder.path(), end, {}));
  fs::remove(folder / "freshet-000002.warc.gz");
  // The file that would be truncated is a link itself.
  fs::rename(folder / "freshet-000001.warc.gz", folder / "elsewhere");
  fs::create_symlink(folder / "elsewhere", folder / "freshet-000001.warc.gz");
  EXPECT_FALSE(Archive::open(folder.path(), end, {}));
  EXPECT_EQ(fs::file_size(target), 8u);
}

TEST(Archive, ANumberIsStoredBeforeItsFileIsCreated) {
  const ScratchFolder folder;
  std::vector<uint32_t> begun;
  bool can_store = true;
  OwnFiles own{.last = 0, .begin = [&](uint32_t number) -> Status {
                 EXPECT_FALSE(fs::exists(folder / "freshet-000001.warc.gz"));
                 if (!can_store) return fail("no room");
                 begun.push_back(number);
                 return Done{};
               }};
  auto archive = Archive::open(folder.path(), {}, {}, std::move(own));
  ASSERT_TRUE(archive);
  can_store = false;
  EXPECT_FALSE((*archive)->make_room());
  EXPECT_FALSE(fs::exists(folder / "freshet-000001.warc.gz"));
  can_store = true;
  EXPECT_TRUE((*archive)->make_room());
  EXPECT_EQ(begun, std::vector<uint32_t>{1});
}

TEST(Archive, AFolderThatCannotBeCreatedIsAnError) {
  const ScratchFolder folder;
  std::ofstream(folder / "file") << "x";
  const auto archive = Archive::open(folder / "file" / "warc", {}, {});
  ASSERT_FALSE(archive);
  EXPECT_NE(archive.error().message.find("file/warc"), std::string::npos);
}

}  // namespace
}  // namespace freshet::warc
