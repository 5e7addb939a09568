#include "warc/upload_mark.h"

#include <gtest/gtest.h>

#include <fstream>

#include "digest/sha.h"
#include "support/scratch_folder.h"
#include "warc/archive.h"
#include "warc/archive_folder.h"
#include "warc/recovery.h"

namespace freshet::warc {
namespace {

namespace fs = std::filesystem;

UploadMark mark_of(uint64_t bytes) {
  return {.url = "https://s3.example/b/x", .sha256 = digest::sha256("x"), .bytes = bytes};
}

Exchange exchange(const std::string& url) {
  return {.url = url,
          .date = Instant() + Duration::days(20'000),
          .reply_head = "HTTP/1.1 200 OK\r\nContent-Type: text/html",
          .body = "body"};
}

class UploadedArchive : public testing::Test {
 protected:
  // Writes an archive of one closed file, and returns its end.
  ArchiveEnd write_one(const ArchiveOptions& options = {}) {
    auto archive = Archive::open(folder_.path(), {}, options);
    EXPECT_TRUE(archive);
    EXPECT_TRUE((*archive)->write(exchange("http://a.test/")));
    EXPECT_TRUE((*archive)->flush(true));
    EXPECT_EQ((*archive)->last_complete(), 0u);
    EXPECT_TRUE((*archive)->close());
    EXPECT_EQ((*archive)->last_complete(), 1u);
    return (*archive)->end();
  }
  void upload_and_remove(uint32_t number, uint64_t bytes) {
    ASSERT_TRUE(write_upload_mark(folder_.path(), number, {}, mark_of(bytes)));
    fs::remove(folder_ / archive_name(number).string());
    fs::remove(folder_ / index_name(number).string());
  }

  ScratchFolder folder_;
};

TEST_F(UploadedArchive, MarksAreReadAsTheyWereWritten) {
  EXPECT_EQ(*read_upload_mark(folder_.path(), 1), std::nullopt);
  std::ofstream(folder_ / "freshet-a1-000001.uploaded.part") << "of an interrupted attempt";
  ASSERT_TRUE(write_upload_mark(folder_.path(), 1, "a1", mark_of(7)));
  EXPECT_EQ(*read_upload_mark(folder_.path(), 1, "a1"), mark_of(7));
  EXPECT_FALSE(fs::exists(folder_ / "freshet-a1-000001.uploaded.part"));
  EXPECT_EQ(*read_upload_mark(folder_.path(), 1), std::nullopt);
  EXPECT_EQ(*held_bytes(folder_.path(), 1, "a1"), 7u);
  EXPECT_EQ(*held_bytes(folder_.path(), 2, "a1"), std::nullopt);
}

TEST_F(UploadedArchive, AFileThatIsNoMarkIsAnError) {
  const std::string digest = digest::sha256("x").hex();
  for (const std::string& text :
       {std::string(), std::string("Freshet upload, version 2\n"),
        std::string("Freshet upload, version 1\nbytes: 1\n"),
        "Freshet upload, version 1\nbytes: x\nsha256: " + digest + "\n",
        "Freshet upload, version 1\nbytes: 1\nsha256: " + digest.substr(1) + "\n",
        "Freshet upload, version 1\nbytes: 1\nsha256: " + digest}) {
    std::ofstream(folder_ / "freshet-000001.uploaded") << text;
    EXPECT_FALSE(read_upload_mark(folder_.path(), 1)) << text;
    EXPECT_FALSE(held_bytes(folder_.path(), 1)) << text;
  }
}

TEST_F(UploadedArchive, FilesOfBothKindsAreHeldAndCounted) {
  for (const char* name : {"freshet-000002.warc.gz", "freshet-000003.warc.gz",
                           "freshet-000003.cdxj", "freshet-000004.warc.gz"}) {
    std::ofstream(folder_ / name) << "four";
  }
  ASSERT_TRUE(write_upload_mark(folder_.path(), 1, {}, mark_of(7)));
  ASSERT_TRUE(write_upload_mark(folder_.path(), 2, {}, mark_of(4)));
  EXPECT_EQ(*held_numbers(folder_.path()), (std::vector<uint32_t>{1, 2, 3, 4}));
  EXPECT_EQ(*archive_numbers(folder_.path()), (std::vector<uint32_t>{2, 3, 4}));
  const auto counted = count_uploads(folder_.path(), 0);
  ASSERT_TRUE(counted);
  EXPECT_EQ(counted->files, 2u);
  EXPECT_EQ(counted->bytes, 11u);
  EXPECT_EQ(counted->waiting_files, 1u);  // 4 is being written
  EXPECT_EQ(counted->waiting_bytes, 4u);
  EXPECT_EQ(count_uploads(folder_.path(), 4)->waiting_files, 2u);
}

TEST_F(UploadedArchive, AnUploadedLastFileIsNotContinued) {
  const ArchiveEnd end = write_one();
  upload_and_remove(1, end.bytes);
  // A file after a crash before the commit.
  std::ofstream(folder_ / "freshet-000002.warc.gz") << "uncommitted";
  auto archive = Archive::open(folder_.path(), end, {}, {.last = 2});
  ASSERT_TRUE(archive) << archive.error().message;
  EXPECT_FALSE(fs::exists(folder_ / "freshet-000002.warc.gz"));
  EXPECT_EQ((*archive)->end(), end);
  EXPECT_EQ((*archive)->last_complete(), 1u);
  const auto written = (*archive)->write(exchange("http://a.test/2"));
  ASSERT_TRUE(written);
  EXPECT_EQ(written->file, 2u);
  EXPECT_EQ((*archive)->last_complete(), 1u);
  ASSERT_TRUE((*archive)->close());
  EXPECT_FALSE(fs::exists(folder_ / "freshet-000001.warc.gz"));
}

TEST_F(UploadedArchive, AnUploadThatIsShorterThanTheStateExpectsIsAnError) {
  const ArchiveEnd end = write_one();
  upload_and_remove(1, end.bytes - 1);
  const auto archive = Archive::open(folder_.path(), end, {});
  ASSERT_FALSE(archive);
  EXPECT_NE(archive.error().message.find("https://s3.example/b/x"), std::string::npos);
}

TEST_F(UploadedArchive, AClosedFileIsContinuedOnlyIfTheOptionsSaySo) {
  const ArchiveEnd end = write_one();
  {
    auto archive = Archive::open(folder_.path(), end, {.continues_closed = false});
    ASSERT_TRUE(archive);
    EXPECT_EQ((*archive)->last_complete(), 1u);
    EXPECT_TRUE(fs::exists(folder_ / "freshet-000001.cdxj"));
  }
  auto archive = Archive::open(folder_.path(), end, {});
  ASSERT_TRUE(archive);
  EXPECT_EQ((*archive)->last_complete(), 0u);
  EXPECT_FALSE(fs::exists(folder_ / "freshet-000001.cdxj"));
}

// The index is older than the records that a crash has left behind the end.
TEST_F(UploadedArchive, AClosedFileWithUncommittedRecordsIsCutAndContinued) {
  const ArchiveEnd end = write_one();
  std::ofstream(folder_ / "freshet-000001.warc.gz", std::ios::app) << "uncommitted";
  auto archive = Archive::open(folder_.path(), end, {.continues_closed = false});
  ASSERT_TRUE(archive);
  EXPECT_EQ((*archive)->last_complete(), 0u);
  EXPECT_EQ(fs::file_size(folder_ / "freshet-000001.warc.gz"), end.bytes);
}

TEST_F(UploadedArchive, AnUploadedFileSurvivesAPowerFailure) {
  const ArchiveEnd end = write_one();
  upload_and_remove(1, end.bytes);
  EXPECT_EQ(*surviving_end(folder_.path(), end, {.file = 2, .bytes = 10}), end);
}

TEST_F(UploadedArchive, AnAbsentFileIsOpenedInObjectStorageOrTheErrorSaysWhereItIs) {
  const ArchiveEnd end = write_one();
  EXPECT_TRUE(open_held(folder_.path(), 1, {}, {}));
  upload_and_remove(1, end.bytes);
  const auto refused = open_held(folder_.path(), 1, {}, {});
  ASSERT_FALSE(refused);
  EXPECT_TRUE(is_outage(refused.error()));
  EXPECT_FALSE(is_outage(open_held(folder_.path(), 2, {}, {}).error()));
  EXPECT_NE(refused.error().message.find("was uploaded to https://s3.example/b/x"),
            std::string::npos);
  std::string asked;
  EXPECT_FALSE(open_held(folder_.path(), 1, {}, [&](const std::string& name) {
    asked = name;
    return fail("not there either");
  }));
  EXPECT_EQ(asked, "freshet-000001.warc.gz");
}

}  // namespace
}  // namespace freshet::warc
