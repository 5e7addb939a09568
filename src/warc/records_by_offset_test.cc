#include "warc/records_by_offset.h"

#include <fstream>

#include "gtest/gtest.h"
#include "support/scratch_folder.h"
#include "warc/member_packer.h"

namespace freshet::warc {
namespace {

std::string record_of(std::string_view block) {
  return "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: " + std::to_string(block.size()) +
         "\r\n\r\n" + std::string(block) + "\r\n\r\n";
}

std::string packed(std::string_view text, int level = 6) {
  MemberPacker packer(level);
  std::string out;
  packer.pack(text, out);
  return out;
}

// The functions formatted() format a result, to compare those of RecordsByOffset and Reader.
std::string formatted(const FoundRecord& found) {
  std::string all = found.version + " " + std::to_string(found.offset) + "+" +
                    std::to_string(found.length) + " " + std::to_string(found.block_bytes) +
                    (found.complete ? " complete " : " cut ") +
                    std::string(name(found.record.type)) + " " + found.record.block;
  for (const auto& [field, value] : found.record.fields)
    all.append("\n").append(field).append(value);
  for (const std::string& remark : found.remarks) all.append("\n").append(remark);
  return all;
}
std::string formatted(const ReadError& error) {
  return "!" + std::to_string(error.offset) + " " + error.message;
}

class RecordsByOffsetTest : public testing::Test {
 protected:
  void write(std::string_view bytes) { std::ofstream(path_) << bytes; }

  std::string at(uint64_t offset, const ReaderLimits& limits = {}) const {
    auto records = RecordsByOffset::open(path_, limits);
    EXPECT_TRUE(records);
    const auto found = records->at(offset);
    return found ? formatted(*found) : formatted(found.error());
  }
  std::string by_reader(uint64_t offset, const ReaderLimits& limits = {}) const {
    auto reader = Reader::open(path_, limits);
    EXPECT_TRUE(reader);
    reader->seek(offset);
    const auto found = reader->next();
    if (!found) return formatted(found.error());
    return *found ? formatted(**found)
                  : formatted(ReadError{offset, "the file ends before the record"});
  }

  ScratchFolder folder_;
  std::filesystem::path path_ = folder_ / "a.warc.gz";
};

TEST_F(RecordsByOffsetTest, RecordsCanBeReadInAnyOrder) {
  const std::string one = packed(record_of("one"));
  const std::string two = packed(record_of(std::string(100'000, 'x')), 1);
  const std::string three = packed(record_of(""), 0);
  write(one + two + three);
  auto records = RecordsByOffset::open(path_);
  ASSERT_TRUE(records);
  const uint64_t last = one.size() + two.size();
  EXPECT_EQ(records->at(last)->record.block, "");
  EXPECT_EQ(records->at(one.size())->record.block, std::string(100'000, 'x'));
  EXPECT_EQ(records->at(0)->record.block, "one");
  EXPECT_EQ(records->at(0)->length, one.size());
  EXPECT_EQ(records->at(one.size())->length, two.size());
  EXPECT_FALSE(records->at(last + three.size()));
  EXPECT_FALSE(records->at(uint64_t{1} << 62));
  EXPECT_EQ(records->at(0)->record.block, "one") << "after an error";
}

TEST_F(RecordsByOffsetTest, ResultsAreThoseOfAReader) {
  std::string longer = record_of("one");
  longer.replace(longer.find(": 3"), 3, ": 9");
  std::string shorter = record_of("one");
  shorter.replace(shorter.find(": 3"), 3, ": 2");
  const std::string bare = record_of("one").substr(0, record_of("one").size() - 4);
  for (const std::string& text :
       {record_of("one"), record_of("one") + record_of("two"), longer, shorter, bare,
        std::string("WARC/1.0\r\nWARC-Type: resource\r\n\r\nall of it\r\n\r\n"),
        std::string("WARC/9.9\r\nodd\r\nContent-Length: 1\r\n\r\nx\r\n\r\n"),
        "WARC/1.0\r\nX: " + std::string(3'000, 'x') + "\r\nContent-Length: 0\r\n\r\n\r\n\r\n",
        std::string("no record"), std::string(), record_of(std::string(20'000, 'x')),
        record_of(std::string(9 << 20, 'x'))}) {
    const std::string first = packed(record_of("first"));
    for (const std::string& file : {first + packed(text) + first, record_of("first") + text}) {
      write(file);
      const uint64_t offset = file.starts_with(first) ? first.size() : record_of("first").size();
      for (const ReaderLimits& limits :
           {ReaderLimits(), ReaderLimits{.max_head_bytes = 1'000, .max_block_bytes = 10'000}}) {
        EXPECT_EQ(at(offset, limits), by_reader(offset, limits)) << text.substr(0, 100);
      }
    }
  }
}

TEST_F(RecordsByOffsetTest, ResultsForDamagedMembersAreThoseOfAReader) {
  const std::string one = packed(record_of("one"));
  const std::string two = packed(record_of(std::string(3'000, 'a')));
  for (size_t i = 0; i < two.size(); ++i) {
    std::string damaged = two;
    damaged[i] ^= '\x55';
    write(one + damaged + one);
    EXPECT_EQ(at(one.size()), by_reader(one.size())) << "byte " << i;
    write(one + two.substr(0, i));
    EXPECT_EQ(at(one.size()), by_reader(one.size())) << "cut at " << i;
    EXPECT_EQ(at(one.size()).front(), '!');
  }
}

TEST_F(RecordsByOffsetTest, AMemberMayBeLongerThanTheBufferedPiece) {
  std::string noise;
  uint32_t state = 1;
  for (int i = 0; i < 700'000; ++i) noise += static_cast<char>((state = state * 69'069 + 1) >> 24);
  const std::string one = packed(record_of("one"));
  const std::string large = packed(record_of(noise));
  write(one + large + one);
  auto records = RecordsByOffset::open(path_);
  ASSERT_TRUE(records);
  EXPECT_EQ(records->at(0)->record.block, "one");
  EXPECT_EQ(records->at(one.size())->record.block, noise);
  EXPECT_EQ(records->at(one.size() + large.size())->record.block, "one");
}

TEST_F(RecordsByOffsetTest, RecordsThatAreAppendedLaterAreFound) {
  const std::string one = packed(record_of("one"));
  const std::string two = packed(record_of("two"));
  write(one + two.substr(0, 10));
  auto records = RecordsByOffset::open(path_);
  ASSERT_TRUE(records);
  EXPECT_TRUE(records->at(0));
  EXPECT_FALSE(records->at(one.size()));
  write(one + two);
  EXPECT_EQ(records->at(one.size())->record.block, "two");
}

TEST_F(RecordsByOffsetTest, AMissingFileIsAnError) {
  EXPECT_EQ(RecordsByOffset::open("/nonexistent.warc").error().message,
            "opening /nonexistent.warc: No such file or directory");
}

}  // namespace
}  // namespace freshet::warc
