#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "dom/document.h"
#include "dom/selector.h"
#include "dom/xpath_expression.h"
#include "dom/xpath_value.h"

namespace freshet::dom {

// Where an expression is evaluated.
struct XPathContext {
  XPathNode node;
  size_t position = 1;
  size_t size = 1;
};

// Evaluates one expression. Counts every node that is visited and every eight bytes of text as a
// step; when the budget is spent, or a value has a type that its place does not allow, the
// evaluation fails and all values are meaningless.
class XPathEvaluator {
 public:
  // `ends` has for each node the first one after it that is not inside it.
  XPathEvaluator(const Document& document, std::span<const NodeId> ends,
                 const Expression& expression, WorkBudget& budget)
      : document_(document), ends_(ends), expression_(expression), budget_(budget) {}

  XPathValue evaluate(TermId term, const XPathContext& context);
  bool has_failed() const { return has_failed_; }

  // The string-value of a node, up to kMaxString bytes.
  std::string string_of(XPathNode node);
  static constexpr size_t kMaxString = 1 << 20;
  std::string to_string(const XPathValue& value);

 private:
  bool spend(size_t steps);
  bool spend_on(std::string_view text) { return spend(text.size() / 8 + 1); }

  double to_number(const XPathValue& value);
  static bool to_boolean(const XPathValue& value);
  NodeSet to_nodes(XPathValue value);
  std::string_view text_of(XPathNode node) const;

  // Operators: xpath_evaluator.cc and xpath_compare.cc.
  XPathValue arithmetic(const Term& term, const XPathContext& context);
  XPathValue unite(const Term& term, const XPathContext& context);
  bool compare(Term::Kind kind, const XPathValue& left, const XPathValue& right);
  bool compare_nodes(Term::Kind kind, const NodeSet& left, const NodeSet& right);
  bool compare_with_nodes(Term::Kind kind, const NodeSet& nodes, const XPathValue& other);

  // Steps: xpath_axes.cc.
  NodeSet take_path(const Term& path, const XPathContext& context);
  NodeSet take_steps(const Term& path, std::span<const Step> steps, const XPathContext& context);
  NodeSet take_step(const Step& step, const NodeSet& from);
  // The boolean value of a term, and whether a predicate keeps its context node.
  bool holds(TermId term, const XPathContext& context);
  bool is_kept(TermId predicate, const XPathContext& context);
  void collect_all(const Step& step, const NodeSet& from, NodeSet& out);
  void collect_each(const Step& step, const NodeSet& from, NodeSet& out);
  void append_axis(const Step& step, XPathNode from, size_t most, NodeSet& out);
  void append_attributes(const Step& step, XPathNode from, NodeSet& out) const;
  bool matches(const Step& step, NodeId node) const;
  NodeId next_on_axis(Axis axis, NodeId origin, NodeId current) const;
  NodeId first_on_axis(Axis axis, XPathNode from) const;
  void keep_matching(TermId predicate, NodeSet& nodes);
  size_t most_needed(const Step& step) const;
  static void sort_unique(NodeSet& nodes);

  // Functions: xpath_functions.cc.
  XPathValue call(const Term& term, const XPathContext& context);
  XPathValue call_on_nodes(const Term& term, const XPathContext& context);
  XPathValue call_on_strings(Function function, const std::vector<std::string>& arguments);
  XPathValue call_on_number(Function function, double number);
  std::string substring(const Term& term, const XPathContext& context);
  NodeSet nodes_with_ids(const XPathValue& ids);
  bool has_language(NodeId node, std::string_view language) const;
  std::string name_of(XPathNode node, bool local) const;
  // The argument, or the context node if the call has none.
  XPathValue argument_or_node(const Term& term, const XPathContext& context);

  const Document& document_;
  const std::span<const NodeId> ends_;
  const Expression& expression_;
  WorkBudget& budget_;
  bool has_failed_ = false;
};

}  // namespace freshet::dom
