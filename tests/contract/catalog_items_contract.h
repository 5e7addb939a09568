#pragma once

#include <algorithm>

#include "contract/catalog_writer_contract.h"

namespace freshet::catalog {

using Rows = std::vector<std::string>;  // as test::CatalogRows has them

// The tests of items that every Writer must pass; run them as those of CatalogWriterContract.
template <typename Target>
class CatalogItemsContract : public CatalogWriterContract<Target> {
 protected:
  static ItemTables tables(const std::vector<extract::FieldShape>& more = {}) {
    using extract::FieldType;
    std::vector<extract::FieldShape> fields = {{.name = "title"},
                                               {.name = "stars", .type = FieldType::kNumber},
                                               {.name = "price", .type = FieldType::kMoney},
                                               {.name = "tags", .is_list = true}};
    fields.insert(fields.end(), more.begin(), more.end());
    const std::vector<extract::RecordShape> records = {
        {"review", {{.name = "stars", .type = FieldType::kNumber}, {.name = "text"}}}};
    std::vector<std::string> taken;
    return {extract::tables_of("shop", fields, records, taken),
            // Names that are words of SQL, or need quotes.
            extract::tables_of("news", {{.name = "select"}, {.name = "a\"b 'c'"}}, {}, taken)};
  }
  static WriteOptions options(const ItemTables& tables, bool full = false) {
    return {.collection = "c", .full = full, .items = tables};
  }
  static Item shop_item(int64_t page, const std::string& title) {
    return {.recipe = 0,
            .page = page,
            .key = "k" + std::to_string(page),
            .url = "http://a.test/" + std::to_string(page),
            .first_seen = Instant::from_unix_seconds(1),
            .last_seen = Instant::from_unix_seconds(3),
            .verified_at = Instant::from_unix_seconds(2),
            .gone_since = {},
            .unmatched_since = {},
            .cells = {title, "4.5", "12.50", "EUR", R"(["a","b"])"},
            .records = {{{"1", "bad"}, {std::nullopt, "good"}}}};
  }
  static Item news_item(int64_t page) {
    Item item = shop_item(page, "");
    item.recipe = 1;
    item.cells = {"x", std::nullopt};
    item.records = {};
    return item;
  }
  static std::string shop_row(int64_t page, const std::string& title) {
    const std::string id = std::to_string(page);
    return id + "|k" + id + "|http://a.test/" + id + "|1.000000|3.000000|2.000000|||" + title +
           "|4.5|12.5|EUR|[\"a\",\"b\"]|";
  }

  static void put_item(RowWriter& writer, const Item& item) {
    const Status put = writer.put(item);
    EXPECT_TRUE(put) << put.error().message;
  }
  // Two pages with items of a shop.
  void convert_items() {
    const auto writer = this->begin(true, options(tables()));
    this->put_site(*writer);
    for (const int64_t page : {1, 2}) this->put(*writer, this->entry(page, "text"));
    for (const int64_t page : {2, 1}) put_item(*writer, shop_item(page, "cup"));
    this->finish(*writer);
  }
  // Begins a later conversion, in which all items must be put or only those that changed.
  std::unique_ptr<Writer> begin_later(const ItemTables& tables, bool expect_all) {
    auto writer = this->target_->writer();
    const auto held = writer->begin(options(tables));
    EXPECT_TRUE(held) << held.error().message;
    if (held) {
      EXPECT_FALSE(held->rebuild);
      EXPECT_EQ(held->rebuild_items, expect_all);
    }
    return writer;
  }
  Rows rows_of(const std::string& table) { return this->target_->rows()[table]; }
};
TYPED_TEST_SUITE_P(CatalogItemsContract);

// Further tests, for targets that keep rows from one conversion to the next.
template <typename Target>
class CatalogItemsUpdateContract : public CatalogItemsContract<Target> {};
TYPED_TEST_SUITE_P(CatalogItemsUpdateContract);

TYPED_TEST_P(CatalogItemsContract, ItemsAreReadAsWritten) {
  const auto writer = this->begin(true, this->options(this->tables()));
  this->put_site(*writer);
  for (const int64_t page : {1, 2, 3}) this->put(*writer, this->entry(page, "text"));
  this->put_item(*writer, this->shop_item(1, "cup"));
  Item bare = this->shop_item(2, "");
  bare.key = "";
  bare.gone_since = Instant::from_unix_microseconds(4'500'000);
  bare.unmatched_since = Instant::from_unix_seconds(5);
  bare.cells = {std::nullopt, std::nullopt, std::nullopt, std::nullopt, std::nullopt};
  bare.records = {{}};
  this->put_item(*writer, bare);
  Item odd = this->news_item(3);
  odd.cells = {"SELECT", "a|\"quoted\" \\ it's\ttabbed\n\xF0\x9F\x8D\xB5"};
  this->put_item(*writer, odd);
  this->finish(*writer, 3);

  EXPECT_EQ(this->rows_of("item_shop"),
            (Rows{this->shop_row(1, "cup"),
                  "2||http://a.test/2|1.000000|3.000000|2.000000|4.500000|5.000000||||||"}));
  EXPECT_EQ(this->rows_of("item_shop_review"), (Rows{"1|1|1|bad|", "1|2||good|"}));
  EXPECT_EQ(this->rows_of("item_news"),
            (Rows{"3|k3|http://a.test/3|1.000000|3.000000|2.000000|||SELECT|a|\"quoted\" \\ "
                  "it's\ttabbed\n\xF0\x9F\x8D\xB5|"}));
}

TYPED_TEST_P(CatalogItemsContract, LongValuesAndManyRecordsAreKept) {
  const auto writer = this->begin(true, this->options(this->tables()));
  this->put_site(*writer);
  this->put(*writer, this->entry(1, "text"));
  const std::string text(10'000, 'x');
  Item item = this->shop_item(1, text);
  item.records[0].assign(1'000, extract::Cells{"-0.25", text});
  this->put_item(*writer, item);
  this->finish(*writer, 1);
  EXPECT_EQ(this->rows_of("item_shop"), Rows{this->shop_row(1, text)});
  const auto reviews = this->rows_of("item_shop_review");
  ASSERT_EQ(reviews.size(), 1'000U);
  EXPECT_EQ(std::count(reviews.begin(), reviews.end(), "1|1000|-0.25|" + text + "|"), 1);
}

TYPED_TEST_P(CatalogItemsContract, WithoutFinishItemsStay) {
  this->convert_items();
  const test::CatalogRows before = this->target_->rows();
  ASSERT_EQ(before.at("item_shop").size(), 2U);
  for (const bool full : {false, true}) {
    for (const ItemTables& tables : {this->tables({{.name = "more"}}), ItemTables()}) {
      const auto writer = this->begin(full, this->options(tables, full));
      if (!tables.empty()) this->put_item(*writer, this->news_item(1));
      EXPECT_EQ(this->target_->rows(), before) << "during the conversion";
    }
    EXPECT_EQ(this->target_->rows(), before);
  }
}

TYPED_TEST_P(CatalogItemsContract, AFullConversionReplacesTheItems) {
  this->convert_items();
  const auto writer = this->begin(true, this->options(this->tables(), true));
  this->put_site(*writer);
  this->put(*writer, this->entry(3, "text"));
  this->put_item(*writer, this->shop_item(3, "pot"));
  this->finish(*writer, 1);
  EXPECT_EQ(this->rows_of("item_shop"), Rows{this->shop_row(3, "pot")});
  EXPECT_EQ(this->rows_of("item_shop_review").size(), 2U);
}

TYPED_TEST_P(CatalogItemsContract, ManyItemsAreWrittenInAnyOrder) {
  constexpr int64_t kItems = 2'000;
  const auto writer = this->begin(true, this->options(this->tables()));
  this->put_site(*writer);
  for (int64_t id = 1; id <= kItems; ++id) this->put(*writer, this->entry(id, "text"));
  for (int64_t i = 0; i < kItems; ++i) {
    this->put_item(*writer, this->shop_item(1 + i * 1'009 % kItems, "cup"));
  }
  this->finish(*writer, kItems);
  EXPECT_EQ(this->rows_of("item_shop").size(), size_t{kItems});
  EXPECT_EQ(this->rows_of("item_shop_review").size(), size_t{2 * kItems});
}

TYPED_TEST_P(CatalogItemsUpdateContract, AnItemReplacesTheOneOfItsPage) {
  this->convert_items();
  {
    const auto writer = this->begin_later(this->tables(), false);
    Item changed = this->shop_item(1, "pot");
    changed.records = {{{"5", "fine"}}};
    this->put_item(*writer, changed);
    this->finish(*writer);
  }
  EXPECT_EQ(this->rows_of("item_shop"), (Rows{this->shop_row(1, "pot"), this->shop_row(2, "cup")}));
  EXPECT_EQ(this->rows_of("item_shop_review"), (Rows{"1|1|5|fine|", "2|1|1|bad|", "2|2||good|"}));
  // The page belongs to another recipe now.
  const auto writer = this->begin_later(this->tables(), false);
  this->put_item(*writer, this->news_item(1));
  this->finish(*writer);
  EXPECT_EQ(this->rows_of("item_shop"), Rows{this->shop_row(2, "cup")});
  EXPECT_EQ(this->rows_of("item_shop_review").size(), 2U);
  EXPECT_EQ(this->rows_of("item_news").size(), 1U);
}

TYPED_TEST_P(CatalogItemsUpdateContract, ItemsAreRemovedAloneAndWithTheirPages) {
  this->convert_items();
  {
    const auto writer = this->begin_later(this->tables(), false);
    EXPECT_TRUE(writer->remove_item(1));
    EXPECT_TRUE(writer->remove_item(77));
    this->finish(*writer);
  }
  EXPECT_EQ(this->rows_of("item_shop"), Rows{this->shop_row(2, "cup")});
  EXPECT_EQ(this->count("pages"), 2U);
  const auto writer = this->begin_later(this->tables(), false);
  EXPECT_TRUE(writer->remove(2));
  this->finish(*writer, 1);
  EXPECT_TRUE(this->rows_of("item_shop").empty());
  EXPECT_TRUE(this->rows_of("item_shop_review").empty());
}

TYPED_TEST_P(CatalogItemsUpdateContract, ItemsThatAreNotPutAreRemovedIfAllArePut) {
  this->convert_items();
  WriteOptions options = this->options(this->tables());
  options.all_items = true;
  const auto writer = this->begin(false, options);
  this->put(*writer, this->entry(3, "text"));
  Item changed = this->shop_item(2, "pot");
  changed.records[0][1][0] = "3";
  for (const Item& item : {changed, this->shop_item(3, "cup"), this->news_item(1)}) {
    this->put_item(*writer, item);
  }
  this->finish(*writer, 3);
  EXPECT_EQ(this->rows_of("item_shop"), (Rows{this->shop_row(2, "pot"), this->shop_row(3, "cup")}));
  EXPECT_EQ(this->rows_of("item_shop_review"),
            (Rows{"2|1|1|bad|", "2|2|3|good|", "3|1|1|bad|", "3|2||good|"}));
  EXPECT_EQ(this->rows_of("item_news").size(), 1U);
}

TYPED_TEST_P(CatalogItemsUpdateContract, OtherColumnsMakeTheTablesAnew) {
  this->convert_items();
  const ItemTables wider = this->tables({{.name = "more"}});
  {
    const auto writer = this->begin_later(wider, true);
    Item item = this->shop_item(2, "cup");
    item.cells.emplace_back("x");
    this->put_item(*writer, item);
    this->finish(*writer);
  }
  EXPECT_EQ(this->rows_of("item_shop"), Rows{this->shop_row(2, "cup") + "x|"});
  EXPECT_EQ(this->rows_of("item_shop_review").size(), 2U);
  EXPECT_EQ(this->count("pages"), 2U);
  this->finish(*this->begin_later(wider, false));
  EXPECT_EQ(this->rows_of("item_shop").size(), 1U);
  // Without recipes there are no tables.
  this->finish(*this->begin_later({}, true));
  EXPECT_FALSE(this->target_->rows().contains("item_shop"));
  EXPECT_FALSE(this->target_->rows().contains("item_shop_review"));
  this->finish(*this->begin_later({}, false));
}

REGISTER_TYPED_TEST_SUITE_P(CatalogItemsContract, ItemsAreReadAsWritten,
                            LongValuesAndManyRecordsAreKept, WithoutFinishItemsStay,
                            AFullConversionReplacesTheItems, ManyItemsAreWrittenInAnyOrder);
REGISTER_TYPED_TEST_SUITE_P(CatalogItemsUpdateContract, AnItemReplacesTheOneOfItsPage,
                            ItemsAreRemovedAloneAndWithTheirPages,
                            ItemsThatAreNotPutAreRemovedIfAllArePut, OtherColumnsMakeTheTablesAnew);

}  // namespace freshet::catalog
