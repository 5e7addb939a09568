#include "dom/open_elements.h"

namespace freshet::dom {

using parse::Tag;

bool OpenElement::is_mathml_text_integration_point() const {
  return space == Namespace::kMathMl && tag != Tag::kAnnotationXml && is_special(space, tag);
}

void OpenElements::added(const OpenElement& element) {
  if (element.node >= is_open_.size()) is_open_.resize(size_t{element.node} + 1);
  is_open_[element.node] = 1;
  if (element.is_html()) ++counts_[static_cast<size_t>(element.tag)];
}

void OpenElements::removed(const OpenElement& element) {
  is_open_[element.node] = 0;
  if (element.is_html()) --counts_[static_cast<size_t>(element.tag)];
}

void OpenElements::push(const OpenElement& element) {
  added(element);
  if (is_full()) {
    hidden_.push_back(visible_.back());
    visible_.back() = element;
  } else {
    visible_.push_back(element);
  }
}

OpenElement OpenElements::pop() {
  const OpenElement popped = visible_.back();
  removed(popped);
  if (hidden_.empty()) {
    visible_.pop_back();
  } else {
    visible_.back() = hidden_.back();
    hidden_.pop_back();
  }
  return popped;
}

void OpenElements::remove(size_t i) {
  if (i + 1 == visible_.size()) {
    pop();
    return;
  }
  removed(visible_[i]);
  visible_.erase(visible_.begin() + static_cast<ptrdiff_t>(i));
}

void OpenElements::insert(size_t i, const OpenElement& element) {
  added(element);
  visible_.insert(visible_.begin() + static_cast<ptrdiff_t>(i), element);
}

void OpenElements::replace(size_t i, const OpenElement& element) {
  removed(visible_[i]);
  added(element);
  visible_[i] = element;
}

size_t OpenElements::find(NodeId node) const {
  if (!is_open(node)) return kNone;
  for (size_t i = visible_.size(); i-- > 0;) {
    if (visible_[i].node == node) return i;
  }
  return kNone;
}

size_t OpenElements::find_last(Tag tag) const {
  if (count(tag) == 0) return kNone;
  for (size_t i = visible_.size(); i-- > 0;) {
    if (visible_[i].is_html(tag)) return i;
  }
  return kNone;
}

bool OpenElements::has_in_scope(Tag tag, Scope scope) const {
  if (count(tag) == 0) return false;
  for (size_t i = visible_.size(); i-- > 0;) {
    const OpenElement& element = visible_[i];
    if (element.is_html(tag)) return true;
    switch (scope) {
      case Scope::kTable:
        if (element.is_html_of(kEndsTableScope)) return false;
        continue;
      case Scope::kListItem:
        if (element.is_html(Tag::kOl) || element.is_html(Tag::kUl)) return false;
        break;
      case Scope::kButton:
        if (element.is_html(Tag::kButton)) return false;
        break;
      case Scope::kDefault: break;
    }
    if (ends_scope(element.space, element.tag)) return false;
  }
  return false;
}

bool OpenElements::has_heading_in_scope() const {
  for (size_t i = visible_.size(); i-- > 0;) {
    if (visible_[i].is_html_of(kHeading)) return true;
    if (ends_scope(visible_[i].space, visible_[i].tag)) return false;
  }
  return false;
}

bool OpenElements::has_node_in_scope(NodeId node) const {
  if (!is_open(node)) return false;
  for (size_t i = visible_.size(); i-- > 0;) {
    if (visible_[i].node == node) return true;
    if (ends_scope(visible_[i].space, visible_[i].tag)) return false;
  }
  return false;
}

}  // namespace freshet::dom
