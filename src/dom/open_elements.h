#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "dom/document.h"
#include "dom/element_kinds.h"

namespace freshet::dom {

struct OpenElement {
  NodeId node = kNoNode;
  parse::Tag tag = parse::Tag::kOther;
  Namespace space = Namespace::kHtml;
  bool is_html_integration_point = false;

  bool is_html() const { return space == Namespace::kHtml; }
  bool is_html(parse::Tag wanted) const { return tag == wanted && is_html(); }
  bool is_html_of(uint16_t kinds) const { return is_html() && is_any_of(tag, kinds); }
  bool is_mathml_text_integration_point() const;
};

// The variants of "has an element in scope" (HTML Standard 13.2.4.2).
enum class Scope : uint8_t { kDefault, kListItem, kButton, kTable };

// The stack of open elements. If more are open than the limit, only the last one of those beyond
// it is on the visible stack; each appears again when those after it are popped. All functions see
// the visible stack only, so they take time up to the limit.
class OpenElements {
 public:
  static constexpr size_t kNone = SIZE_MAX;

  explicit OpenElements(size_t limit) : limit_(limit) {}

  size_t size() const { return visible_.size(); }
  const OpenElement& operator[](size_t i) const { return visible_[i]; }
  const OpenElement& top() const { return visible_.back(); }
  // Whether an element that is pushed now is beyond the limit.
  bool is_full() const { return visible_.size() >= limit_ || !hidden_.empty(); }

  void push(const OpenElement& element);
  OpenElement pop();
  void remove(size_t i);
  void insert(size_t i, const OpenElement& element);
  void replace(size_t i, const OpenElement& element);

  // Whether it is on the stack, visible or not. Takes constant time.
  bool is_open(NodeId node) const { return node < is_open_.size() && is_open_[node] != 0; }
  // How many HTML elements with this tag are on the stack, visible or not. Takes constant time.
  uint32_t count(parse::Tag tag) const { return counts_[static_cast<size_t>(tag)]; }

  // These return kNone if there is none.
  size_t find(NodeId node) const;
  size_t find_last(parse::Tag tag) const;

  bool has_in_scope(parse::Tag tag, Scope scope = Scope::kDefault) const;
  bool has_heading_in_scope() const;
  bool has_node_in_scope(NodeId node) const;

 private:
  void added(const OpenElement& element);
  void removed(const OpenElement& element);

  const size_t limit_;
  std::vector<OpenElement> visible_;
  std::vector<OpenElement> hidden_;     // between the last two visible ones
  std::vector<uint8_t> is_open_;        // by node
  std::array<uint32_t, 256> counts_{};  // by tag
};

}  // namespace freshet::dom
