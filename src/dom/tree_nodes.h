#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dom/arena.h"
#include "dom/document.h"
#include "parse/token_sink.h"

namespace freshet::dom {

struct Document::Memory {
  Arena arena;
};

// What an element is created from.
struct NewElement {
  parse::Tag tag = parse::Tag::kOther;
  Namespace space = Namespace::kHtml;
  uint32_t line = 0;
  std::string_view name;  // valid as long as the nodes: see TreeNodes::keep()
  std::span<const Attribute> attributes;
};

// Where a node is inserted: before a child, or at the end.
struct Place {
  NodeId parent = kNoNode;
  NodeId before = kNoNode;
};

// The nodes of a document while it is built. Insertion and removal take constant time.
class TreeNodes {
 public:
  TreeNodes(size_t page_bytes, const TreeLimits& limits);

  const Node& operator[](NodeId id) const { return nodes_[id]; }
  size_t size() const { return nodes_.size(); }

  // These copy into the memory of the document.
  std::string_view keep(std::string_view text) { return memory_->arena.copy(text); }
  // Of attributes with the same name, only the first is kept.
  std::span<const Attribute> keep(std::span<const parse::Attribute> attributes);
  // Adds those that the element does not have.
  void add_attributes(NodeId element, std::span<const parse::Attribute> attributes);

  NodeId create(const NewElement& element);
  void insert(NodeId node, const Place& place);
  void remove(NodeId node);  // from its parent
  void move_children(NodeId from, NodeId to);
  // The children of the node are not part of the document any more.
  void drop_children(NodeId node);
  // Appends to the text before the place, or inserts a text there.
  void insert_text(std::string_view text, const Place& place);

  // Whether the document may still get a token with so many bytes of text and attributes.
  bool has_room(size_t bytes) const;
  void set_truncated() { is_truncated_ = true; }
  bool is_truncated() const { return is_truncated_; }

  // The order in which nodes were inserted is not the order of the document, or some may be too
  // deep.
  void set_reordered() { is_reordered_ = true; }
  Document finish();

 private:
  void extend_text(NodeId id, std::string_view more);
  TreeNodes ordered();

  TreeLimits limits_;
  std::vector<Node> nodes_;
  std::unique_ptr<Document::Memory> memory_;
  // How many bytes are allocated for a text that did not stay the last one of the arena.
  std::unordered_map<NodeId, size_t> capacities_;
  bool is_truncated_ = false;
  bool is_reordered_ = false;
};

}  // namespace freshet::dom
