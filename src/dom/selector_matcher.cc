#include "dom/selector_matcher.h"

#include <algorithm>
#include <array>

#include "dom/attribute_match.h"
#include "dom/element_state.h"
#include "dom/selector_parser.h"

namespace freshet::dom {
namespace {

using parse::Tag;

bool matches_type(const TypeTest& test, const Node& node) {
  if (test.prefix == TypeTest::Prefix::kNoNamespace) return false;  // every element has one
  if (test.is_universal) return true;
  if (node.space != Namespace::kHtml) return node.name == test.name;
  if (test.tag != Tag::kOther || node.tag != Tag::kOther) return node.tag == test.tag;
  return node.name == test.lower_name;
}

// Whether a formula step*n + offset has the value `place` for some n >= 0.
bool matches_formula(const NthTest& test, uint32_t place) {
  const int64_t rest = int64_t{place} - test.offset;
  if (test.step == 0) return rest == 0;
  return rest % test.step == 0 && rest / test.step >= 0;
}

}  // namespace

bool SelectorMatcher::matches(const SelectorList& list, NodeId element) {
  return std::any_of(list.begin(), list.end(),
                     [&](const ComplexSelector& complex) { return matches(complex, element); });
}

// Compound selectors are matched from right to left, each with the nearest candidate first. When
// none is left for one of them, a further candidate is tried for the closest one to its right for
// which this can help:
// - A candidate farther away has fewer ancestors and, among the siblings, fewer before it. So if
// the
//   ancestors are exhausted, nothing helps; if the siblings are, only another ancestor does.
// - All siblings have the same parent, so if a parent does not match, only another ancestor helps.
// This takes at most ancestors times siblings times compound selectors steps.
bool SelectorMatcher::matches(const ComplexSelector& complex, NodeId element) {
  const auto& compounds = complex.compounds;
  if (!matches(compounds[0], element)) return false;
  if (compounds.size() == 1) return true;

  // With the anchor of :has(), there is one more than the parser counts.
  std::array<NodeId, SelectorParser::kMaxCompounds + 1> matched;
  matched[0] = element;
  size_t i = 1;
  NodeId from = element;
  while (true) {
    const Combinator combinator = compounds[i].combinator;
    const NodeId found = candidate(combinator, from);
    if (found != kNoNode && matches(compounds[i], found)) {
      matched[i] = found;
      from = found;
      if (++i == compounds.size()) return true;
      continue;
    }
    if (budget_.steps == 0) return false;
    const bool can_repeat =
        combinator == Combinator::kDescendant || combinator == Combinator::kLaterSibling;
    if (found != kNoNode && can_repeat) {
      from = found;
      continue;
    }
    if (combinator == Combinator::kDescendant) return false;
    bool siblings_can_help = combinator == Combinator::kNextSibling;
    do {
      if (--i == 0) return false;
      if (compounds[i].combinator == Combinator::kChild) siblings_can_help = false;
    } while (compounds[i].combinator != Combinator::kDescendant &&
             !(siblings_can_help && compounds[i].combinator == Combinator::kLaterSibling));
    from = matched[i];
  }
}

bool SelectorMatcher::matches(const CompoundSelector& compound, NodeId element) {
  if (!budget_.spend(1)) return false;
  return std::all_of(compound.simple.begin(), compound.simple.end(),
                     [&](const SimpleSelector& simple) { return matches(simple, element); });
}

bool SelectorMatcher::matches(const SimpleSelector& simple, NodeId element) {
  const Node& node = document_[element];
  if (const auto* type = std::get_if<TypeTest>(&simple)) return matches_type(*type, node);
  if (const auto* id = std::get_if<IdTest>(&simple)) return dom::matches(*id, node, budget_);
  if (const auto* name = std::get_if<ClassTest>(&simple)) return dom::matches(*name, node, budget_);
  if (const auto* attribute = std::get_if<AttributeTest>(&simple)) {
    return dom::matches(*attribute, node, budget_);
  }
  if (const auto* state = std::get_if<StateTest>(&simple)) return matches(*state, element);
  if (const auto* nth = std::get_if<NthTest>(&simple)) return matches(*nth, element);
  if (const auto* language = std::get_if<LanguageTest>(&simple)) return matches(*language, element);
  const auto& test = std::get<ListTest>(simple);
  switch (test.kind) {
    case ListTest::Kind::kAny: return matches(test.list, element);
    case ListTest::Kind::kHas: return has(test.list, element);
    // When the budget is spent, an element that matches the list would pass for one that does not.
    case ListTest::Kind::kNone: return !matches(test.list, element) && budget_.steps > 0;
  }
  return false;
}

bool SelectorMatcher::matches(StateTest test, NodeId element) {
  const Node& node = document_[element];
  const bool is_root = node.parent == kDocumentNode;
  switch (test) {
    case StateTest::kNever: return false;
    case StateTest::kRoot: return is_root;
    case StateTest::kScope: return scope_ == kDocumentNode ? is_root : element == scope_;
    case StateTest::kAnchor: return element == anchor_;
    case StateTest::kEmpty: return is_empty(document_, element, budget_);
    case StateTest::kLink: return is_link(node);
    case StateTest::kChecked: return is_checked(node);
    case StateTest::kEnabled:
      return can_be_disabled(node) && !is_disabled(document_, element, budget_) &&
             budget_.steps > 0;
    case StateTest::kDisabled:
      return can_be_disabled(node) && is_disabled(document_, element, budget_);
  }
  return false;
}

bool SelectorMatcher::matches(const NthTest& test, NodeId element) {
  if (!test.of.empty() && !matches(test.of, element)) return false;
  const bool wants_first =
      test.step == 0 && test.offset == 1 && !test.is_of_type && test.of.empty();
  if (wants_first) {
    const NodeId sibling = test.is_from_end ? next_element(element) : previous_element(element);
    return sibling == kNoNode && budget_.steps > 0;
  }
  const uint32_t place = siblings_.place(test, element, *this);
  return place != 0 && matches_formula(test, place);
}

bool SelectorMatcher::matches(const LanguageTest& test, NodeId element) {
  std::string_view language;
  for (NodeId id = element; id != kNoNode; id = parent_element(id)) {
    const Node& node = document_[id];
    if (!budget_.spend(1 + node.attributes.size() / 8)) return false;
    auto declared = node.space == Namespace::kHtml ? std::nullopt : node.attribute("xml:lang");
    if (!declared) declared = node.attribute("lang");
    if (!declared) continue;
    language = *declared;
    break;
  }
  if (!budget_.spend(test.ranges.size() * (1 + language.size() / 16))) return false;
  return std::any_of(test.ranges.begin(), test.ranges.end(),
                     [&](const std::string& range) { return language_matches(range, language); });
}

bool SelectorMatcher::has(const SelectorList& list, NodeId anchor) {
  anchor_ = anchor;  // :has() does not nest
  return std::any_of(list.begin(), list.end(),
                     [&](const ComplexSelector& relative) { return has(relative, anchor); });
}

bool SelectorMatcher::has(const ComplexSelector& relative, NodeId anchor) {
  if (relative.reach == Reach::kDescendants) return has_inside(relative, anchor);
  if (relative.reach == Reach::kNextSibling) {
    const NodeId next = next_element(anchor);
    return next != kNoNode && matches(relative, next);
  }
  const bool is_child = relative.reach == Reach::kChildren;
  NodeId id = is_child ? document_[anchor].first_child : document_[anchor].next;
  for (; id != kNoNode; id = document_[id].next) {
    if (!budget_.spend(1)) return false;
    if (document_[id].kind != NodeKind::kElement) continue;
    if (matches(relative, id)) return true;
    if (relative.reach == Reach::kLaterSubtrees && has_inside(relative, id)) return true;
  }
  return false;
}

bool SelectorMatcher::has_inside(const ComplexSelector& relative, NodeId within) {
  NodeId id = document_.next_in_order(within, within);
  for (; id != kNoNode; id = document_.next_in_order(id, within)) {
    if (!budget_.spend(1)) return false;
    if (document_[id].kind == NodeKind::kElement && matches(relative, id)) return true;
  }
  return false;
}

NodeId SelectorMatcher::candidate(Combinator combinator, NodeId from) {
  switch (combinator) {
    case Combinator::kDescendant:
    case Combinator::kChild: return parent_element(from);
    case Combinator::kNextSibling:
    case Combinator::kLaterSibling: return previous_element(from);
    case Combinator::kNone: break;
  }
  return kNoNode;
}

NodeId SelectorMatcher::parent_element(NodeId element) const {
  const NodeId parent = document_[element].parent;
  return parent == kDocumentNode ? kNoNode : parent;
}

NodeId SelectorMatcher::previous_element(NodeId element) {
  NodeId id = document_[element].previous;
  while (id != kNoNode && document_[id].kind != NodeKind::kElement) {
    if (!budget_.spend(1)) return kNoNode;
    id = document_[id].previous;
  }
  return id;
}

NodeId SelectorMatcher::next_element(NodeId element) {
  NodeId id = document_[element].next;
  while (id != kNoNode && document_[id].kind != NodeKind::kElement) {
    if (!budget_.spend(1)) return kNoNode;
    id = document_[id].next;
  }
  return id;
}

}  // namespace freshet::dom
