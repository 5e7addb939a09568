#include "warc/reader.h"

#include <fstream>

#include "gtest/gtest.h"
#include "support/scratch_folder.h"
#include "warc/member_packer.h"

namespace freshet::warc {
namespace {

std::string record_of(std::string_view block, std::string_view type = "resource") {
  return "WARC/1.0\r\nWARC-Type: " + std::string(type) +
         "\r\nContent-Length: " + std::to_string(block.size()) + "\r\n\r\n" + std::string(block) +
         "\r\n\r\n";
}

std::string packed(std::string_view text, int level = 6) {
  MemberPacker packer(level);
  std::string out;
  packer.pack(text, out);
  return out;
}

// Returns all results of a reader as text: the block of each record, and "!offset" for an error.
std::string results_of(Reader reader) {
  std::string results;
  while (true) {
    const auto found = reader.next();
    if (!found) {
      results += "!" + std::to_string(found.error().offset) + " ";
    } else if (*found) {
      results += (**found).record.block + " ";
    } else {
      return results;
    }
    if (results.size() > 100'000) return "no end";
  }
}
std::string read_all(std::string_view bytes, const ReaderLimits& limits = {}) {
  const std::string from_memory = results_of(Reader::of_bytes(bytes, limits));
  const ScratchFolder folder;
  std::ofstream(folder / "a") << bytes;
  auto reader = Reader::open(folder / "a", limits);
  EXPECT_TRUE(reader);
  EXPECT_EQ(results_of(std::move(*reader)), from_memory);
  return from_memory;
}

FoundRecord first(std::string_view bytes, const ReaderLimits& limits = {}) {
  auto found = Reader::of_bytes(bytes, limits).next();
  EXPECT_TRUE(found && *found);
  return found && *found ? std::move(**found) : FoundRecord();
}

TEST(Reader, ReadsPlainRecords) {
  EXPECT_EQ(read_all(record_of("one") + record_of("") + record_of("three")), "one  three ");
}

TEST(Reader, ReadsMemberAfterMember) {
  EXPECT_EQ(read_all(packed(record_of("one")) + packed(record_of("two"), 0)), "one two ");
}

TEST(Reader, AnEmptyFileHasNoRecords) {
  EXPECT_EQ(read_all(""), "");
  EXPECT_EQ(read_all("\r\n\r\n"), "");
  EXPECT_EQ(read_all(packed("")), "");
}

TEST(Reader, ReturnsOffsetAndLength) {
  const std::string one = packed(record_of("one"));
  const std::string two = packed(record_of(std::string(100'000, 'x')));
  const std::string file = one + two;
  Reader reader = Reader::of_bytes(file);
  auto found = reader.next();
  ASSERT_TRUE(found && *found);
  EXPECT_EQ((**found).offset, 0u);
  EXPECT_EQ((**found).length, one.size());
  found = reader.next();
  ASSERT_TRUE(found && *found);
  EXPECT_EQ((**found).offset, one.size());
  EXPECT_EQ((**found).length, two.size());

  const std::string plain = record_of("one") + record_of("two");
  Reader plain_reader = Reader::of_bytes(plain);
  found = plain_reader.next();
  EXPECT_EQ((**found).length, record_of("one").size() - 4);
  found = plain_reader.next();
  EXPECT_EQ((**found).offset, record_of("one").size());
}

TEST(Reader, SeeksToARecord) {
  const std::string one = packed(record_of("one"));
  const std::string file = one + packed(record_of("two"));
  Reader reader = Reader::of_bytes(file);
  reader.seek(one.size());
  EXPECT_EQ((**reader.next()).record.block, "two");
  EXPECT_FALSE(reader.next()->has_value());
  reader.seek(0);
  EXPECT_EQ((**reader.next()).record.block, "one");
  reader.seek(10 * file.size());
  EXPECT_FALSE(reader.next()->has_value());
}

TEST(Reader, ABlockIsCutAtTheLimit) {
  const std::string block(1'000'000, 'x');
  for (const std::string& file : {packed(record_of(block)) + packed(record_of("after")),
                                  record_of(block) + record_of("after")}) {
    const FoundRecord found = first(file, {.max_block_bytes = 10});
    EXPECT_EQ(found.record.block, "xxxxxxxxxx");
    EXPECT_EQ(found.block_bytes, block.size());
    EXPECT_FALSE(found.complete);
    EXPECT_EQ(read_all(file, {.max_block_bytes = 10}), "xxxxxxxxxx after ");
  }
}

TEST(Reader, ALongHeaderIsAnErrorAndTheNextRecordIsRead) {
  const std::string bad =
      "WARC/1.0\r\nX: " + std::string(5'000, 'x') + "\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
  const ReaderLimits limits{.max_head_bytes = 1'000};
  EXPECT_EQ(read_all(bad + record_of("two"), limits), "!0 two ");
  EXPECT_EQ(read_all(packed(bad) + packed(record_of("two")), limits), "!0 two ");
  const std::string endless = "WARC/1.0\r\n" + std::string(500'000, 'x');
  EXPECT_EQ(read_all(endless, limits), "!0 ");
  EXPECT_EQ(read_all(packed(endless), limits), "!0 ");
}

TEST(Reader, ADamagedMemberIsAnErrorAndTheNextIsRead) {
  const std::string one = packed(record_of("one"));
  const std::string two = packed(record_of(std::string(3'000, 'a') + "two"));
  const std::string three = packed(record_of("three"));
  const std::string at = std::to_string(one.size());
  for (size_t i = 3; i < two.size(); ++i) {
    if (i >= 4 && i < 10) continue;  // time, flags and system in the gzip header are not checked
    std::string damaged = two;
    damaged[i] ^= '\x55';
    const std::string read = read_all(one + damaged + three);
    EXPECT_EQ(read, "one !" + at + " three ") << "byte " << i;
  }
}

TEST(Reader, AMemberCutShortIsAnErrorAndTheNextIsRead) {
  const std::string one = packed(record_of("one"));
  const std::string two = packed(record_of("two and some more text of it"));
  for (size_t kept = 3; kept < two.size(); ++kept) {
    const std::string cut = one + two.substr(0, kept);
    const std::string at = std::to_string(one.size());
    EXPECT_EQ(read_all(cut), "one !" + at + " ") << kept;
    EXPECT_EQ(read_all(cut + one), "one !" + at + " one ") << kept;
  }
}

TEST(Reader, CompleteRecordsOfAPlainFileThatIsCutAreRead) {
  const std::string one = record_of("one");
  const std::string two = record_of("two");
  for (size_t kept = 1; kept < two.size(); ++kept) {
    const std::string read = read_all(one + two.substr(0, kept));
    const bool whole = kept >= two.size() - 4;
    EXPECT_EQ(read, whole ? "one two " : "one !" + std::to_string(one.size()) + " ") << kept;
  }
}

TEST(Reader, GarbageBetweenRecordsIsAnError) {
  EXPECT_EQ(read_all(record_of("one") + "garbage\r\n" + record_of("two")),
            "one !" + std::to_string(record_of("one").size()) + " two ");
  const std::string one = packed(record_of("one"));
  EXPECT_EQ(read_all(one + "garbage" + one), "one !" + std::to_string(one.size()) + " one ");
  EXPECT_EQ(read_all("garbage"), "!0 ");
  EXPECT_EQ(read_all(std::string(300'000, 'g') + "\n" + record_of("one")), "!0 one ");
}

TEST(Reader, ZerosAtTheEndAreIgnored) {
  EXPECT_EQ(read_all(packed(record_of("one")) + std::string(100'000, '\0')), "one ");
}

TEST(Reader, AWrongContentLengthIsReported) {
  std::string longer = record_of("one");
  longer.replace(longer.find(": 3"), 3, ": 9999");
  EXPECT_EQ(read_all(longer + record_of("two")), "!0 two ");
  // In a member it cannot reach into the next record.
  const FoundRecord found = first(packed(longer));
  EXPECT_FALSE(found.complete);
  EXPECT_EQ(found.record.block, "one\r\n\r\n");
  EXPECT_EQ(read_all(packed(longer) + packed(record_of("two"))), "one\r\n\r\n two ");

  std::string shorter = record_of("one");
  shorter.replace(shorter.find(": 3"), 3, ": 2");
  EXPECT_EQ(read_all(shorter + record_of("two")).substr(0, 4), "on !");
  EXPECT_FALSE(first(packed(shorter)).remarks.empty());
}

TEST(Reader, ContentLengthMayBeMissingInAMember) {
  const std::string text = "WARC/1.0\r\nWARC-Type: resource\r\n\r\nall of it\r\n\r\n";
  const FoundRecord found = first(packed(text));
  EXPECT_EQ(found.record.block, "all of it");
  EXPECT_EQ(found.block_bytes, 9u);
  EXPECT_EQ(read_all(text + record_of("two")), "!0 two ");
}

TEST(Reader, LineEndsAfterTheBlockMayBeMissing) {
  std::string bare = record_of("one");
  bare.resize(bare.size() - 4);
  EXPECT_EQ(read_all(bare + record_of("two")), "one two ");
  EXPECT_EQ(read_all(packed(bare) + packed(record_of("two"))), "one two ");
  EXPECT_EQ(first(bare).remarks.size(), 1u);
  EXPECT_TRUE(first(record_of("one")).remarks.empty());
}

TEST(Reader, SeveralRecordsInOneMemberAreAllRead) {
  const std::string file = packed(record_of("one") + record_of("two")) + packed(record_of("x"));
  EXPECT_EQ(read_all(file), "one two x ");
  EXPECT_EQ(first(file).length, 0u);
  EXPECT_FALSE(first(file).remarks.empty());
}

TEST(Reader, AMissingFileIsAnError) {
  const auto reader = Reader::open("/nonexistent.warc");
  ASSERT_FALSE(reader);
  EXPECT_EQ(reader.error().message, "opening /nonexistent.warc: No such file or directory");
}

TEST(Reader, AFolderIsOneError) {
  auto reader = Reader::open("/tmp");
  ASSERT_TRUE(reader);
  const auto found = reader->next();
  ASSERT_FALSE(found);
  EXPECT_NE(found.error().message.find("directory"), std::string::npos) << found.error().message;
  EXPECT_FALSE(reader->next()->has_value());
}

}  // namespace
}  // namespace freshet::warc
