#include "crawl/journal.h"

#include <gtest/gtest.h>

#include "crawl/archive_state.h"
#include "crawl/packing.h"
#include "support/manual_clock.h"
#include "support/scratch_folder.h"
#include "warc/archive_folder.h"

namespace freshet::crawl {
namespace {

constexpr store::PageKey kPage{{1}, {2}};

std::string incompressible(size_t size) {
  std::string bytes;
  for (uint64_t i = 0; bytes.size() < size; ++i) {
    bytes.push_back(static_cast<char>(digest::fingerprint(std::to_string(i)).value));
  }
  return bytes;
}

class JournalTest : public testing::Test {
 protected:
  JournalTest() {
    warc::ArchiveOptions options;
    archive_ = std::move(*warc::Archive::open(folder_ / "warc", {}, options));
  }

  std::unique_ptr<Journal> make(store::Store& store) {
    return std::make_unique<Journal>(
        store, *archive_,
        Journal::Options{.compression_level = 1, .sync_interval = Duration::seconds(2)},
        Journal::Hooks{.moment = [this] { return Journal::Moment{.now = clock_.now()}; },
                       .complete = [](store::Batch&) {}},
        log_);
  }
  // The page after admission and its first visit.
  void record(Journal& journal, store::PageState page) {
    journal.batch().admitted.push_back(
        {.key = page.key, .url = page.url, .next_visit = clock_.now()});
    page.next_visit = Instant::never();
    journal.record(std::move(page), clock_.now());
  }
  // Archives a visit and returns the page after it.
  static store::PageState archived(Journal& journal, store::PageState page, bool claims_content,
                                   const Completed& completed) {
    page.content = completed.reading->content;
    VisitRecord record{.page = std::move(page),
                       .archive = VisitRecord::Archive::kOwnRecord,
                       .claims_content = claims_content};
    journal.archive(record, completed);
    return record.page;
  }
  Completed answered(const std::string& body) {
    fetch::Reply reply;
    reply.status = 200;
    reply.reply_head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";
    reply.body = body;
    Completed completed{.at = clock_.now()};
    completed.reading.emplace();
    completed.reading->content = completed.reading->received_digest = digest::sha256(body);
    completed.packed = pack(writer_, reply,
                            {.url = "http://a.test/",
                             .at = clock_.now(),
                             .payload_digest = completed.reading->received_digest});
    completed.outcome = std::move(reply);
    return completed;
  }

  ScratchFolder folder_;
  test::ManualClock clock_{Instant::from_unix_seconds(1'790'000'000)};
  std::string lines_;
  telemetry::Log log_{{}, clock_, [this](std::string_view line) { lines_ += line; }};
  warc::VisitWriter writer_{1};
  std::unique_ptr<warc::Archive> archive_;
};

TEST_F(JournalTest, RecordedPagesAreInTheStoreAfterTheCommit) {
  const auto store = store::make_memory_store();
  const auto journal = make(*store);
  int commits = 0;
  journal->watch_commits([&](const store::Batch& batch) {
    ++commits;
    EXPECT_EQ(batch.visited.size(), 1u);
  });
  record(*journal, {.key = kPage, .url = "http://a.test/"});
  EXPECT_TRUE(journal->has_uncommitted(kPage.page));
  EXPECT_FALSE(store->page(kPage)->has_value());
  EXPECT_TRUE(journal->commit());
  EXPECT_TRUE(store->page(kPage)->has_value());
  EXPECT_FALSE(journal->has_uncommitted(kPage.page));
  EXPECT_TRUE(journal->commit()) << "there is nothing to write";
  EXPECT_EQ(commits, 1);
}

TEST_F(JournalTest, ACommitStoresTheEndOfTheArchive) {
  const auto store = store::make_memory_store();
  const auto journal = make(*store);
  const Completed completed = answered("<p>hello");
  const store::PageState page =
      archived(*journal, {.key = kPage, .url = "http://a.test/"}, true, completed);
  EXPECT_EQ(page.archived.file, 1u);
  EXPECT_TRUE(journal->has_archived(page, *completed.reading));
  record(*journal, page);
  ASSERT_TRUE(journal->commit());
  EXPECT_EQ(known_archive_end(*store).value(), archive_->end());
  EXPECT_EQ(store->original_of(page.content)->value().archived, page.archived);
}

TEST_F(JournalTest, ADuplicateRefersToTheOriginal) {
  const auto store = store::make_memory_store();
  const auto journal = make(*store);
  const Completed completed = answered(incompressible(100'000));
  const store::PageState first =
      archived(*journal, {.key = kPage, .url = "http://a.test/"}, true, completed);
  const auto bytes_of_first = archive_->end().bytes;
  const store::PageState second =
      archived(*journal, {.key = {{1}, {3}}, .url = "http://a.test/2", .duplicate_of = first.key},
               false, completed);
  EXPECT_GT(second.archived.offset, first.archived.offset);
  EXPECT_LT(archive_->end().bytes, bytes_of_first + 2'000) << "the body is not written again";
  EXPECT_FALSE(journal->has_archived(second, *completed.reading)) << "another page has it";
}

TEST_F(JournalTest, NothingIsLostWhileTheStoreCannotBeWritten) {
  const std::string state = folder_ / "state";
  const auto writable = store::open_rocksdb_store(state);
  ASSERT_TRUE(writable);
  const auto read_only = store::open_rocksdb_store_to_read(state);
  ASSERT_TRUE(read_only);
  const auto journal = make(**read_only);
  record(*journal, {.key = kPage, .url = "http://a.test/"});
  EXPECT_FALSE(journal->commit());
  EXPECT_TRUE(journal->is_stalled());
  EXPECT_FALSE(journal->commit());
  EXPECT_TRUE(journal->has_uncommitted(kPage.page));
  EXPECT_EQ(journal->batch().visited.size(), 1u);
  const auto first = lines_.find("nothing more is fetched");
  ASSERT_NE(first, std::string::npos) << lines_;
  EXPECT_EQ(lines_.find("nothing more is fetched", first + 1), std::string::npos)
      << "it is logged once";
}

TEST_F(JournalTest, NothingIsToBeCorrectedIfAnotherWriterHasTheShards) {
  const auto store = store::make_memory_store();
  const auto journal = make(*store);
  const auto held = store->take(store::ShardSet::all());
  ASSERT_TRUE(held);
  journal->batch().holding = *held;
  ASSERT_TRUE(store->take(store::ShardSet::all()));
  record(*journal, {.key = kPage, .url = "http://a.test/"});
  EXPECT_FALSE(journal->commit());
  EXPECT_TRUE(journal->is_stalled());
  EXPECT_EQ(lines_, "");
}

}  // namespace
}  // namespace freshet::crawl
