#pragma once

#include <cstdint>
#include <vector>

#include "dom/document.h"
#include "dom/selector.h"
#include "dom/selector_tree.h"

namespace freshet::dom {

class SelectorMatcher;

// Counts the siblings before or after elements, for :nth-child() and its relatives. It numbers all
// children of a parent with many of them at once, so that a table of n rows takes time in
// proportion to n.
class SiblingIndex {
 public:
  SiblingIndex(const Document& document, WorkBudget& budget)
      : document_(document), budget_(budget) {}

  // Returns the place of the element, from 1, among those of its siblings that `test` counts. The
  // element is one of them. `matcher` evaluates test.of. 0: the budget is spent.
  uint32_t place(const NthTest& test, NodeId element, SelectorMatcher& matcher);

 private:
  bool counts(const NthTest& test, const Node& element, NodeId sibling, SelectorMatcher& matcher);
  void number_children(const NthTest& test, NodeId parent, SelectorMatcher& matcher);
  void number_children_by_type(const NthTest& test, NodeId parent);
  NodeId step(const NthTest& test, NodeId node) const;

  const Document& document_;
  WorkBudget& budget_;
  // By NthTest::table and node; 0: not numbered. A table is empty until it is needed.
  std::vector<std::vector<uint32_t>> tables_;
};

}  // namespace freshet::dom
