// Comparisons (XPath 1.0, section 3.4): with a set of nodes, they hold if they hold for one of
// them.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "dom/xpath_evaluator.h"

namespace freshet::dom {

using Kind = Term::Kind;

namespace {

bool compare_numbers(Kind kind, double left, double right) {
  switch (kind) {
    case Kind::kEqual: return left == right;
    case Kind::kUnequal: return left != right;
    case Kind::kLess: return left < right;
    case Kind::kLessOrEqual: return left <= right;
    case Kind::kGreater: return left > right;
    default: return left >= right;
  }
}

// The comparison with its sides exchanged.
Kind mirrored(Kind kind) {
  switch (kind) {
    case Kind::kLess: return Kind::kGreater;
    case Kind::kLessOrEqual: return Kind::kGreaterOrEqual;
    case Kind::kGreater: return Kind::kLess;
    case Kind::kGreaterOrEqual: return Kind::kLessOrEqual;
    default: return kind;
  }
}

bool is_equality(Kind kind) {
  return kind == Kind::kEqual || kind == Kind::kUnequal;
}

}  // namespace

bool XPathEvaluator::compare(Kind kind, const XPathValue& left, const XPathValue& right) {
  const auto* const left_nodes = std::get_if<NodeSet>(&left);
  const auto* const right_nodes = std::get_if<NodeSet>(&right);
  if (left_nodes != nullptr && right_nodes != nullptr) {
    return compare_nodes(kind, *left_nodes, *right_nodes);
  }
  if (left_nodes != nullptr) return compare_with_nodes(kind, *left_nodes, right);
  if (right_nodes != nullptr) return compare_with_nodes(mirrored(kind), *right_nodes, left);
  if (!is_equality(kind)) return compare_numbers(kind, to_number(left), to_number(right));
  bool equal = false;
  if (std::holds_alternative<bool>(left) || std::holds_alternative<bool>(right)) {
    equal = to_boolean(left) == to_boolean(right);
  } else if (std::holds_alternative<double>(left) || std::holds_alternative<double>(right)) {
    return compare_numbers(kind, to_number(left), to_number(right));
  } else {
    equal = std::get<std::string>(left) == std::get<std::string>(right);
  }
  return equal == (kind == Kind::kEqual);
}

bool XPathEvaluator::compare_with_nodes(Kind kind, const NodeSet& nodes, const XPathValue& other) {
  if (std::holds_alternative<bool>(other)) return compare(kind, !nodes.empty(), other);
  const auto* const text = std::get_if<std::string>(&other);
  const double number = to_number(other);
  for (const XPathNode node : nodes) {
    const std::string value = string_of(node);
    if (has_failed_) return false;
    if (text != nullptr && is_equality(kind)) {
      if ((value == *text) == (kind == Kind::kEqual)) return true;
    } else if (compare_numbers(kind, string_to_number(value), number)) {
      return true;
    }
  }
  return false;
}

// Takes time proportional to the text of both sets. Texts with the same hash count as equal.
bool XPathEvaluator::compare_nodes(Kind kind, const NodeSet& left, const NodeSet& right) {
  if (left.empty() || right.empty()) return false;
  if (!is_equality(kind)) {
    // It holds for some pair if it holds for the extremes.
    const bool less = kind == Kind::kLess || kind == Kind::kLessOrEqual;
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    double low = kInfinity;
    double high = -kInfinity;
    bool has_low = false;
    bool has_high = false;
    for (const XPathNode node : less ? left : right) {
      const double number = string_to_number(string_of(node));
      if (std::isnan(number)) continue;
      low = std::min(low, number);
      has_low = true;
    }
    for (const XPathNode node : less ? right : left) {
      const double number = string_to_number(string_of(node));
      if (std::isnan(number)) continue;
      high = std::max(high, number);
      has_high = true;
    }
    if (!has_low || !has_high) return false;
    return less ? compare_numbers(kind, low, high) : compare_numbers(kind, high, low);
  }
  const std::hash<std::string> hash;
  std::vector<size_t> left_values;
  std::vector<size_t> right_values;
  for (const XPathNode node : left) left_values.push_back(hash(string_of(node)));
  for (const XPathNode node : right) right_values.push_back(hash(string_of(node)));
  std::sort(left_values.begin(), left_values.end());
  std::sort(right_values.begin(), right_values.end());
  if (kind == Kind::kUnequal) {
    // Only if all values are the same is there no pair of different ones.
    return left_values.front() != right_values.back() || left_values.back() != right_values.front();
  }
  auto a = left_values.begin();
  auto b = right_values.begin();
  while (a != left_values.end() && b != right_values.end()) {
    if (*a == *b) return true;
    if (*a < *b)
      ++a;
    else
      ++b;
  }
  return false;
}

}  // namespace freshet::dom
