#include "dom/element_state.h"

#include "text/ascii.h"

namespace freshet::dom {
namespace {

using parse::Tag;

bool is_html(const Node& node, Tag tag) {
  return node.kind == NodeKind::kElement && node.space == Namespace::kHtml && node.tag == tag;
}

// Whether `child` is the first <legend> of the fieldset that it is a child of.
bool is_first_legend(const Document& document, NodeId child, WorkBudget& budget) {
  if (!is_html(document[child], Tag::kLegend)) return false;
  NodeId before = document[child].previous;
  for (; before != kNoNode; before = document[before].previous) {
    if (!budget.spend(1) || is_html(document[before], Tag::kLegend)) return false;
  }
  return true;
}

bool is_in_disabled_fieldset(const Document& document, NodeId element, WorkBudget& budget) {
  NodeId child = element;
  for (NodeId id = document[element].parent; id != kDocumentNode && id != kNoNode;
       id = document[id].parent) {
    if (!budget.spend(1)) return false;
    const Node& node = document[id];
    if (is_html(node, Tag::kFieldset) && node.attribute("disabled") &&
        !is_first_legend(document, child, budget)) {
      return true;
    }
    child = id;
  }
  return false;
}

}  // namespace

bool is_empty(const Document& document, NodeId element, WorkBudget& budget) {
  NodeId child = document[element].first_child;
  for (; child != kNoNode; child = document[child].next) {
    if (!budget.spend(1)) return false;
    const Node& node = document[child];
    if (node.kind == NodeKind::kElement || !node.text.empty()) return false;
  }
  return true;
}

bool is_link(const Node& element) {
  return (is_html(element, Tag::kA) || is_html(element, Tag::kArea)) && element.attribute("href");
}

bool is_checked(const Node& element) {
  if (is_html(element, Tag::kOption)) return element.attribute("selected").has_value();
  if (!is_html(element, Tag::kInput) || !element.attribute("checked")) return false;
  const std::string_view type = element.attribute("type").value_or("");
  return text::equals_ignoring_case(type, "checkbox") || text::equals_ignoring_case(type, "radio");
}

bool can_be_disabled(const Node& element) {
  if (element.space != Namespace::kHtml) return false;
  switch (element.tag) {
    case Tag::kButton:
    case Tag::kFieldset:
    case Tag::kInput:
    case Tag::kOptgroup:
    case Tag::kOption:
    case Tag::kSelect:
    case Tag::kTextarea: return true;
    default: return false;
  }
}

bool is_disabled(const Document& document, NodeId element, WorkBudget& budget) {
  const Node& node = document[element];
  if (node.attribute("disabled")) return true;
  if (node.tag == Tag::kOptgroup) return false;
  if (node.tag == Tag::kOption) {
    const Node& parent = document[node.parent];
    return is_html(parent, Tag::kOptgroup) && parent.attribute("disabled").has_value();
  }
  return is_in_disabled_fieldset(document, element, budget);
}

}  // namespace freshet::dom
