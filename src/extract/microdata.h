#pragma once

#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "dom/document.h"
#include "extract/item_graph.h"

namespace freshet::extract {

// Adds the items that a page describes with microdata (HTML Standard 5.2) to a graph.
class MicrodataReader {
 public:
  MicrodataReader(const dom::Document& document, ItemGraph& graph, dom::WorkBudget& budget,
                  const SourceLimits& limits)
      : document_(document), graph_(graph), budget_(budget), limits_(limits) {}

  void read();

 private:
  void add_items();
  void add_properties(dom::NodeId element, ItemGraph::ItemId item);
  std::vector<dom::NodeId> property_elements(dom::NodeId element);
  void add_referred(dom::NodeId element, std::vector<dom::NodeId>& pending);

  const dom::Document& document_;
  ItemGraph& graph_;
  dom::WorkBudget& budget_;
  SourceLimits limits_;
  std::vector<dom::NodeId> item_elements_;  // by the number of the item
  std::unordered_map<dom::NodeId, ItemGraph::ItemId> items_;
  // Only what itemref uses.
  std::unordered_map<std::string_view, dom::NodeId> elements_by_id_;
};

}  // namespace freshet::extract
