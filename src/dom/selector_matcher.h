#pragma once

#include "dom/document.h"
#include "dom/selector.h"
#include "dom/selector_tree.h"
#include "dom/sibling_index.h"

namespace freshet::dom {

// Evaluates a selector in one document, from right to left. Every step is charged to the budget;
// when it is spent, nothing matches any more. Recursion is as deep as the selector is nested.
class SelectorMatcher {
 public:
  SelectorMatcher(const Document& document, NodeId scope, WorkBudget& budget)
      : document_(document), scope_(scope), budget_(budget), siblings_(document, budget) {}

  bool matches(const SelectorList& list, NodeId element);

 private:
  bool matches(const ComplexSelector& complex, NodeId element);
  bool matches(const CompoundSelector& compound, NodeId element);
  bool matches(const SimpleSelector& simple, NodeId element);
  bool matches(StateTest test, NodeId element);
  bool matches(const NthTest& test, NodeId element);
  bool matches(const LanguageTest& test, NodeId element);
  bool has(const SelectorList& list, NodeId anchor);
  bool has(const ComplexSelector& relative, NodeId anchor);
  bool has_inside(const ComplexSelector& relative, NodeId within);

  // The next candidate for a compound selector, beginning at the element that the compound selector
  // at its right matched or at the previous candidate. kNoNode if there is none.
  NodeId candidate(Combinator combinator, NodeId from);
  NodeId parent_element(NodeId element) const;
  NodeId previous_element(NodeId element);
  NodeId next_element(NodeId element);

  const Document& document_;
  NodeId scope_;
  NodeId anchor_ = kNoNode;  // of the :has() that is evaluated
  WorkBudget& budget_;
  SiblingIndex siblings_;
};

}  // namespace freshet::dom
