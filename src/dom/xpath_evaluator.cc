// Terms, conversions and arithmetic. Comparisons, steps and functions are in xpath_compare.cc,
// xpath_axes.cc and xpath_functions.cc.
#include "dom/xpath_evaluator.h"

#include <cmath>

#include "dom/cut_text.h"

namespace freshet::dom {

using Kind = Term::Kind;

bool XPathEvaluator::spend(size_t steps) {
  if (!has_failed_ && !budget_.spend(steps)) has_failed_ = true;
  return !has_failed_;
}

XPathValue XPathEvaluator::evaluate(TermId id, const XPathContext& context) {
  if (!spend(1)) return false;
  const Term& term = expression_.terms[id];
  switch (term.kind) {
    case Kind::kNumber: return term.number;
    case Kind::kText: return term.text;
    case Kind::kOr:
    case Kind::kAnd: {
      const bool left = holds(term.operands[0], context);
      if (left == (term.kind == Kind::kOr)) return left;
      return holds(term.operands[1], context);
    }
    case Kind::kEqual:
    case Kind::kUnequal:
    case Kind::kLess:
    case Kind::kLessOrEqual:
    case Kind::kGreater:
    case Kind::kGreaterOrEqual: {
      const XPathValue left = evaluate(term.operands[0], context);
      const XPathValue right = evaluate(term.operands[1], context);
      return !has_failed_ && compare(term.kind, left, right);
    }
    case Kind::kUnion: return unite(term, context);
    case Kind::kCall: return call(term, context);
    case Kind::kPath: return take_path(term, context);
    case Kind::kFilter: {
      NodeSet nodes = to_nodes(evaluate(term.operands[0], context));
      for (size_t i = 1; i < term.operands.size(); ++i) keep_matching(term.operands[i], nodes);
      return nodes;
    }
    default: return arithmetic(term, context);
  }
}

XPathValue XPathEvaluator::arithmetic(const Term& term, const XPathContext& context) {
  const double left = to_number(evaluate(term.operands[0], context));
  if (term.kind == Kind::kNegate) return -left;
  const double right = to_number(evaluate(term.operands[1], context));
  switch (term.kind) {
    case Kind::kAdd: return left + right;
    case Kind::kSubtract: return left - right;
    case Kind::kMultiply: return left * right;
    case Kind::kDivide: return left / right;
    default: return std::fmod(left, right);
  }
}

XPathValue XPathEvaluator::unite(const Term& term, const XPathContext& context) {
  NodeSet nodes = to_nodes(evaluate(term.operands[0], context));
  const NodeSet more = to_nodes(evaluate(term.operands[1], context));
  if (!spend(more.size())) return NodeSet();
  nodes.insert(nodes.end(), more.begin(), more.end());
  sort_unique(nodes);
  return nodes;
}

NodeSet XPathEvaluator::to_nodes(XPathValue value) {
  if (auto* const nodes = std::get_if<NodeSet>(&value)) return std::move(*nodes);
  has_failed_ = true;  // only nodes have steps, unions and predicates
  return {};
}

std::string_view XPathEvaluator::text_of(XPathNode node) const {
  return node.is_attribute() ? document_[node.node].attributes[node.attribute - 1].value
                             : document_[node.node].text;
}

std::string XPathEvaluator::string_of(XPathNode node) {
  std::string out;
  if (node.is_attribute() || document_[node.node].kind == NodeKind::kText) {
    out = text_of(node);
    spend_on(out);
  } else {
    for (NodeId id = node.node; id < ends_[node.node] && out.size() < kMaxString; ++id) {
      if (!spend_on(document_[id].text)) break;
      out += document_[id].text;
    }
  }
  cut_text(out, kMaxString);
  return out;
}

std::string XPathEvaluator::to_string(const XPathValue& value) {
  if (const auto* const nodes = std::get_if<NodeSet>(&value)) {
    return nodes->empty() ? "" : string_of(nodes->front());
  }
  if (const auto* const text = std::get_if<std::string>(&value)) return *text;
  if (const auto* const number = std::get_if<double>(&value)) return number_to_string(*number);
  return std::get<bool>(value) ? "true" : "false";
}

double XPathEvaluator::to_number(const XPathValue& value) {
  if (const auto* const number = std::get_if<double>(&value)) return *number;
  if (const auto* const boolean = std::get_if<bool>(&value)) return *boolean ? 1 : 0;
  return string_to_number(to_string(value));
}

bool XPathEvaluator::to_boolean(const XPathValue& value) {
  if (const auto* const nodes = std::get_if<NodeSet>(&value)) return !nodes->empty();
  if (const auto* const text = std::get_if<std::string>(&value)) return !text->empty();
  if (const auto* const number = std::get_if<double>(&value)) {
    return *number != 0 && !std::isnan(*number);
  }
  return std::get<bool>(value);
}

}  // namespace freshet::dom
