// The stack of open elements and insertion into the tree. The active formatting elements and the
// adoption agency are in formatting.cc.
#include "dom/open_tree.h"

#include <algorithm>
#include <cstring>

#include "dom/foreign_names.h"
#include "text/ascii.h"

namespace freshet::dom {

using parse::StartTag;
using parse::Tag;

namespace {

// A MathML element whose content is HTML according to its attribute.
bool holds_html(const Node& annotation) {
  const auto encoding = annotation.attribute("encoding");
  return encoding && (text::equals_ignoring_case(*encoding, "text/html") ||
                      text::equals_ignoring_case(*encoding, "application/xhtml+xml"));
}

size_t bytes_of(const StartTag& tag) {
  size_t bytes = tag.name.size();
  for (const parse::Attribute& a : tag.attributes) {
    bytes += a.name.size() + a.value.size() + sizeof(Attribute);
  }
  return bytes;
}

}  // namespace

OpenTree::OpenTree(std::string_view page, const TreeLimits& limits)
    : page_(page), nodes_(page.size(), limits), stack_(std::max<size_t>(limits.max_depth, 8)) {}

void OpenTree::move_to(size_t offset) {
  const char* p = page_.data() + offset_;
  const char* const end = page_.data() + offset;
  while ((p = static_cast<const char*>(std::memchr(p, '\n', size_t(end - p)))) != nullptr) {
    ++line_;
    ++p;
  }
  offset_ = offset;
}

bool OpenTree::has_room(size_t bytes) {
  if (nodes_.is_truncated()) return false;
  // A text that grows is moved to memory of twice its size.
  if (!nodes_.has_room(bytes)) nodes_.set_truncated();
  return !nodes_.is_truncated();
}

NodeId OpenTree::insert_html(const StartTag& tag) {
  NewElement element = {.tag = tag.tag, .line = line_};
  element.name = tag.tag == Tag::kOther ? nodes_.keep(tag.name) : name(tag.tag);
  if (has_room(bytes_of(tag))) element.attributes = nodes_.keep(tag.attributes);
  return insert_element(element, false);
}

NodeId OpenTree::insert_html(Tag tag) {
  return insert_element({.tag = tag, .line = line_, .name = name(tag)}, false);
}

void OpenTree::insert_void(const StartTag& tag) {
  insert_html(tag);
  pop();
}

void OpenTree::insert_foreign(const StartTag& tag, Namespace space) {
  const bool svg = space == Namespace::kSvg;
  std::vector<parse::Attribute> attributes(tag.attributes.begin(), tag.attributes.end());
  for (parse::Attribute& a : attributes) {
    a.name = svg ? svg_attribute_name(a.name) : mathml_attribute_name(a.name);
  }
  std::string_view element_name = tag.tag == Tag::kOther ? tag.name : name(tag.tag);
  if (svg) element_name = svg_element_name(element_name);
  NewElement element = {.tag = tag.tag, .space = space, .line = line_};
  element.name = nodes_.keep(element_name);
  if (has_room(bytes_of(tag))) element.attributes = nodes_.keep(attributes);
  const NodeId id = insert_element(element, svg && is_special(space, tag.tag));
  if (!svg && tag.tag == Tag::kAnnotationXml && holds_html(nodes_[id])) {
    OpenElement annotation = stack_.top();
    annotation.is_html_integration_point = true;
    stack_.replace(stack_.size() - 1, annotation);
  }
  if (tag.self_closing) pop();
}

// If the stack is full, the element becomes a sibling of the current node, which may get children
// later.
NodeId OpenTree::insert_element(const NewElement& element, bool is_html_integration_point) {
  Place place = {kDocumentNode};
  if (stack_.size() > 0) {
    place = place_for(current());
    if (stack_.is_full() && place.parent == current().node && place.before == kNoNode) {
      const NodeId above = nodes_[place.parent].parent;
      if (above != kNoNode) place.parent = above;
      nodes_.set_reordered();
    }
  }
  const NodeId id = nodes_.create(element);
  nodes_.insert(id, place);
  stack_.push({.node = id,
               .tag = element.tag,
               .space = element.space,
               .is_html_integration_point = is_html_integration_point});
  return id;
}

void OpenTree::insert_text(std::string_view text) {
  if (!text.empty() && has_room(2 * text.size())) nodes_.insert_text(text, place_for(current()));
}

void OpenTree::add_attributes(NodeId element, const StartTag& tag) {
  if (!tag.attributes.empty() && has_room(bytes_of(tag))) {
    nodes_.add_attributes(element, tag.attributes);
  }
}

void OpenTree::remove_node(NodeId node) {
  nodes_.remove(node);
  nodes_.set_reordered();
}

// The appropriate place for inserting a node (13.2.6.1).
Place OpenTree::place_for(const OpenElement& target) {
  if (!is_foster_parenting_ || !target.is_html_of(kFosters)) return {target.node};
  nodes_.set_reordered();
  return foster_place();
}

Place OpenTree::foster_place() const {
  const size_t table = stack_.find_last(Tag::kTable);
  const size_t html_template = stack_.find_last(Tag::kTemplate);
  const bool has_table = table != OpenElements::kNone;
  if (html_template != OpenElements::kNone && (!has_table || html_template > table)) {
    return {stack_[html_template].node};
  }
  if (!has_table) return {stack_[0].node};
  const NodeId node = stack_[table].node;
  if (nodes_[node].parent != kNoNode) return {nodes_[node].parent, node};
  return {stack_[table > 0 ? table - 1 : 0].node};
}

void OpenTree::push(NodeId node) {
  stack_.push({.node = node, .tag = nodes_[node].tag});
  nodes_.set_reordered();
}

void OpenTree::pop() {
  if (stack_.size() <= 1) return;
  const OpenElement popped = stack_.pop();
  // What is in a template belongs to another document.
  if (popped.is_html(Tag::kTemplate)) nodes_.drop_children(popped.node);
}

// The element <html> is never popped.
void OpenTree::pop_until(Tag tag) {
  while (stack_.size() > 1) {
    const bool is_last = current().is_html(tag);
    pop();
    if (is_last) return;
  }
}

void OpenTree::pop_until_heading() {
  while (stack_.size() > 1) {
    const bool is_last = current().is_html_of(kHeading);
    pop();
    if (is_last) return;
  }
}

void OpenTree::pop_until_node(NodeId node) {
  while (stack_.size() > 1) {
    const bool is_last = current().node == node;
    pop();
    if (is_last) return;
  }
}

void OpenTree::remove_from_stack(NodeId node) {
  const size_t i = stack_.find(node);
  if (i == OpenElements::kNone || i == 0) return;
  // Those that stay open are deeper in the tree now than on the stack.
  if (i + 1 < stack_.size()) nodes_.set_reordered();
  stack_.remove(i);
}

void OpenTree::pop_to(std::initializer_list<Tag> tags) {
  while (stack_.size() > 1) {
    for (const Tag tag : tags) {
      if (current().is_html(tag)) return;
    }
    pop();
  }
}

void OpenTree::generate_implied_end_tags(Tag except) {
  while (current().is_html_of(kImpliedEndTag) && current().tag != except) pop();
}

void OpenTree::generate_all_implied_end_tags_thoroughly() {
  while (current().is_html_of(kThoroughlyImplied)) pop();
}

void OpenTree::close_p() {
  generate_implied_end_tags(Tag::kP);
  pop_until(Tag::kP);
}

void OpenTree::close_p_in_button_scope() {
  if (stack_.has_in_scope(Tag::kP, Scope::kButton)) close_p();
}

void OpenTree::any_other_end_tag(Tag tag, std::string_view name) {
  if (stack_.count(tag) == 0) return;
  for (size_t i = stack_.size(); i-- > 1;) {
    const OpenElement& element = stack_[i];
    if (element.is_html(tag) && (tag != Tag::kOther || nodes_[element.node].name == name)) {
      const NodeId node = element.node;
      generate_implied_end_tags(tag);
      pop_until_node(node);
      return;
    }
    if (is_special(element.space, element.tag)) return;
  }
}

Document OpenTree::finish() {
  while (stack_.size() > 1) pop();
  return nodes_.finish();
}

}  // namespace freshet::dom
