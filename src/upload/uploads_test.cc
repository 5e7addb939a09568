#include "upload/uploads.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "fetch/memory_objects.h"
#include "support/scratch_folder.h"
#include "warc/archive_folder.h"

namespace freshet::upload {
namespace {

namespace fs = std::filesystem;

class UploadsTest : public testing::Test {
 protected:
  void write(uint32_t number, const std::string& content) const {
    std::ofstream(path(warc::archive_name(number))) << content;
    std::ofstream(path(warc::index_name(number))) << "index of " << content;
  }
  fs::path path(const fs::path& name) const { return folder_ / name.string(); }
  bool is_local(uint32_t number) const { return fs::exists(path(warc::archive_name(number))); }
  bool is_marked(uint32_t number) const {
    const auto mark = warc::read_upload_mark(folder_.path(), number);
    return mark && mark->has_value();
  }
  Uploads uploads(bool keep_local = false) {
    return Uploads({.folder = folder_.path(), .keep_local = keep_local}, storage_);
  }
  // Expects that file 1 cannot be uploaded, with these words in the error, and is still there.
  void expect_kept(const std::string& words) {
    const Status status = uploads().upload_up_to(1);
    ASSERT_FALSE(status);
    EXPECT_NE(status.error().message.find(words), std::string::npos) << status.error().message;
    EXPECT_TRUE(is_local(1));
    EXPECT_FALSE(is_marked(1));
  }

  ScratchFolder folder_;
  fetch::MemoryObjects storage_;
};

TEST_F(UploadsTest, CompleteFilesAreUploadedInOrderWithTheirIndexesAndRemoved) {
  for (const uint32_t number : {2, 1, 3}) write(number, "content " + std::to_string(number));
  std::vector<std::string> order;
  storage_.before_put = [&](const std::string& name) -> Status {
    order.push_back(name);
    return Done{};
  };
  Uploads all = uploads();
  EXPECT_EQ(all.status().waiting_files, 3u);
  ASSERT_TRUE(all.upload_up_to(2));
  EXPECT_EQ(order, (std::vector<std::string>{"freshet-000001.warc.gz", "freshet-000001.cdxj",
                                             "freshet-000002.warc.gz", "freshet-000002.cdxj"}));
  EXPECT_EQ(storage_.objects["freshet-000002.warc.gz"].bytes, "content 2");
  EXPECT_EQ(storage_.objects["freshet-000002.cdxj"].bytes, "index of content 2");
  EXPECT_FALSE(is_local(1) || is_local(2) || fs::exists(path("freshet-000001.cdxj")));
  EXPECT_TRUE(is_local(3) && is_marked(1) && is_marked(2) && !is_marked(3));
  const warc::UploadStatus status = all.status();
  EXPECT_EQ(status.files, 2u);
  EXPECT_EQ(status.bytes, 18u);
  EXPECT_EQ(status.waiting_files, 1u);  // 3 has an index, but the state does not know its end yet
  const auto mark = warc::read_upload_mark(folder_.path(), 1);
  EXPECT_EQ((*mark)->bytes, 9u);
  EXPECT_EQ((*mark)->sha256, digest::sha256("content 1"));
  EXPECT_EQ((*mark)->url, "memory://freshet-000001.warc.gz");
}

TEST_F(UploadsTest, FilesAreKeptIfTheOptionsSaySoAndRemovedWhenThatChanges) {
  write(1, "content");
  ASSERT_TRUE(uploads(true).upload_up_to(1));
  ASSERT_TRUE(uploads(true).upload_up_to(1));
  EXPECT_TRUE(is_local(1) && is_marked(1));
  EXPECT_EQ(storage_.puts, 2u);
  ASSERT_TRUE(uploads(false).upload_up_to(1));
  EXPECT_FALSE(is_local(1));
  EXPECT_EQ(storage_.puts, 2u);
}

TEST_F(UploadsTest, AFileThatTheStorageHasAlreadyIsNotPutAgain) {
  write(1, "content");
  ASSERT_TRUE(uploads(true).upload_up_to(1));
  fs::remove(path("freshet-000001.uploaded"));  // as after a crash before the mark was written
  ASSERT_TRUE(uploads().upload_up_to(1));
  EXPECT_EQ(storage_.puts, 3u);  // the archive file, and its index twice
  EXPECT_FALSE(is_local(1));
}

TEST_F(UploadsTest, WhatOnlySaysThatItIsOursIsPutAgain) {
  write(1, "content");
  storage_.after_put = [](auto& object) { object.computed_sha256.reset(); };
  ASSERT_TRUE(uploads(true).upload_up_to(1));
  fs::remove(path("freshet-000001.uploaded"));
  storage_.objects["freshet-000001.warc.gz"].bytes = "damaged";
  ASSERT_TRUE(uploads().upload_up_to(1));
  EXPECT_EQ(storage_.objects["freshet-000001.warc.gz"].bytes, "content");
}

TEST_F(UploadsTest, AnObjectOfAnotherCollectionIsNotReplaced) {
  write(1, "content");
  write(2, "other content");
  storage_.objects["freshet-000001.warc.gz"] = {.bytes = "foreign", .etag = "x"};
  const Status status = uploads().upload_up_to(2);
  ASSERT_FALSE(status);
  EXPECT_NE(status.error().message.find("another collection"), std::string::npos);
  EXPECT_EQ(storage_.objects["freshet-000001.warc.gz"].bytes, "foreign");
  EXPECT_TRUE(is_local(1));
  EXPECT_FALSE(is_local(2));  // the next file is uploaded all the same
}

TEST_F(UploadsTest, AnObjectOfAnotherSizeLetsTheLocalFileStay) {
  write(1, "content");
  storage_.after_put = [](auto& object) { object.bytes += "x"; };
  expect_kept("it has 8 of 7 bytes");
}

TEST_F(UploadsTest, AnotherChecksumLetsTheLocalFileStay) {
  write(1, "content");
  storage_.after_put = [](auto& object) { object.computed_sha256 = digest::sha256("y"); };
  expect_kept("another checksum");
}

TEST_F(UploadsTest, AnotherETagLetsTheLocalFileStay) {
  write(1, "content");
  storage_.after_put = [](auto& object) { object.etag = "another"; };
  expect_kept("another ETag");
}

TEST_F(UploadsTest, AStorageThatGivesNoEvidenceLetsTheLocalFileStay) {
  write(1, "content");
  storage_.after_put = [](auto& object) {
    object.etag.clear();
    object.computed_sha256.reset();
  };
  expect_kept("neither a checksum nor an ETag");
}

TEST_F(UploadsTest, AnObjectThatIsGoneAfterTheUploadLetsTheLocalFileStay) {
  write(1, "content");
  size_t heads = 0;
  storage_.before_head = [&](const std::string& name) -> Status {
    if (++heads == 2) storage_.objects.erase(name);
    return Done{};
  };
  expect_kept("it is not there");
}

TEST_F(UploadsTest, AnOutageEndsTheAttemptAndIsReported) {
  write(1, "content");
  write(2, "content");
  storage_.before_put = [](const std::string&) -> Status {
    return Unexpected(Error{"no answer", ErrorKind::kUnavailable});
  };
  Uploads all = uploads();
  EXPECT_FALSE(all.upload_up_to(2));
  EXPECT_EQ(storage_.puts, 1u);
  EXPECT_EQ(all.status().last_error, "no answer");
  storage_.before_put = nullptr;
  EXPECT_TRUE(all.upload_up_to(2));
  EXPECT_EQ(all.status().last_error, "");
  EXPECT_EQ(all.status().files, 2u);
}

TEST_F(UploadsTest, ALocalFileThatDiffersFromItsMarkIsKept) {
  write(1, "content");
  ASSERT_TRUE(uploads(true).upload_up_to(1));
  write(1, "changed");
  const Status status = uploads().upload_up_to(1);
  ASSERT_FALSE(status);
  EXPECT_NE(status.error().message.find("differs from what was uploaded"), std::string::npos);
  EXPECT_TRUE(is_local(1));
}

TEST_F(UploadsTest, BeforeALaterRemovalTheStorageIsAskedAgain) {
  write(1, "content");
  ASSERT_TRUE(uploads(true).upload_up_to(1));
  auto& object = storage_.objects["freshet-000001.warc.gz"];
  object.computed_sha256 = digest::sha256("damaged");
  EXPECT_FALSE(uploads().upload_up_to(1));
  EXPECT_TRUE(is_local(1));
  storage_.objects.clear();  // somebody has removed it
  EXPECT_TRUE(uploads().upload_up_to(1));
  EXPECT_EQ(storage_.objects["freshet-000001.warc.gz"].bytes, "content");
  EXPECT_FALSE(is_local(1));
}

TEST_F(UploadsTest, ASymbolicLinkIsUploadedAndStays) {
  write(1, "content");
  fs::rename(path("freshet-000001.warc.gz"), folder_ / "elsewhere");
  fs::create_symlink(folder_ / "elsewhere", path("freshet-000001.warc.gz"));
  ASSERT_TRUE(uploads().upload_up_to(1));
  EXPECT_EQ(storage_.objects["freshet-000001.warc.gz"].bytes, "content");
  EXPECT_TRUE(is_local(1) && fs::exists(folder_ / "elsewhere"));
}

TEST_F(UploadsTest, FilesOfOtherAgentsAreLeftAlone) {
  write(1, "content");
  std::ofstream(path("freshet-a1-000001.warc.gz")) << "of an agent";
  Uploads of_agent({.folder = folder_.path(), .agent = "a1"}, storage_);
  ASSERT_TRUE(of_agent.upload_up_to(1));
  EXPECT_EQ(storage_.objects.size(), 1u);
  EXPECT_EQ(storage_.objects.begin()->first, "freshet-a1-000001.warc.gz");
}

}  // namespace
}  // namespace freshet::upload
