#include "convert/entry_pipeline.h"

#include <algorithm>

#include "convert/ids.h"
#include "convert/recording_writer.h"
#include "gtest/gtest.h"

namespace freshet::convert {
namespace {

class Pipeline : public testing::Test {
 protected:
  Pipeline() {
    for (uint64_t page = 1; page <= 100; ++page) ids_.assign_page(key(page));
  }
  static store::PageKey key(uint64_t page) { return {.site = {1}, .page = {page}}; }

  Job job(uint64_t page, bool refresh = false) const {
    Job job{.key = key(page), .refresh = refresh};
    job.entry.page.id = ids_.page(job.key);
    return job;
  }

  std::unique_ptr<store::Store> store_ = store::make_memory_store();
  Ids ids_ = Ids::load(*store_).value();
  SiteBoilerplate boilerplate_;
  const ConvertOptions options_{.threads = 3};
  RecordingWriter writer_;
  ConvertProgress progress_;
  ConvertSummary summary_;
  EntryPipeline pipeline_{
      {*store_, ids_, boilerplate_, options_.communities}, options_, writer_, progress_, summary_};
};

TEST_F(Pipeline, WritesEachPageOnceWhateverTheThreads) {
  for (uint64_t page = 1; page <= 100; ++page) ASSERT_TRUE(pipeline_.submit(job(page)));
  EXPECT_TRUE(writer_.put_pages.empty());
  ASSERT_TRUE(pipeline_.finish());
  ASSERT_EQ(writer_.put_pages.size(), 100U);
  EXPECT_EQ(summary_.put, 100U);
  EXPECT_EQ(progress_.written, 100U);
  std::sort(writer_.put_pages.begin(), writer_.put_pages.end());
  for (uint64_t page = 1; page <= 100; ++page) {
    EXPECT_EQ(writer_.put_pages[page - 1], ids_.page(key(page)));
  }
}

TEST_F(Pipeline, RowsWhoseContentIsUnchangedAreRefreshed) {
  ASSERT_TRUE(pipeline_.submit(job(1, true)));
  ASSERT_TRUE(pipeline_.submit(job(2)));
  ASSERT_TRUE(pipeline_.finish());
  EXPECT_EQ(writer_.refreshed, std::vector<int64_t>{ids_.page(key(1))});
  EXPECT_EQ(writer_.put_pages, std::vector<int64_t>{ids_.page(key(2))});
  EXPECT_EQ(summary_.refreshed, 1U);
}

TEST(ArchiveOrder, PagesThatAreNotInTheArchiveComeLast) {
  EXPECT_TRUE(is_before({.file = 1}, {.file = 2}));
  EXPECT_TRUE(is_before({.file = 2}, {.file = 0}));
  EXPECT_FALSE(is_before({.file = 0}, {.file = 2}));
}

}  // namespace
}  // namespace freshet::convert
