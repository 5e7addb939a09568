#include "dom/sibling_index.h"

#include <array>
#include <string_view>
#include <unordered_map>

#include "dom/selector_matcher.h"

namespace freshet::dom {
namespace {

// With fewer siblings, they are counted anew for each element.
constexpr int kFew = 32;

bool is_same_type(const Node& a, const Node& b) {
  return a.space == b.space && a.tag == b.tag && (a.tag != parse::Tag::kOther || a.name == b.name);
}

}  // namespace

// From an element to its sibling in the direction from which children are counted.
NodeId SiblingIndex::step(const NthTest& test, NodeId node) const {
  return test.is_from_end ? document_[node].next : document_[node].previous;
}

bool SiblingIndex::counts(const NthTest& test, const Node& element, NodeId sibling,
                          SelectorMatcher& matcher) {
  const Node& node = document_[sibling];
  if (node.kind != NodeKind::kElement) return false;
  if (test.is_of_type) return is_same_type(element, node);
  return test.of.empty() || matcher.matches(test.of, sibling);
}

uint32_t SiblingIndex::place(const NthTest& test, NodeId element, SelectorMatcher& matcher) {
  const Node& node = document_[element];
  uint32_t place = 1;
  NodeId sibling = step(test, element);
  for (int steps = 0; sibling != kNoNode; sibling = step(test, sibling)) {
    if (!budget_.spend(1)) return 0;
    if (++steps > kFew) break;
    if (counts(test, node, sibling, matcher)) ++place;
  }
  if (sibling == kNoNode) return place;

  if (tables_.size() <= test.table) tables_.resize(test.table + size_t{1});
  if (tables_[test.table].empty()) {
    if (!budget_.spend(document_.size())) return 0;
    tables_[test.table].resize(document_.size());
  }
  // `of` is evaluated while children are numbered, which can make other tables.
  if (tables_[test.table][element] == 0) {
    if (test.is_of_type) {
      number_children_by_type(test, node.parent);
    } else {
      number_children(test, node.parent, matcher);
    }
  }
  return tables_[test.table][element];
}

void SiblingIndex::number_children(const NthTest& test, NodeId parent, SelectorMatcher& matcher) {
  uint32_t place = 0;
  const Node& node = document_[parent];
  NodeId child = test.is_from_end ? node.last_child : node.first_child;
  while (child != kNoNode) {
    if (!budget_.spend(1)) return;
    if (counts(test, node, child, matcher)) tables_[test.table][child] = ++place;
    child = test.is_from_end ? document_[child].previous : document_[child].next;
  }
}

void SiblingIndex::number_children_by_type(const NthTest& test, NodeId parent) {
  constexpr size_t kNamespaces = 3;
  std::array<std::array<uint32_t, 256>, kNamespaces> by_tag{};
  std::array<std::unordered_map<std::string_view, uint32_t>, kNamespaces> by_name;
  const Node& node = document_[parent];
  NodeId id = test.is_from_end ? node.last_child : node.first_child;
  while (id != kNoNode) {
    if (!budget_.spend(4)) return;
    const Node& child = document_[id];
    const auto space = static_cast<size_t>(child.space);
    if (child.kind == NodeKind::kElement) {
      uint32_t& count = child.tag == parse::Tag::kOther
                            ? by_name[space][child.name]
                            : by_tag[space][static_cast<size_t>(child.tag)];
      tables_[test.table][id] = ++count;
    }
    id = test.is_from_end ? child.previous : child.next;
  }
}

}  // namespace freshet::dom
