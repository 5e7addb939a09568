#include "crash/collection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "coding/content_coding.h"
#include "store/store.h"
#include "text/ascii.h"
#include "warc/reader.h"

namespace freshet::crash {
namespace {

namespace fs = std::filesystem;
using store::VisitResult;

constexpr std::string_view kArchiveEnding = ".warc.gz";

std::vector<fs::path> archive_files(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder / "warc")) {
    if (entry.path().string().ends_with(kArchiveEnding)) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// "freshet-000012.warc.gz"
uint32_t number_of(const fs::path& file) {
  return static_cast<uint32_t>(std::stoul(file.filename().string().substr(8)));
}

std::string_view content_coding(std::string_view head) {
  while (!head.empty()) {
    const size_t end = std::min(head.find("\r\n"), head.size());
    const std::string_view line = head.substr(0, end);
    constexpr std::string_view kName = "content-encoding: ";
    if (text::starts_with_ignoring_case(line, kName)) return line.substr(kName.size());
    head.remove_prefix(std::min(end + 2, head.size()));
  }
  return {};
}

// Checks the digests of a response record and returns the digest of the page's content.
digest::Digest256 content_of(const warc::Record& record, const std::string& where) {
  const std::string_view block = record.block;
  const size_t end = block.find("\r\n\r\n");
  if (end == std::string_view::npos) {
    ADD_FAILURE() << where << ": no end of the reply's head";
    return {};
  }
  const std::string_view body = block.substr(end + 4);
  EXPECT_EQ(record.field("WARC-Payload-Digest"), "sha256:" + digest::sha256(body).hex()) << where;
  const std::string_view coding = content_coding(block.substr(0, end));
  if (coding.empty()) return digest::sha256(body);
  return digest::sha256(coding::decode_content(body, coding, 64 << 20).bytes);
}

void read_archive(const fs::path& file, Collection& collection) {
  auto reader = warc::Reader::open(file);
  ASSERT_TRUE(reader) << reader.error().message;
  auto last = collection.replies.end();
  while (true) {
    const auto next = reader->next();
    if (!next) {
      ADD_FAILURE() << file << ", byte " << next.error().offset << ": " << next.error().message;
      continue;
    }
    if (!*next) return;
    const warc::FoundRecord& found = **next;
    const warc::Record& record = found.record;
    const std::string where = file.filename().string() + ", byte " + std::to_string(found.offset);
    EXPECT_TRUE(found.complete) << where;
    EXPECT_TRUE(found.remarks.empty()) << where << ": " << found.remarks.front();
    if (const auto block = record.field("WARC-Block-Digest")) {
      EXPECT_EQ(*block, "sha256:" + digest::sha256(record.block).hex()) << where;
    }
    // Metadata records follow the reply that they belong to.
    if (record.type == warc::RecordType::kMetadata && last != collection.replies.end()) {
      last->second.is_rules |= record.block.find("found-as: robots.txt") != std::string::npos;
    }
    const bool revisit = record.type == warc::RecordType::kRevisit;
    if (!revisit && record.type != warc::RecordType::kResponse) continue;
    ArchivedReply reply{.url = record.target_uri()};
    if (revisit)
      reply.original = record.field("WARC-Refers-To-Target-URI").value_or("");
    else
      reply.content = content_of(record, where);
    const store::ArchivePosition at{.file = number_of(file), .offset = found.offset};
    last = collection.replies.emplace(at, std::move(reply)).first;
  }
}

// Returns, for each page with content, the number of its states.
std::map<std::string, int> states_of(const Collection& collection) {
  std::map<std::string, int> states;
  for (const store::PageState& page : collection.pages) {
    const bool content = page.result == VisitResult::kNew || page.result == VisitResult::kDuplicate;
    if (content && !page.sitemap) ++states[page.url];
  }
  return states;
}

}  // namespace

Collection read_collection(const fs::path& folder) {
  Collection collection;
  auto store = store::open_rocksdb_store((folder / "state").string());
  EXPECT_TRUE(store) << store.error().message;
  if (!store) return collection;
  const Status read = (*store)->each_page([&](const store::PageState& page) {
    collection.pages.push_back(page);
    return true;
  });
  EXPECT_TRUE(read) << read.error().message;
  for (const fs::path& file : archive_files(folder)) read_archive(file, collection);
  return collection;
}

void expect_collected(const Collection& collection, const std::set<std::string>& urls) {
  const std::map<std::string, int> states = states_of(collection);
  std::vector<std::string> missing;
  for (const std::string& url : urls) {
    if (!states.contains(url)) missing.push_back(url);
  }
  EXPECT_TRUE(missing.empty()) << missing.size() << " of " << urls.size() << ", such as "
                               << missing.front();
  for (const auto& [url, times] : states) EXPECT_EQ(times, 1) << url;
}

void expect_collected_once(const Collection& collection, const std::set<std::string>& urls) {
  expect_collected(collection, urls);
  for (const auto& [url, times] : states_of(collection)) {
    EXPECT_TRUE(urls.contains(url)) << url << " must not be collected";
  }
}

void expect_state_and_archive_agree(const Collection& collection) {
  std::map<std::string, digest::Digest256> contents;  // of responses, by their addresses
  for (const auto& [place, reply] : collection.replies) {
    if (reply.original.empty() && !reply.is_rules) contents.emplace(reply.url, reply.content);
  }
  std::set<std::string> urls;
  size_t placed = 0;
  for (const store::PageState& page : collection.pages) {
    EXPECT_EQ(page.archived.file > 0, page.http_status > 0) << page.url;
    if (page.archived.file == 0) continue;
    ++placed;
    EXPECT_TRUE(urls.insert(page.url).second) << page.url << " is archived twice";
    const auto found = collection.replies.find(page.archived);
    if (found == collection.replies.end()) {
      ADD_FAILURE() << page.url << " is not in file " << page.archived.file << " at byte "
                    << page.archived.offset;
      continue;
    }
    const ArchivedReply& reply = found->second;
    EXPECT_EQ(reply.url, page.url);
    const auto content = contents.find(reply.original.empty() ? reply.url : reply.original);
    ASSERT_NE(content, contents.end()) << page.url << " refers to " << reply.original;
    EXPECT_EQ(content->second, page.content) << page.url;
  }
  const auto of_pages = std::ranges::count_if(
      collection.replies, [](const auto& archived) { return !archived.second.is_rules; });
  EXPECT_EQ(placed, static_cast<size_t>(of_pages)) << "pages of the state, replies in the archive";
}

void expect_indexes_are_complete(const fs::path& folder) {
  for (const fs::path& file : archive_files(folder)) {
    Collection replies;
    read_archive(file, replies);
    std::string index = file.string();
    index.replace(index.size() - kArchiveEnding.size(), kArchiveEnding.size(), ".cdxj");
    std::ifstream lines(index);
    EXPECT_TRUE(lines) << index;
    size_t count = 0;
    for (std::string line; std::getline(lines, line);) ++count;
    EXPECT_EQ(count, replies.replies.size()) << index;
  }
}

}  // namespace freshet::crash
