#include "extract/item_graph.h"

#include "gtest/gtest.h"

namespace freshet::extract {
namespace {

using Texts = std::vector<std::string>;

Texts values(const ItemGraph& graph, std::string_view source) {
  dom::WorkBudget budget;
  const auto parsed = parse_source(source);
  EXPECT_TRUE(parsed) << source;
  return parsed ? graph.values(*parsed, 10, budget) : Texts{};
}

TEST(ItemGraph, LocalNameIsBehindTheVocabulary) {
  EXPECT_EQ(local_name("http://schema.org/Product"), "Product");
  EXPECT_EQ(local_name("https://schema.org/Product/"), "Product");
  EXPECT_EQ(local_name("schema:Product"), "Product");
  EXPECT_EQ(local_name("http://example.com/v#Product"), "Product");
  EXPECT_EQ(local_name("Product"), "Product");
  EXPECT_EQ(local_name("/"), "");
}

TEST(ItemGraph, ReferencesAreResolvedToItemsThatComeLater) {
  ItemGraph graph({});
  const auto article = graph.add_item();
  graph.add_reference(article, "author", "#ann");
  graph.add_reference(article, "publisher", "#nobody");
  const auto ann = graph.add_item();
  graph.set_id(ann, "#ann");
  graph.add_text(ann, "name", "Ann");
  EXPECT_EQ(values(graph, "json-ld:author.name"), Texts{"Ann"});
  EXPECT_EQ(values(graph, "json-ld:author"), Texts{"Ann"});
  EXPECT_EQ(values(graph, "json-ld:publisher"), Texts{"#nobody"});
}

TEST(ItemGraph, ItemIsRepresentedByItsNameAPictureByItsAddress) {
  ItemGraph graph({});
  const auto product = graph.add_item();
  for (const char* type : {"Brand", "ImageObject"}) {
    const auto value = graph.add_item();
    graph.add_type(value, type);
    graph.add_text(value, "url", "http://x/");
    graph.add_text(value, "name", "X");
    graph.add_item_value(product, type, value);
  }
  EXPECT_EQ(values(graph, "json-ld:*.Brand"), Texts{"X"});
  EXPECT_EQ(values(graph, "json-ld:*.ImageObject"), Texts{"http://x/"});
}

TEST(ItemGraph, CirclesEndWithThePath) {
  ItemGraph graph({});
  const auto item = graph.add_item();
  for (int i = 0; i < 100; ++i) graph.add_item_value(item, "a", item);
  graph.add_text(item, "b", "x");
  EXPECT_EQ(values(graph, "json-ld:a.a.a.a.a.a.a.a.a.a.b").size(), 10u);
  dom::WorkBudget budget{.steps = 10'000};
  EXPECT_TRUE(graph.values(*parse_source("json-ld:a.a.a.a.a.a.a.a.c"), 10, budget).empty());
  EXPECT_EQ(budget.steps, 0u);
}

TEST(ItemGraph, NothingIsAddedBeyondTheLimits) {
  ItemGraph graph({.max_items = 1, .max_properties = 3, .max_value_bytes = 4, .max_bytes = 20});
  const auto item = graph.add_item();
  EXPECT_FALSE(graph.is_full());
  EXPECT_EQ(graph.add_item(), ItemGraph::kNoItem);
  EXPECT_TRUE(graph.is_full());
  graph.add_text(item, "a", " abc\xC3\xA9");
  graph.add_text(ItemGraph::kNoItem, "a", "x");
  for (int i = 0; i < 5; ++i) graph.add_text(item, "a", "y");
  EXPECT_EQ(values(graph, "json-ld:a"), (Texts{"abc", "y", "y"}));
}

}  // namespace
}  // namespace freshet::extract
