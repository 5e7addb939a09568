#include "extract/rdfa.h"

#include "extract/element_value.h"
#include "extract/words.h"

namespace freshet::extract {

void RdfaReader::read() {
  const dom::NodeId root = dom::kDocumentNode;
  dom::NodeId before = root;
  dom::NodeId id = document_.next_in_order(root, root);
  for (; id != dom::kNoNode && !graph_.is_full(); id = document_.next_in_order(id, root)) {
    if (!budget_.spend(2 + document_[id].attributes.size() / 8)) return;
    // The elements that end between the node before and this one are no scopes any more.
    for (; before != document_[id].parent; before = document_[before].parent) {
      if (!scopes_.empty() && scopes_.back().element == before) scopes_.pop_back();
    }
    if (document_[id].kind == dom::NodeKind::kElement) element(id);
    before = id;
  }
}

void RdfaReader::element(dom::NodeId id) {
  const dom::Node& node = document_[id];
  const bool has_property = node.attribute("property").has_value();
  const bool has_type = node.attribute("typeof").has_value();
  const bool describes = has_type || (!has_property && (node.attribute("resource").has_value() ||
                                                        node.attribute("about").has_value()));
  const ItemGraph::ItemId item = describes ? described_item(node) : ItemGraph::kNoItem;
  if (has_property && !scopes_.empty()) add_property(id, item);
  if (item != ItemGraph::kNoItem) scopes_.push_back({id, item});
}

// Returns the item that `resource` names, or a new one.
ItemGraph::ItemId RdfaReader::described_item(const dom::Node& node) {
  auto name = node.attribute("resource");
  if (!name) name = node.attribute("about");
  ItemGraph::ItemId item = name ? graph_.item_with_id(*name) : ItemGraph::kNoItem;
  if (item == ItemGraph::kNoItem) {
    item = graph_.add_item();
    graph_.set_id(item, name.value_or(""));
  }
  for (const std::string_view type : words_of(node.attribute("typeof").value_or(""))) {
    graph_.add_type(item, type);
  }
  return item;
}

void RdfaReader::add_property(dom::NodeId id, ItemGraph::ItemId value) {
  const dom::Node& node = document_[id];
  const ItemGraph::ItemId item = scopes_.back().item;
  const auto resource = node.attribute("resource");
  std::string text;
  if (value == ItemGraph::kNoItem && (!resource || node.attribute("content"))) {
    text = element_value(document_, id, limits_.max_value_bytes, budget_);
  }
  for (const std::string_view name : words_of(node.attribute("property").value_or(""))) {
    if (value != ItemGraph::kNoItem) {
      graph_.add_item_value(item, name, value);
    } else if (resource && !node.attribute("content")) {
      graph_.add_reference(item, name, *resource);
    } else {
      graph_.add_text(item, name, text);
    }
  }
}

}  // namespace freshet::extract
