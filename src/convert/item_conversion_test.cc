#include "convert/item_conversion.h"

#include <gtest/gtest.h>

#include "collection/items.h"
#include "collection/keys.h"
#include "convert/recording_writer.h"
#include "support/manual_clock.h"

namespace freshet::convert {
namespace {

constexpr char kShop[] = R"(
name = "shop"
seeds = ["http://a.test/"]
[item]
patterns = ['^http://a\.test/\d+$']
[[item.field]]
name = "title"
selector = "h1"
[[item.field]]
name = "price"
selector = ".price"
type = "money"
[[item.record]]
name = "review"
each = ".review"
  [[item.record.field]]
  name = "stars"
  selector = ".stars"
  type = "number"
)";

std::string url_of(int page) {
  return "http://a.test/" + std::to_string(page);
}
store::PageKey key_of(int page) {
  return collection::page_key(url_of(page));
}

class ItemConversionTest : public testing::Test {
 protected:
  ItemConversionTest() {
    use_recipes({kShop});
    for (int page = 1; page <= 3; ++page) visit(page, 100);
    for (int page = 1; page <= 2; ++page) put(item(page, "cup"));
  }

  void commit(const store::Batch& batch) {
    ASSERT_TRUE(store_->commit(batch, store::Durability::kProcess));
  }
  void use_recipes(const std::vector<std::string>& recipes) {
    store::Batch batch;
    batch.facts.emplace_back(
        collection::kRecipesFact,
        collection::with_recipes("", extract::Recipes::parse(recipes).value()));
    commit(batch);
  }
  void visit(int page, int64_t at) {
    store::PageState state;
    state.key = key_of(page);
    state.url = url_of(page);
    state.result = store::VisitResult::kNew;
    state.first_seen = Instant::from_unix_seconds(1);
    state.last_visit = state.last_success = Instant::from_unix_seconds(at);
    store::Batch batch;
    batch.pages.push_back(state);
    commit(batch);
  }
  void put(const store::Item& item) {
    store::Batch batch;
    batch.items.push_back(item);
    commit(batch);
  }
  static store::Item item(int page, const std::string& title) {
    return {.page = key_of(page),
            .recipe = "shop",
            .key = url_of(page),
            .fields = R"({"title":")" + title + R"(","price":{"amount":"12.50","currency":"EUR"}})",
            .records = R"({"review":[{"stars":4},{}]})",
            .first_seen = Instant::from_unix_seconds(50)};
  }

  ConvertSummary convert(RecordingWriter& writer, const std::vector<int>& pages = {}) {
    std::vector<store::PageKey> keys;
    for (const int page : pages) keys.push_back(key_of(page));
    const auto summary = pages.empty() ? converter_.convert(writer, progress_)
                                       : converter_.convert(writer, progress_, keys);
    EXPECT_TRUE(summary) << summary.error().message;
    return summary.value_or(ConvertSummary());
  }
  // A writer to a target that has the rows that the first conversion puts.
  RecordingWriter converted() {
    RecordingWriter first;
    convert(first);
    RecordingWriter next;
    next.target = {.rebuild = false, .rebuild_items = false, .links_up_to = 3};
    next.stamps = first.put_stamps;
    return next;
  }
  static std::vector<std::string> urls(const RecordingWriter& writer) {
    std::vector<std::string> urls;
    for (const catalog::Item& item : writer.items) urls.push_back(item.url);
    std::sort(urls.begin(), urls.end());
    return urls;
  }
  using Urls = std::vector<std::string>;

  std::unique_ptr<store::Store> store_ = store::make_memory_store();
  test::ManualClock clock_;
  ConvertProgress progress_;
  Converter converter_ = Converter::open(*store_, {}, clock_).value();
};

TEST_F(ItemConversionTest, PutsAllItemsIntoNewTables) {
  RecordingWriter writer;
  EXPECT_EQ(convert(writer).items, 2U);
  ASSERT_EQ(writer.options.items.size(), 1U);
  EXPECT_EQ(writer.options.items[0].items.name, "item_shop");
  EXPECT_EQ(writer.options.items[0].records.at(0).name, "item_shop_review");
  ASSERT_EQ(urls(writer), (Urls{url_of(1), url_of(2)}));
  const catalog::Item& row = writer.items[0];
  EXPECT_EQ(row.recipe, 0U);
  EXPECT_GT(row.page, 0);
  EXPECT_EQ(row.key, row.url);
  EXPECT_EQ(row.first_seen, Instant::from_unix_seconds(50));
  EXPECT_EQ(row.last_seen, Instant::from_unix_seconds(100));
  EXPECT_EQ(row.verified_at, Instant::from_unix_seconds(100));
  EXPECT_EQ(row.cells, (extract::Cells{"cup", "12.50", "EUR"}));
  EXPECT_EQ(row.records, (std::vector<std::vector<extract::Cells>>{{{"4"}, {std::nullopt}}}));
  EXPECT_TRUE(writer.removed_items.empty());
}

TEST_F(ItemConversionTest, RemovesWhatDatabasesRefuse) {
  store::Item odd = item(1, R"(a\u0000b \"quoted\" \uD83C\uDF75)");
  odd.key = std::string("k\0\xFF", 3);
  odd.records = "not JSON";
  put(odd);
  RecordingWriter writer;
  convert(writer, {1});
  const auto row = std::find_if(writer.items.begin(), writer.items.end(),
                                [](const catalog::Item& item) { return item.url == url_of(1); });
  ASSERT_NE(row, writer.items.end());
  EXPECT_EQ(row->cells[0], "ab \"quoted\" \xF0\x9F\x8D\xB5");
  EXPECT_EQ(row->key, "k\xEF\xBF\xBD");
  EXPECT_EQ(row->records, (std::vector<std::vector<extract::Cells>>{{}}));
}

TEST_F(ItemConversionTest, LaterPutsOnlyItemsOfPagesWhoseRowsAreWritten) {
  RecordingWriter writer = converted();
  visit(2, 200);
  put(item(2, "pot"));
  visit(3, 200);
  EXPECT_EQ(convert(writer).items, 1U);
  ASSERT_EQ(urls(writer), Urls{url_of(2)});
  EXPECT_EQ(writer.items[0].cells[0], "pot");
  EXPECT_EQ(writer.items[0].last_seen, Instant::from_unix_seconds(200));
  // Page 3 has no item; the writer cannot know that it never had one.
  EXPECT_EQ(writer.removed_items.size(), 1U);
  RecordingWriter again = converted();
  EXPECT_EQ(convert(again).items, 0U);
  EXPECT_TRUE(again.removed_items.empty());
}

TEST_F(ItemConversionTest, PutsTheItemsOfTheGivenPages) {
  RecordingWriter writer = converted();
  convert(writer, {1, 3});
  EXPECT_EQ(urls(writer), Urls{url_of(1)});
  EXPECT_EQ(writer.removed_items.size(), 1U);
}

TEST_F(ItemConversionTest, PutsAllItemsIfTheTablesAreNewWhateverPagesAreGiven) {
  RecordingWriter writer = converted();
  writer.target.rebuild_items = true;
  convert(writer, {3});
  EXPECT_EQ(urls(writer), (Urls{url_of(1), url_of(2)}));
  EXPECT_TRUE(writer.put_pages.empty()) << "the rows of pages have not changed";
}

TEST_F(ItemConversionTest, ItemsOfRecipesThatAreGoneAreNotPut) {
  store::Item other = item(1, "cup");
  other.recipe = "other";
  put(other);
  RecordingWriter writer = converted();
  visit(1, 200);
  visit(2, 200);
  convert(writer);
  EXPECT_EQ(urls(writer), Urls{url_of(2)});
  EXPECT_EQ(writer.removed_items.size(), 1U);
  use_recipes({});
  RecordingWriter without = converted();
  visit(2, 300);
  EXPECT_EQ(convert(without).items, 0U);
  EXPECT_TRUE(without.options.items.empty());
  EXPECT_TRUE(without.removed_items.empty());
}

TEST_F(ItemConversionTest, ManyItemsArePutOnce) {
  constexpr int kPages = 1'000;
  for (int page = 3; page <= kPages; ++page) {
    visit(page, 100);
    put(item(page, "cup"));
  }
  RecordingWriter writer;
  EXPECT_EQ(convert(writer).items, size_t{kPages});
  Urls all = urls(writer);
  EXPECT_EQ(std::unique(all.begin(), all.end()) - all.begin(), kPages);
}

}  // namespace
}  // namespace freshet::convert
