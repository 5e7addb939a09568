#include "extract/microdata.h"

#include <algorithm>

#include "extract/element_value.h"
#include "extract/words.h"

namespace freshet::extract {

void MicrodataReader::read() {
  add_items();
  for (size_t i = 0; i < item_elements_.size() && budget_.steps > 0; ++i) {
    add_properties(item_elements_[i], static_cast<ItemGraph::ItemId>(i));
  }
}

// Adds all items first, in document order, so that values can refer to any of them.
void MicrodataReader::add_items() {
  const dom::NodeId root = dom::kDocumentNode;
  for (dom::NodeId id = root; id != dom::kNoNode; id = document_.next_in_order(id, root)) {
    const dom::Node& node = document_[id];
    if (!budget_.spend(1 + node.attributes.size() / 8)) return;
    if (node.kind != dom::NodeKind::kElement) continue;
    if (const auto name = node.attribute("id")) elements_by_id_.emplace(*name, id);
    if (!node.attribute("itemscope")) continue;
    const ItemGraph::ItemId item = graph_.add_item();
    if (item == ItemGraph::kNoItem) return;
    for (const std::string_view type : words_of(node.attribute("itemtype").value_or(""))) {
      graph_.add_type(item, type);
    }
    graph_.set_id(item, node.attribute("itemid").value_or(""));
    item_elements_.push_back(id);
    items_.emplace(id, item);
  }
}

void MicrodataReader::add_properties(dom::NodeId element, ItemGraph::ItemId item) {
  for (const dom::NodeId id : property_elements(element)) {
    const auto names = words_of(document_[id].attribute("itemprop").value_or(""));
    const auto found = items_.find(id);
    if (found != items_.end()) {
      for (const std::string_view name : names) graph_.add_item_value(item, name, found->second);
      continue;
    }
    if (names.empty()) continue;
    const std::string value = element_value(document_, id, limits_.max_value_bytes, budget_);
    for (const std::string_view name : names) graph_.add_text(item, name, value);
  }
}

// Returns the elements that are properties of the item, in the order of the page, those of itemref
// last (HTML Standard 5.2.5, which sorts them into the order of the page). An element that is found
// again, as by an itemref that contains itself, is left out.
std::vector<dom::NodeId> MicrodataReader::property_elements(dom::NodeId element) {
  std::vector<dom::NodeId> found, pending;
  std::unordered_set<dom::NodeId> seen = {element};
  add_referred(element, pending);
  const auto add_children = [&](dom::NodeId parent) {
    dom::NodeId child = document_[parent].last_child;
    for (; child != dom::kNoNode; child = document_[child].previous) pending.push_back(child);
  };
  add_children(element);
  while (!pending.empty()) {
    const dom::NodeId id = pending.back();
    pending.pop_back();
    const dom::Node& node = document_[id];
    if (!budget_.spend(2 + node.attributes.size() / 8)) break;
    if (node.kind != dom::NodeKind::kElement || !seen.insert(id).second) continue;
    if (!node.attribute("itemscope")) add_children(id);
    if (node.attribute("itemprop")) found.push_back(id);
  }
  return found;
}

// Adds the elements that itemref names, the first of them at the end.
void MicrodataReader::add_referred(dom::NodeId element, std::vector<dom::NodeId>& pending) {
  const auto ids = words_of(document_[element].attribute("itemref").value_or(""));
  for (auto id = ids.rbegin(); id != ids.rend(); ++id) {
    if (!budget_.spend(1)) return;
    if (const auto found = elements_by_id_.find(*id); found != elements_by_id_.end()) {
      pending.push_back(found->second);
    }
  }
}

}  // namespace freshet::extract
