#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "dom/formatting_elements.h"
#include "dom/open_elements.h"
#include "dom/tree_nodes.h"
#include "parse/token_sink.h"

namespace freshet::dom {

// A tree with its stack of open elements and its active formatting elements: the algorithms of the
// HTML Standard that the insertion modes share (13.2.6.1 to 13.2.6.3, 13.2.4).
class OpenTree {
 public:
  OpenTree(std::string_view page, const TreeLimits& limits);

  const OpenElements& stack() const { return stack_; }
  const FormattingElements& formatting() const { return formatting_; }
  const Node& operator[](NodeId id) const { return nodes_[id]; }
  // The current node. An element must be open.
  const OpenElement& current() const { return stack_.top(); }

  // A tag begins at this offset of the page. Elements get its line.
  void move_to(size_t offset);
  // Whether a token may be processed. If not, the document is truncated.
  bool has_room(size_t bytes);
  bool is_truncated() const { return nodes_.is_truncated(); }

  // These create an element at the appropriate place and push it; insert_void() pops it again.
  NodeId insert_html(const parse::StartTag& tag);
  NodeId insert_html(parse::Tag tag);
  void insert_void(const parse::StartTag& tag);
  void insert_foreign(const parse::StartTag& tag, Namespace space);
  void insert_formatting(const parse::StartTag& tag);
  void insert_text(std::string_view text);
  void add_attributes(NodeId element, const parse::StartTag& tag);
  void remove_node(NodeId node);

  // While it is set, what does not belong into a table is put before it.
  void set_foster_parenting(bool enabled) { is_foster_parenting_ = enabled; }

  void push(NodeId node);          // an HTML element that is in the tree
  void pop();                      // <html> stays
  void pop_until(parse::Tag tag);  // an HTML element with this tag was popped
  void pop_until_heading();
  void pop_until_node(NodeId node);
  void remove_from_stack(NodeId node);
  // "Clear the stack back to a table context", and similar: pops elements of other kinds.
  void pop_to(std::initializer_list<parse::Tag> tags);
  void generate_implied_end_tags(parse::Tag except = parse::Tag::kOther);
  void generate_all_implied_end_tags_thoroughly();
  void close_p();
  void close_p_in_button_scope();

  void push_marker() { formatting_.push_marker(); }
  void clear_formatting_to_marker() { formatting_.clear_to_last_marker(); }
  void reconstruct_formatting();
  void remove_from_formatting(NodeId element);
  // The end tag of a formatting element (13.2.6.4.7). Takes time proportional to the depth limit.
  void adoption_agency(parse::Tag tag);
  // An end tag of which the standard says "any other end tag" in the mode "in body".
  void any_other_end_tag(parse::Tag tag, std::string_view name);

  Document finish();

 private:
  struct Adoption;

  NodeId insert_element(const NewElement& element, bool is_html_integration_point);
  NodeId create(const NewElement& element);
  NodeId clone(NodeId element);
  Place place_for(const OpenElement& target);
  Place foster_place() const;
  void close_formatting(Adoption& adoption);
  bool run_adoption(parse::Tag tag);
  NodeId wrap_in_clones(Adoption& adoption);

  const std::string_view page_;
  size_t offset_ = 0;  // up to which lines are counted
  uint32_t line_ = 1;
  TreeNodes nodes_;
  OpenElements stack_;
  FormattingElements formatting_;
  bool is_foster_parenting_ = false;
};

}  // namespace freshet::dom
