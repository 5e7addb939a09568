#include "importance/written_ranks.h"

#include "collection/page_weight.h"
#include "gtest/gtest.h"
#include "importance/sample_pages.h"

namespace freshet::importance {
namespace {

store::PageState state_of(const store::Store& store, const std::string& url) {
  return **store.page(collection::page_key(url));
}

TEST(WrittenRanks, AreTheImportanceOfPagesWithAMeanOfOne) {
  const auto store = store::make_memory_store();
  store::PageState copy = page_of("http://a/copy");
  copy.duplicate_of = collection::page_key("http://a/");
  copy.importance = 3;
  store::PageState due = page_of("http://a/1");
  due.next_visit = Instant::from_unix_seconds(77);
  due.depth = 3;
  store_pages(*store, {page_of("http://a/"), due, copy}, {});
  const auto graph = read_collection_graph(*store);
  ASSERT_TRUE(graph);
  std::vector<double> ranks(2);
  ranks[*graph->number_of(collection::page_key("http://a/"))] = 0.75;
  ranks[*graph->number_of(collection::page_key("http://a/1"))] = 0.25;

  EXPECT_EQ(
      collection::weight_of(state_of(*store, "http://a/1"), collection::Importance::kLinks, 0),
      0.25)
      << "by depth";
  std::vector<std::string> reported;
  const auto written =
      write_ranks(*store, *graph, ranks, [&](const store::PageState& page, double rank) {
        reported.push_back(page.url + " " + std::to_string(rank));
      });
  ASSERT_TRUE(written);
  EXPECT_EQ(written->pages, 2u);
  EXPECT_EQ(written->changed, 3u);
  EXPECT_EQ(reported.size(), 2u);
  EXPECT_EQ(state_of(*store, "http://a/").importance, 1.5f);
  EXPECT_EQ(state_of(*store, "http://a/copy").importance, 0) << "its original has the rank";

  // Nothing else of a page changes, neither its state nor its entry in due().
  due.importance = 0.5;
  EXPECT_EQ(state_of(*store, "http://a/1"), due);
  EXPECT_EQ(collection::weight_of(due, collection::Importance::kLinks, 0), 0.5)
      << "the weight of its visits in a run";
  const auto waiting = store->due(due.key.site, Instant::from_unix_seconds(100), 10, std::nullopt);
  ASSERT_TRUE(waiting);
  EXPECT_TRUE(std::any_of(waiting->begin(), waiting->end(),
                          [&](const auto& one) { return one.key == due.key; }));

  EXPECT_EQ(write_ranks(*store, *graph, ranks, nullptr)->changed, 0u);
}

TEST(WrittenRanks, ManyPagesTakeSeveralBatches) {
  const auto store = store::make_memory_store();
  std::vector<store::PageState> pages;
  for (int i = 0; i < 10'000; ++i) pages.push_back(page_of("http://a/" + std::to_string(i)));
  store_pages(*store, pages, {});
  const auto graph = read_collection_graph(*store);
  ASSERT_TRUE(graph);
  const std::vector<double> ranks(pages.size(), 1.0 / static_cast<double>(pages.size()));
  EXPECT_EQ(write_ranks(*store, *graph, ranks, nullptr)->changed, pages.size());
  for (const auto& page : pages) EXPECT_EQ(state_of(*store, page.url).importance, 1);
}

}  // namespace
}  // namespace freshet::importance
