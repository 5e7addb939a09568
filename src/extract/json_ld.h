#pragma once

#include <string>
#include <string_view>

#include "extract/item_graph.h"
#include "json/read.h"

namespace freshet::extract {

// Adds what blocks of JSON-LD say to a graph. Contexts are not applied; names count as they are.
class JsonLdReader {
 public:
  JsonLdReader(ItemGraph& graph, dom::WorkBudget& budget, int max_depth)
      : graph_(graph), budget_(budget), max_depth_(max_depth) {}

  // Returns why the block was left out; empty: it was not.
  std::string add(std::string_view script);

 private:
  // Where the values that are read belong.
  struct Place {
    ItemGraph::ItemId item = ItemGraph::kNoItem;
    std::string_view property;
    int depth = 0;
  };

  void value(const json::Value& value, const Place& place);
  void object(const json::Value& object, const Place& place);
  void member(std::string_view name, const json::Value& value, const Place& item);
  void text(std::string_view text, const Place& place);

  ItemGraph& graph_;
  dom::WorkBudget& budget_;
  int max_depth_;
  json::Reader reader_;
};

}  // namespace freshet::extract
