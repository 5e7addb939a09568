#include "upload/remote_archives.h"

#include <gtest/gtest.h>

#include "fetch/memory_objects.h"

namespace freshet::upload {
namespace {

constexpr size_t kMiB = 1 << 20;

// A text in which bytes at different places differ.
std::string text_of(size_t bytes) {
  std::string text(bytes, '\0');
  for (size_t i = 0; i < bytes; ++i) text[i] = static_cast<char>((i * 2'654'435'761U) >> 13);
  return text;
}

class RemoteArchivesTest : public testing::Test {
 protected:
  // Prepares the storage that the next open() uses.
  RemoteArchives archives() {
    return RemoteArchives([this] {
      auto storage = std::make_unique<fetch::MemoryObjects>();
      storage->objects["a"].bytes = content_;
      storage->before_head = [this](const std::string&) { return head_; };
      storage->before_get = [this](const std::string&, const fetch::ObjectRange& range) -> Status {
        ranges_.push_back(range);
        return get_;
      };
      storage_ = storage.get();
      return storage;
    });
  }
  std::string read(warc::RandomAccess& file, uint64_t offset, size_t bytes) {
    std::string into(bytes, '\0');
    const auto got = file.read_at(offset, into);
    EXPECT_TRUE(got);
    into.resize(got.value_or(size_t{0}));
    return into;
  }

  std::string content_ = text_of(20 * kMiB);
  Status head_ = Done{};
  Status get_ = Done{};
  std::vector<fetch::ObjectRange> ranges_;
  fetch::MemoryObjects* storage_ = nullptr;
};

TEST_F(RemoteArchivesTest, ReadsTheBytesOfTheObject) {
  RemoteArchives all = archives();
  const auto file = all.open("a");
  ASSERT_TRUE(file);
  EXPECT_EQ(*(*file)->size(), content_.size());
  uint64_t random = 7;
  for (int i = 0; i < 200; ++i) {
    random = random * 6'364'136'223'846'793'005U + 1;
    const uint64_t offset = (random >> 20) % (content_.size() + 1000);
    const size_t bytes = (random >> 40) % (2 * kMiB);
    const std::string wanted =
        offset < content_.size() ? content_.substr(offset, bytes) : std::string();
    ASSERT_EQ(read(**file, offset, bytes), wanted) << offset << " " << bytes;
  }
}

TEST_F(RemoteArchivesTest, ReadsThatFollowEachOtherTakeLargePieces) {
  RemoteArchives all = archives();
  const auto file = all.open("a");
  ASSERT_TRUE(file);
  for (uint64_t at = 0; at < content_.size(); at += 64 << 10) {
    ASSERT_EQ(read(**file, at, 64 << 10), content_.substr(at, 64 << 10));
  }
  EXPECT_LE(ranges_.size(), 7u);
  EXPECT_EQ(ranges_.front().bytes, kMiB / 2);
  for (const auto& range : ranges_) EXPECT_LE(range.bytes, 8 * kMiB);
  // A read elsewhere takes little again.
  ranges_.clear();
  EXPECT_EQ(read(**file, 100, 10), content_.substr(100, 10));
  ASSERT_EQ(ranges_.size(), 1u);
  EXPECT_EQ(ranges_[0].bytes, kMiB / 2);
}

TEST_F(RemoteArchivesTest, ThoseWhoReadTheSameFileShareItsBytes) {
  RemoteArchives all = archives();
  const auto one = all.open("a");
  const auto other = all.open("a");
  ASSERT_TRUE(one && other);
  read(**one, 0, 100);
  read(**other, 50, 100);
  EXPECT_EQ(ranges_.size(), 1u);
}

TEST_F(RemoteArchivesTest, AnOutageIsNotDamageAndTheNextOpenTriesAgain) {
  RemoteArchives all = archives();
  const auto file = all.open("a");
  ASSERT_TRUE(file);
  get_ = Unexpected(Error{"no answer", ErrorKind::kUnavailable});
  std::string into(10, '\0');
  EXPECT_FALSE((*file)->read_at(0, into));
  ASSERT_TRUE((*file)->outage());
  EXPECT_TRUE(warc::is_outage(*(*file)->outage()));
  get_ = Done{};
  const auto again = all.open("a");
  ASSERT_TRUE(again);
  EXPECT_FALSE((*again)->outage());
  EXPECT_EQ(read(**again, 0, 10), content_.substr(0, 10));
}

TEST_F(RemoteArchivesTest, AnObjectThatChangesWhileItIsReadIsAnOutage) {
  RemoteArchives all = archives();
  const auto file = all.open("a");
  ASSERT_TRUE(file);
  storage_->objects["a"].bytes.resize(100);
  std::string into(10, '\0');
  EXPECT_FALSE((*file)->read_at(0, into));
  EXPECT_TRUE((*file)->outage());
}

TEST_F(RemoteArchivesTest, AMissingObjectAndAnOutageAreDifferentErrors) {
  RemoteArchives all = archives();
  const auto missing = all.open("b");
  ASSERT_FALSE(missing);
  EXPECT_FALSE(warc::is_outage(missing.error()));
  EXPECT_NE(missing.error().message.find("neither here nor at memory://b"), std::string::npos);
  head_ = Unexpected(Error{"refused", ErrorKind::kDenied});
  const auto denied = all.open("a");
  ASSERT_FALSE(denied);
  EXPECT_TRUE(warc::is_outage(denied.error()));
}

}  // namespace
}  // namespace freshet::upload
