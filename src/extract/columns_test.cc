#include "extract/columns.h"

#include <gtest/gtest.h>

#include "extract/tables.h"

namespace freshet::extract {
namespace {

using Type = Column::Type;

const std::vector<FieldShape> kFields = {{.name = "title"},
                                         {.name = "stars", .type = FieldType::kNumber},
                                         {.name = "price", .type = FieldType::kMoney},
                                         {.name = "since", .type = FieldType::kDate},
                                         {.name = "tags", .is_list = true}};

TEST(Columns, FieldsHaveTheColumnsOfTheirTypes) {
  EXPECT_EQ(columns_of(kFields, {}), (std::vector<Column>{{"title", Type::kText},
                                                          {"stars", Type::kNumber},
                                                          {"price_amount", Type::kNumber},
                                                          {"price_currency", Type::kText},
                                                          {"since", Type::kText},
                                                          {"tags", Type::kJson}}));
  const std::vector<FieldShape> lists = {{.name = "n", .type = FieldType::kNumber, .is_list = true},
                                         {.name = "m", .type = FieldType::kMoney, .is_list = true}};
  EXPECT_EQ(columns_of(lists, {}), (std::vector<Column>{{"n", Type::kJson}, {"m", Type::kJson}}));
}

TEST(Columns, NamesAreShortAndDiffer) {
  const std::string long_name(80, 'x');
  const std::vector<FieldShape> fields = {
      {.name = "url"},          {.name = "price", .type = FieldType::kMoney},
      {.name = "price_amount"}, {.name = "url_2"},
      {.name = "URL"},          {.name = long_name + "1"},
      {.name = long_name + "2"}};
  std::vector<std::string> names;
  for (const Column& column : columns_of(fields, {"url"})) names.push_back(column.name);
  EXPECT_EQ(names, (std::vector<std::string>{"url_2", "price_amount", "price_currency",
                                             "price_amount_2", "url_2_2", "URL_3",
                                             std::string(63, 'x'), std::string(61, 'x') + "_2"}));
}

TEST(Tables, NamesOfSeveralRecipesDiffer) {
  const std::vector<RecordShape> records = {{.name = "review", .fields = kFields}};
  std::vector<std::string> taken;
  const ItemTables shop = tables_of("shop", kFields, records, taken);
  EXPECT_EQ(shop.items.name, "item_shop");
  ASSERT_EQ(shop.records.size(), 1U);
  EXPECT_EQ(shop.records[0].name, "item_shop_review");
  EXPECT_EQ(shop.records[0].columns, columns_of(kFields, {}));
  EXPECT_EQ(tables_of("shop_review", kFields, {}, taken).items.name, "item_shop_review_2");
}

TEST(Tables, FieldsDoNotTakeTheNamesOfTheOtherColumns) {
  std::vector<std::string> taken;
  const ItemTables tables =
      tables_of("shop", {{.name = "key"}, {.name = "page_id"}, {.name = "name"}}, {}, taken);
  EXPECT_EQ(tables.items.columns[0].name, "key_2");
  EXPECT_EQ(tables.items.columns[1].name, "page_id_2");
  EXPECT_EQ(tables.items.columns[2].name, "name");
}

TEST(CellReader, ReadsValuesWithTheirDigits) {
  CellReader reader;
  EXPECT_EQ(reader.cells(kFields, R"({"title":"a \"b\"\n\u0000c","stars":4.50,)"
                                  R"("price":{"amount":"12345678901234567.890","currency":"EUR"},)"
                                  R"("since":"2026-11-19","tags":["x",{"y":1.0}]})"),
            (Cells{std::string("a \"b\"\n\0c", 8), "4.50", "12345678901234567.890", "EUR",
                   "2026-11-19", R"(["x",{"y":1.0}])"}));
}

TEST(CellReader, AbsentValuesAndThoseOfOtherTypesAreAbsent) {
  CellReader reader;
  const Cells none(6);
  for (const char* text :
       {"{}", "", "[]", "garbage", R"({"title":1,"stars":"4","price":"12","since":null,"tags":{}})",
        R"({"title":"\ud8","stars":01,"price":{"amount":"1,5"},"tags":[1})",
        R"({"title":["x"],"stars":1.,"price":{"amount":5,"currency":6},"tags":[nonsense]})"}) {
    EXPECT_EQ(reader.cells(kFields, text), none) << text;
  }
  for (const char* number : {"", "-", ".5", "5.", "1e", "1e+", "+1", "00", "0x1", "1 2", "NaN"}) {
    const std::string text = std::string(R"({"stars":)") + number + "}";
    EXPECT_FALSE(reader.cells(kFields, text)[1]) << number;
  }
  for (const char* number : {"0", "-0", "10", "-0.5", "1e5", "1E-5", "1.25e+10"}) {
    const std::string text = std::string(R"({"stars":)") + number + "}";
    EXPECT_EQ(reader.cells(kFields, text)[1], number);
  }
}

TEST(CellReader, ReadsTheRecordsOfAKindInTheirOrder) {
  CellReader reader;
  const RecordShape kind{
      .name = "review",
      .fields = {{.name = "stars", .type = FieldType::kNumber}, {.name = "text"}}};
  const char* records = R"({"other":[{"stars":1}],"review":[{"stars":4},{"text":"good"},{}]})";
  EXPECT_EQ(reader.rows(kind, records),
            (std::vector<Cells>{
                {"4", std::nullopt}, {std::nullopt, "good"}, {std::nullopt, std::nullopt}}));
  EXPECT_TRUE(reader.rows(kind, "{}").empty());
  EXPECT_TRUE(reader.rows(kind, "").empty());
}

}  // namespace
}  // namespace freshet::extract
