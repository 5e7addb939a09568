// Location paths (XPath 1.0, section 2). Nodes are numbered in document order, so what is inside or
// after a node is a range of numbers.
#include <algorithm>

#include "dom/xpath_evaluator.h"

namespace freshet::dom {
namespace {

// Whether the nodes on the axis of one node are, from some node on, those of another one: a walk
// may stop there.
bool joins(Axis axis) {
  return axis == Axis::kAncestor || axis == Axis::kAncestorOrSelf ||
         axis == Axis::kFollowingSibling || axis == Axis::kPrecedingSibling;
}

}  // namespace

void XPathEvaluator::sort_unique(NodeSet& nodes) {
  if (!std::is_sorted(nodes.begin(), nodes.end())) std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
}

NodeSet XPathEvaluator::take_path(const Term& path, const XPathContext& context) {
  return take_steps(path, path.steps, context);
}

// Takes some of the first steps of the path.
NodeSet XPathEvaluator::take_steps(const Term& path, std::span<const Step> steps,
                                   const XPathContext& context) {
  NodeSet nodes;
  if (!path.operands.empty())
    nodes = to_nodes(evaluate(path.operands[0], context));
  else if (path.is_absolute)
    nodes.push_back({kDocumentNode});
  else
    nodes.push_back(context.node);
  for (const Step& step : steps) {
    if (has_failed_ || nodes.empty()) return {};
    nodes = take_step(step, nodes);
  }
  return nodes;
}

// Of the last step of a path, only one node is searched.
bool XPathEvaluator::holds(TermId id, const XPathContext& context) {
  const Term& term = expression_.terms[id];
  if (term.kind != Term::Kind::kPath || term.steps.empty() ||
      !term.steps.back().predicates.empty()) {
    return to_boolean(evaluate(id, context));
  }
  const std::span<const Step> steps = term.steps;
  NodeSet found;
  for (const XPathNode from : take_steps(term, steps.first(steps.size() - 1), context)) {
    append_axis(steps.back(), from, 1, found);
    if (!found.empty() || has_failed_) break;
  }
  return !found.empty();
}

NodeSet XPathEvaluator::take_step(const Step& step, const NodeSet& from) {
  NodeSet out;
  if (step.is_positional) {
    collect_each(step, from, out);
  } else {
    collect_all(step, from, out);
    sort_unique(out);
    for (const TermId predicate : step.predicates) keep_matching(predicate, out);
  }
  return out;
}

// Collects the nodes on the axis of any of the nodes. Takes time proportional to the document.
void XPathEvaluator::collect_all(const Step& step, const NodeSet& from, NodeSet& out) {
  const Axis axis = step.axis;
  if (axis == Axis::kFollowing || axis == Axis::kPreceding) {
    // The axis of one of the nodes has those of all others.
    XPathNode widest = from.back();
    if (axis == Axis::kFollowing) {
      widest = *std::min_element(from.begin(), from.end(), [&](XPathNode a, XPathNode b) {
        return first_on_axis(axis, a) < first_on_axis(axis, b);
      });
    }
    append_axis(step, widest, SIZE_MAX, out);
    return;
  }
  if (joins(axis) && from.size() > 1) {
    if (!spend(document_.size() / 256)) return;
    std::vector<bool> seen(document_.size());
    for (const XPathNode start : from) {
      NodeId id = first_on_axis(axis, start);
      for (; id != kNoNode && !seen[id] && spend(1); id = next_on_axis(axis, start.node, id)) {
        seen[id] = true;
        if (matches(step, id)) out.push_back({id});
      }
    }
    return;
  }
  NodeId covered = 0;  // all nodes before this one were visited as descendants
  const bool covers = axis == Axis::kDescendant || axis == Axis::kDescendantOrSelf;
  for (const XPathNode start : from) {
    if (covers && start.node < covered && !start.is_attribute()) continue;
    append_axis(step, start, SIZE_MAX, out);
    if (has_failed_) return;
    if (covers && !start.is_attribute()) covered = ends_[start.node];
  }
}

// Collects the nodes on the axis of each node on their own, so that predicates see their positions.
void XPathEvaluator::collect_each(const Step& step, const NodeSet& from, NodeSet& out) {
  const size_t most = most_needed(step);
  size_t sorted_at = 2 * document_.size() + 1024;  // the set is made smaller at this size
  for (const XPathNode start : from) {
    NodeSet nodes;
    append_axis(step, start, most, nodes);
    for (const TermId predicate : step.predicates) keep_matching(predicate, nodes);
    if (has_failed_) return;
    out.insert(out.end(), nodes.begin(), nodes.end());
    if (out.size() >= sorted_at) {
      sort_unique(out);
      sorted_at = std::max(sorted_at, 2 * out.size());
    }
  }
  sort_unique(out);
}

// How many nodes of an axis the first predicate can need.
size_t XPathEvaluator::most_needed(const Step& step) const {
  const Term& first = expression_.terms[step.predicates.front()];
  if (first.kind != Term::Kind::kNumber || !(first.number >= 1) || first.number > 1e6) {
    return SIZE_MAX;
  }
  return static_cast<size_t>(first.number);
}

// Appends the nodes that pass the test, in the order of the axis, at most `most`.
void XPathEvaluator::append_axis(const Step& step, XPathNode from, size_t most, NodeSet& out) {
  if (step.axis == Axis::kAttribute) {
    if (spend(document_[from.node].attributes.size())) append_attributes(step, from, out);
    return;
  }
  if (from.is_attribute() && (step.axis == Axis::kSelf || step.axis == Axis::kDescendantOrSelf ||
                              step.axis == Axis::kAncestorOrSelf)) {
    if (step.test == NodeTest::kNode) out.push_back(from);
  }
  size_t found = out.size();
  for (NodeId id = first_on_axis(step.axis, from); id != kNoNode && found < most && spend(1);
       id = next_on_axis(step.axis, from.node, id)) {
    if (!matches(step, id)) continue;
    out.push_back({id});
    ++found;
  }
}

void XPathEvaluator::append_attributes(const Step& step, XPathNode from, NodeSet& out) const {
  const Node& node = document_[from.node];
  if (from.is_attribute() || step.test == NodeTest::kText || step.test == NodeTest::kNothing)
    return;
  for (uint32_t i = 0; i < node.attributes.size(); ++i) {
    const std::string_view name = node.attributes[i].name;
    const bool is_wanted = step.test != NodeTest::kName || name == step.name ||
                           (node.space == Namespace::kHtml && name == step.lower_name);
    if (is_wanted) out.push_back({from.node, i + 1});
  }
}

bool XPathEvaluator::matches(const Step& step, NodeId id) const {
  const Node& node = document_[id];
  switch (step.test) {
    case NodeTest::kNode: return true;
    case NodeTest::kText: return node.kind == NodeKind::kText;
    case NodeTest::kAnyName: return node.kind == NodeKind::kElement;
    case NodeTest::kNothing: return false;
    case NodeTest::kName: break;
  }
  if (node.kind != NodeKind::kElement) return false;
  if (node.space != Namespace::kHtml) return node.name == step.name;
  return node.tag == step.tag && (node.tag != parse::Tag::kOther || node.name == step.lower_name);
}

NodeId XPathEvaluator::first_on_axis(Axis axis, XPathNode from) const {
  const Node& node = document_[from.node];
  const auto existing = [this](NodeId id) { return id < document_.size() ? id : kNoNode; };
  if (from.is_attribute()) {
    switch (axis) {
      case Axis::kParent:
      case Axis::kAncestor:
      case Axis::kAncestorOrSelf: return from.node;
      case Axis::kFollowing: return existing(from.node + 1);
      case Axis::kPreceding: return next_on_axis(axis, from.node, from.node);
      default: return kNoNode;
    }
  }
  switch (axis) {
    case Axis::kParent:
    case Axis::kAncestor: return node.parent;
    case Axis::kSelf:
    case Axis::kAncestorOrSelf:
    case Axis::kDescendantOrSelf: return from.node;
    case Axis::kChild:
    case Axis::kDescendant: return node.first_child;
    case Axis::kFollowing: return existing(ends_[from.node]);
    case Axis::kFollowingSibling: return node.next;
    case Axis::kPrecedingSibling: return node.previous;
    case Axis::kPreceding: return next_on_axis(axis, from.node, from.node);
    default: return kNoNode;
  }
}

NodeId XPathEvaluator::next_on_axis(Axis axis, NodeId origin, NodeId current) const {
  switch (axis) {
    case Axis::kAncestor:
    case Axis::kAncestorOrSelf: return document_[current].parent;
    case Axis::kChild:
    case Axis::kFollowingSibling: return document_[current].next;
    case Axis::kPrecedingSibling: return document_[current].previous;
    case Axis::kDescendant:
    case Axis::kDescendantOrSelf: return current + 1 < ends_[origin] ? current + 1 : kNoNode;
    case Axis::kFollowing: return current + 1 < document_.size() ? current + 1 : kNoNode;
    case Axis::kPreceding:
      // The nodes before, except the ancestors. The document node is an ancestor.
      while (current > 0 && ends_[--current] > origin) {
      }
      return current > 0 ? current : kNoNode;
    default: return kNoNode;
  }
}

// Keeps the nodes for which the predicate holds; their order gives their positions.
void XPathEvaluator::keep_matching(TermId predicate, NodeSet& nodes) {
  size_t kept = 0;
  for (size_t i = 0; i < nodes.size() && spend(1); ++i) {
    const XPathContext context = {.node = nodes[i], .position = i + 1, .size = nodes.size()};
    if (is_kept(predicate, context)) nodes[kept++] = nodes[i];
  }
  nodes.resize(kept);
}

bool XPathEvaluator::is_kept(TermId predicate, const XPathContext& context) {
  if (expression_.terms[predicate].kind == Term::Kind::kPath) return holds(predicate, context);
  const XPathValue value = evaluate(predicate, context);
  const auto* const number = std::get_if<double>(&value);
  return number != nullptr ? *number == static_cast<double>(context.position) : to_boolean(value);
}

}  // namespace freshet::dom
