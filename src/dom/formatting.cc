// The parts of OpenTree for formatting elements.
#include "dom/open_tree.h"

namespace freshet::dom {

using parse::StartTag;
using parse::Tag;

// One pass of the outer loop of the adoption agency. Positions are on the stack.
struct OpenTree::Adoption {
  NodeId formatting = kNoNode;
  NodeId furthest_block = kNoNode;
  size_t formatting_at = 0;
  size_t furthest_block_at = 0;
  size_t bookmark = 0;  // in the list of active formatting elements
};

void OpenTree::insert_formatting(const StartTag& tag) {
  reconstruct_formatting();
  const NodeId id = insert_html(tag);
  formatting_.push(id, nodes_[id]);
}

void OpenTree::remove_from_formatting(NodeId element) {
  const size_t i = formatting_.find(element);
  if (i != FormattingElements::kNone) formatting_.remove(i);
}

NodeId OpenTree::clone(NodeId element) {
  const Node& from = nodes_[element];
  return nodes_.create(
      {.tag = from.tag, .line = from.line, .name = from.name, .attributes = from.attributes});
}

void OpenTree::reconstruct_formatting() {
  size_t i = formatting_.end();
  while (i > formatting_.begin() && !stack_.is_open(formatting_[i - 1])) --i;
  for (; i < formatting_.end(); ++i) {
    const Node& from = nodes_[formatting_[i]];
    const NewElement copy = {
        .tag = from.tag, .line = from.line, .name = from.name, .attributes = from.attributes};
    formatting_.replace(i, insert_element(copy, false));
  }
}

void OpenTree::adoption_agency(Tag tag) {
  if (current().is_html(tag) && formatting_.find(current().node) == FormattingElements::kNone) {
    pop();
    return;
  }
  constexpr int kMostPasses = 8;
  for (int pass = 0; pass < kMostPasses && run_adoption(tag); ++pass) {
  }
}

// Returns whether another pass may be necessary.
bool OpenTree::run_adoption(Tag tag) {
  const size_t listed = formatting_.find_last(tag);
  if (listed == FormattingElements::kNone) {
    any_other_end_tag(tag, name(tag));
    return false;
  }
  Adoption adoption = {.formatting = formatting_[listed], .bookmark = listed};
  adoption.formatting_at = stack_.find(adoption.formatting);
  if (adoption.formatting_at == OpenElements::kNone) {
    formatting_.remove(listed);
    return false;
  }
  if (!stack_.has_node_in_scope(adoption.formatting)) return false;

  size_t block = adoption.formatting_at + 1;
  while (block < stack_.size() && !is_special(stack_[block].space, stack_[block].tag)) ++block;
  if (block == stack_.size()) {
    pop_until_node(adoption.formatting);
    formatting_.remove(listed);
    return false;
  }
  adoption.furthest_block = stack_[block].node;
  adoption.furthest_block_at = block;
  close_formatting(adoption);
  return true;
}

void OpenTree::close_formatting(Adoption& adoption) {
  nodes_.set_reordered();
  const OpenElement ancestor = stack_[adoption.formatting_at - 1];
  const NodeId last = wrap_in_clones(adoption);
  nodes_.remove(last);
  nodes_.insert(last, place_for(ancestor));

  const NodeId wrapper = clone(adoption.formatting);
  nodes_.move_children(adoption.furthest_block, wrapper);
  nodes_.insert(wrapper, {adoption.furthest_block});
  formatting_.move(formatting_.find(adoption.formatting), adoption.bookmark, wrapper);
  stack_.insert(adoption.furthest_block_at + 1, {.node = wrapper, .tag = nodes_[wrapper].tag});
  stack_.remove(adoption.formatting_at);
}

// Puts the furthest block into clones of the formatting elements between it and the one that is
// closed; at most three of them, others are closed. Returns the outermost clone, or the block.
NodeId OpenTree::wrap_in_clones(Adoption& adoption) {
  NodeId last = adoption.furthest_block;
  int inner = 0;
  for (size_t i = adoption.furthest_block_at; --i > adoption.formatting_at;) {
    const NodeId node = stack_[i].node;
    size_t listed = formatting_.find(node);
    if (++inner > 3 && listed != FormattingElements::kNone) {
      formatting_.remove(listed);
      if (listed < adoption.bookmark) --adoption.bookmark;
      listed = FormattingElements::kNone;
    }
    if (listed == FormattingElements::kNone) {
      stack_.remove(i);
      --adoption.furthest_block_at;
      continue;
    }
    const NodeId copy = clone(node);
    formatting_.replace(listed, copy);
    stack_.replace(i, {.node = copy, .tag = nodes_[copy].tag});
    if (last == adoption.furthest_block) adoption.bookmark = listed + 1;
    nodes_.remove(last);
    nodes_.insert(last, {copy});
    last = copy;
  }
  return last;
}

}  // namespace freshet::dom
