#pragma once

#include <string_view>
#include <vector>

#include "dom/document.h"
#include "extract/item_graph.h"

namespace freshet::extract {

// Adds the items that a page describes with RDFa Lite 1.1 (vocab, typeof, property, resource,
// prefix) to a graph. Vocabularies are not resolved: names count without them. Properties outside
// of any item, such as those of Open Graph, belong to the page and are left out.
class RdfaReader {
 public:
  RdfaReader(const dom::Document& document, ItemGraph& graph, dom::WorkBudget& budget,
             const SourceLimits& limits)
      : document_(document), graph_(graph), budget_(budget), limits_(limits) {}

  void read();

 private:
  // The item to which properties inside an element belong.
  struct Scope {
    dom::NodeId element;
    ItemGraph::ItemId item;
  };

  void element(dom::NodeId id);
  ItemGraph::ItemId described_item(const dom::Node& node);
  void add_property(dom::NodeId id, ItemGraph::ItemId value);

  const dom::Document& document_;
  ItemGraph& graph_;
  dom::WorkBudget& budget_;
  SourceLimits limits_;
  std::vector<Scope> scopes_;  // around the current element, the innermost last
};

}  // namespace freshet::extract
