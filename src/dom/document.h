#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "parse/tag.h"

namespace freshet::dom {

// The index of a node in its document. Nodes are numbered in document order.
using NodeId = uint32_t;
inline constexpr NodeId kNoNode = UINT32_MAX;
inline constexpr NodeId kDocumentNode = 0;

enum class NodeKind : uint8_t { kDocument, kElement, kText };
enum class Namespace : uint8_t { kHtml, kSvg, kMathMl };

// Its views point into the memory of the Document.
struct Attribute {
  std::string_view name;  // of HTML elements in lower case
  std::string_view value;
};

struct Node {
  NodeId parent = kNoNode;
  NodeId previous = kNoNode;  // sibling
  NodeId next = kNoNode;      // sibling
  NodeId first_child = kNoNode;
  NodeId last_child = kNoNode;
  NodeKind kind = NodeKind::kElement;
  Namespace space = Namespace::kHtml;
  parse::Tag tag = parse::Tag::kOther;  // of an element of any namespace
  uint32_t line = 0;                    // of the start tag in the page, from 1
  std::string_view name;                // of an element; of HTML in lower case
  std::string_view text;                // of a text node
  std::span<const Attribute> attributes;

  // Returns the value of the attribute with this name.
  std::optional<std::string_view> attribute(std::string_view name) const;
};

// The tree of a page, as the HTML Standard (13.2.6) constructs it with scripting disabled. It owns
// all its memory, in a few blocks. Comments, doctypes and the content of <template> are not in it,
// and no text directly follows another.
class Document {
 public:
  Document();
  ~Document();
  Document(Document&&) noexcept;
  Document& operator=(Document&&) noexcept;

  const Node& operator[](NodeId id) const { return nodes_[id]; }
  size_t size() const { return nodes_.size(); }  // including the document node
  // The next node in document order that is inside `within`; kNoNode after the last one. Begin with
  // `within` itself. Takes amortized constant time and needs no recursion.
  NodeId next_in_order(NodeId current, NodeId within) const;
  // Whether something was left out because of TreeLimits.
  bool is_truncated() const { return is_truncated_; }

 private:
  friend class TreeNodes;
  struct Memory;

  std::vector<Node> nodes_;
  std::unique_ptr<Memory> memory_;  // what the views of the nodes point into
  bool is_truncated_ = false;
};

struct TreeLimits {
  size_t max_nodes = 1'000'000;  // the tree stops to grow at 512 less
  size_t max_bytes = 64 << 20;   // of nodes, texts and attributes
  // Elements that would be nested deeper become siblings of the deepest ones. At least 8.
  uint16_t max_depth = 512;
};

// Parses a page in UTF-8. Takes time proportional to its length times a constant that depends on
// the limits, and never fails: beyond a limit the rest of the page is left out.
Document parse_document(std::string_view html, const TreeLimits& limits = {});

// Returns all text inside the node, as it is (DOM's textContent).
std::string text_content(const Document& document, NodeId node, size_t max_bytes = 1 << 20);
// Returns the text that a reader sees inside the node: no scripts and styles; white space collapsed
// outside <pre>; a line feed between blocks and for <br>; trimmed.
std::string visible_text(const Document& document, NodeId node, size_t max_bytes = 1 << 20);
// Returns the children of the node as HTML (HTML Standard 13.3).
std::string inner_html(const Document& document, NodeId node, size_t max_bytes = 1 << 20);

}  // namespace freshet::dom
