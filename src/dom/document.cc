#include "dom/document.h"

#include <algorithm>

#include "dom/tree_builder.h"
#include "dom/tree_nodes.h"
#include "parse/tokenizer.h"

namespace freshet::dom {
namespace {

// Makes CR LF and CR a line feed (HTML Standard 13.2.3.5).
std::string with_line_feeds(std::string_view html) {
  std::string out;
  out.reserve(html.size());
  while (!html.empty()) {
    const size_t end = html.find('\r');
    out += html.substr(0, end);
    if (end == std::string_view::npos) break;
    out += '\n';
    html.remove_prefix(end + 1);
    if (html.starts_with('\n')) html.remove_prefix(1);
  }
  return out;
}

Document parse_normalised(std::string_view html, const TreeLimits& limits) {
  TreeBuilder builder(html, limits);
  parse::Tokenizer tokenizer(builder);
  tokenizer.feed(html);
  tokenizer.finish();
  return builder.finish();
}

}  // namespace

std::optional<std::string_view> Node::attribute(std::string_view wanted) const {
  for (const Attribute& a : attributes) {
    if (a.name == wanted) return a.value;
  }
  return std::nullopt;
}

Document::Document() : nodes_{{.kind = NodeKind::kDocument}} {}
Document::~Document() = default;
Document::Document(Document&&) noexcept = default;
Document& Document::operator=(Document&&) noexcept = default;

NodeId Document::next_in_order(NodeId current, NodeId within) const {
  if (nodes_[current].first_child != kNoNode) return nodes_[current].first_child;
  while (current != within) {
    if (nodes_[current].next != kNoNode) return nodes_[current].next;
    current = nodes_[current].parent;
  }
  return kNoNode;
}

Document parse_document(std::string_view html, const TreeLimits& limits) {
  if (html.find('\r') == std::string_view::npos) return parse_normalised(html, limits);
  return parse_normalised(with_line_feeds(html), limits);
}

}  // namespace freshet::dom
