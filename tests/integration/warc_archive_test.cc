// Tests of the sample archive after writing and reading: framing, digests, links between records,
// index.
#include <map>
#include <memory>
#include <sstream>

#include "digest/sha.h"
#include "gtest/gtest.h"
#include "json/read.h"
#include "sample_archive.h"
#include "support/scratch_folder.h"
#include "support/suite.h"
#include "text/ascii.h"
#include "warc/reader.h"

namespace freshet {
namespace {

namespace fs = std::filesystem;
using warc::FoundRecord;
using warc::RecordType;

class WarcArchive : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<ScratchFolder>();
    const auto written = test::write_sample_archive(folder_->path());
    ASSERT_TRUE(written) << written.error().message;
    files() = *written;
    for (const auto& file : files()) {
      auto reader = warc::Reader::open(file);
      ASSERT_TRUE(reader);
      while (true) {
        auto found = reader->next();
        ASSERT_TRUE(found) << file << " at " << found.error().offset << ": "
                           << found.error().message;
        if (!*found) break;
        records().push_back(std::move(**found));
        file_of().push_back(file);
      }
    }
  }
  static void TearDownTestSuite() { folder_.reset(); }

  static inline std::unique_ptr<ScratchFolder> folder_;
  static std::vector<fs::path>& files() {
    static std::vector<fs::path> all;
    return all;
  }
  static std::vector<FoundRecord>& records() {
    static std::vector<FoundRecord> all;
    return all;
  }
  static std::vector<fs::path>& file_of() {
    static std::vector<fs::path> all;
    return all;
  }
  // Returns responses and revisits in the order of visits.
  static std::vector<const FoundRecord*> replies() {
    std::vector<const FoundRecord*> all;
    for (const auto& found : records()) {
      const auto type = found.record.type;
      if (type == RecordType::kResponse || type == RecordType::kRevisit) all.push_back(&found);
    }
    return all;
  }
};

std::string field(const FoundRecord& found, std::string_view name) {
  return std::string(found.record.field(name).value_or("(none)"));
}

std::string_view http_head(const FoundRecord& found) {
  const std::string_view block = found.record.block;
  return block.substr(0, block.find("\r\n\r\n"));
}
std::string_view http_body(const FoundRecord& found) {
  const std::string_view block = found.record.block;
  return block.substr(block.find("\r\n\r\n") + 4);
}

TEST_F(WarcArchive, EveryRecordIsOneMemberThatEndsWhereTheNextBegins) {
  std::map<fs::path, uint64_t> end;
  for (size_t i = 0; i < records().size(); ++i) {
    const FoundRecord& found = records()[i];
    EXPECT_EQ(found.offset, end[file_of()[i]]);
    EXPECT_GT(found.length, 0u);
    EXPECT_TRUE(found.complete);
    EXPECT_EQ(found.version, "1.1");
    EXPECT_EQ(found.remarks, std::vector<std::string>());
    end[file_of()[i]] += found.length;
  }
  ASSERT_GE(files().size(), 2u);
  for (const auto& file : files()) EXPECT_EQ(end[file], fs::file_size(file)) << file;
}

TEST_F(WarcArchive, EachFileBeginsWithItsOwnWarcinfo) {
  for (size_t i = 0; i < records().size(); ++i) {
    const bool first = i == 0 || file_of()[i] != file_of()[i - 1];
    EXPECT_EQ(records()[i].record.type == RecordType::kWarcinfo, first) << i;
    if (!first) continue;
    EXPECT_EQ(field(records()[i], "WARC-Filename"), file_of()[i].filename().string());
    EXPECT_NE(records()[i].record.block.find("software: freshet/test\r\n"), std::string::npos);
  }
}

TEST_F(WarcArchive, IdsAreUniqueAndLinksNameTheReplyInTheSameFile) {
  std::map<std::string, size_t> seen;
  for (size_t i = 0; i < records().size(); ++i) {
    const std::string id = field(records()[i], "WARC-Record-ID");
    EXPECT_TRUE(seen.emplace(id, i).second) << id;
    EXPECT_EQ(id.size(), 47u);
    const auto type = records()[i].record.type;
    if (type != RecordType::kRequest && type != RecordType::kMetadata) continue;
    const auto reply = seen.find(field(records()[i], "WARC-Concurrent-To"));
    ASSERT_NE(reply, seen.end());
    EXPECT_EQ(file_of()[reply->second], file_of()[i]);
    EXPECT_EQ(records()[reply->second].record.target_uri(), records()[i].record.target_uri());
    EXPECT_EQ(records()[reply->second].record.date(), records()[i].record.date());
  }
}

TEST_F(WarcArchive, BlocksWithoutABodyHaveTheirOwnDigest) {
  for (const auto& found : records()) {
    const bool has_body = found.record.type == RecordType::kResponse && !http_body(found).empty();
    if (has_body) {
      EXPECT_EQ(field(found, "WARC-Block-Digest"), "(none)");
      continue;
    }
    EXPECT_EQ(field(found, "WARC-Block-Digest"),
              "sha256:" + digest::sha256(found.record.block).hex());
  }
}

TEST_F(WarcArchive, RepliesHoldWhatWasReceived) {
  const auto visits = test::sample_visits();
  const auto found = replies();
  ASSERT_EQ(found.size(), visits.size());
  for (size_t i = 0; i < visits.size(); ++i) {
    SCOPED_TRACE(visits[i].name);
    const bool revisit = visits[i].original.has_value();
    EXPECT_EQ(found[i]->record.type, revisit ? RecordType::kRevisit : RecordType::kResponse);
    EXPECT_EQ(found[i]->record.target_uri(), visits[i].url);
    EXPECT_EQ(found[i]->record.date(), test::sample_date(i));
    EXPECT_EQ(http_body(*found[i]), revisit ? "" : visits[i].body);
    EXPECT_EQ(field(*found[i], "WARC-IP-Address"), visits[i].address);
    EXPECT_EQ(field(*found[i], "WARC-Truncated"), visits[i].truncated ? "length" : "(none)");
    if (!visits[i].not_modified) {
      EXPECT_EQ(field(*found[i], "WARC-Payload-Digest"),
                "sha256:" + digest::sha256(visits[i].body).hex());
    }
  }
}

TEST_F(WarcArchive, RevisitsNameTheirOriginal) {
  const auto visits = test::sample_visits();
  const auto found = replies();
  int seen = 0;
  for (size_t i = 0; i < visits.size(); ++i) {
    if (!visits[i].original) continue;
    ++seen;
    EXPECT_EQ(field(*found[i], "WARC-Refers-To-Target-URI"), visits[*visits[i].original].url);
    EXPECT_EQ(field(*found[i], "WARC-Refers-To-Date"),
              field(*found[*visits[i].original], "WARC-Date"));
    EXPECT_EQ(field(*found[i], "WARC-Profile"),
              std::string("http://netpreserve.org/warc/1.1/revisit/") +
                  (visits[i].not_modified ? "server-not-modified" : "identical-payload-digest"));
  }
  EXPECT_EQ(seen, 2);
}

TEST_F(WarcArchive, HeadsAreInAFormThatReadersAccept) {
  const auto visits = test::sample_visits();
  const auto found = replies();
  for (size_t i = 0; i < visits.size(); ++i) {
    const std::string_view head = http_head(*found[i]);
    EXPECT_TRUE(head.starts_with("HTTP/1.")) << head;
    EXPECT_EQ(head.find("\nTransfer-Encoding"), std::string_view::npos);
    if (visits[i].name == "chunked") {
      EXPECT_NE(head.find("\r\nx-orig-transfer-encoding: chunked"), std::string_view::npos) << head;
    }
    if (visits[i].name == "HTTP/2") {
      EXPECT_TRUE(head.starts_with("HTTP/1.1 200 \r\n")) << head;
      EXPECT_EQ(field(*found[i], "WARC-Protocol"), "h2");
    }
    if (visits[i].name == "line feeds only") {
      EXPECT_EQ(head, "HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\nX: y");
    }
  }
}

TEST_F(WarcArchive, TheIndexIsSortedAndLeadsToEachReply) {
  size_t lines = 0;
  json::Reader json_reader;
  for (const auto& file : files()) {
    std::string name = file.filename().string();
    const fs::path index = *folder_ / (name.substr(0, name.find('.')) + ".cdxj");
    std::istringstream text(test::read_file(index));
    std::string previous;
    auto reader = warc::Reader::open(file);
    ASSERT_TRUE(reader);
    for (std::string line; std::getline(text, line); previous = line) {
      ++lines;
      EXPECT_LT(previous, line);
      const auto entry = json_reader.read(line.substr(line.find('{')));
      ASSERT_TRUE(entry) << line;
      EXPECT_EQ((*entry)["filename"].string(), name);
      reader->seek(std::stoull(std::string(*(*entry)["offset"].string())));
      const auto found = reader->next();
      ASSERT_TRUE(found && *found) << line;
      EXPECT_EQ((**found).record.target_uri(), (*entry)["url"].string());
      EXPECT_EQ(std::to_string((**found).length), (*entry)["length"].string());
      const bool revisit = (**found).record.type == RecordType::kRevisit;
      EXPECT_EQ((*entry)["mime"].string() == "warc/revisit", revisit);
      const std::string_view head = http_head(**found);
      EXPECT_EQ((*entry)["status"].string(), head.substr(head.find(' ') + 1, 3));
      if (const auto digest = (**found).record.field("WARC-Payload-Digest")) {
        EXPECT_EQ((*entry)["digest"].string(), digest);
      }
    }
  }
  EXPECT_EQ(lines, test::sample_visits().size());
}

}  // namespace
}  // namespace freshet
