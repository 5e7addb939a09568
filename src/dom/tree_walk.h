#pragma once

#include "dom/document.h"

namespace freshet::dom {

// Visits a node and everything inside it in document order: each node when it is entered, and
// elements again when they are left. Needs no recursion.
//   for (TreeWalk walk(document, root); walk.is_on(); walk.advance()) ...
class TreeWalk {
 public:
  TreeWalk(const Document& document, NodeId root) : document_(document), root_(root), node_(root) {}

  bool is_on() const { return node_ != kNoNode; }
  NodeId id() const { return node_; }
  const Node& node() const { return document_[node_]; }
  bool is_leaving() const { return is_leaving_; }
  // Leaves out what is inside the node that was entered.
  void skip_children() { is_leaving_ = true; }

  void advance() {
    const Node& current = node();
    if (!is_leaving_ && current.first_child != kNoNode) {
      node_ = current.first_child;
    } else if (!is_leaving_ && current.kind != NodeKind::kText) {
      is_leaving_ = true;
    } else if (node_ == root_) {
      node_ = kNoNode;
    } else {
      is_leaving_ = current.next == kNoNode;
      node_ = is_leaving_ ? current.parent : current.next;
    }
  }

 private:
  const Document& document_;
  const NodeId root_;
  NodeId node_;
  bool is_leaving_ = false;
};

}  // namespace freshet::dom
