#include "dom/tree_nodes.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace freshet::dom {
namespace {

// More than a token and the end of the page can create: formatting elements that are opened again,
// up to three times, clones of the adoption agency, and implied elements.
constexpr size_t kMostNodesOfToken = 512;

// <html> and <body> may get attributes from several tags; more are left out.
constexpr size_t kMaxAttributes = 256;

template <typename A>
bool has_name(std::span<const A> attributes, std::string_view name) {
  return std::any_of(attributes.begin(), attributes.end(),
                     [&](const A& a) { return a.name == name; });
}

}  // namespace

TreeNodes::TreeNodes(size_t page_bytes, const TreeLimits& limits)
    : limits_(limits),
      memory_(std::make_unique<Document::Memory>(
          Document::Memory{Arena(std::clamp<size_t>(page_bytes, 1 << 10, 1 << 18))})) {
  nodes_.reserve(std::clamp<size_t>(page_bytes / 32, 16, 1 << 15));
  nodes_.push_back({.kind = NodeKind::kDocument});
}

std::span<const Attribute> TreeNodes::keep(std::span<const parse::Attribute> attributes) {
  if (attributes.empty()) return {};
  size_t bytes = 0;
  for (const parse::Attribute& a : attributes) bytes += a.name.size() + a.value.size();
  char* const memory =
      memory_->arena.allocate(attributes.size() * sizeof(Attribute) + bytes, alignof(Attribute));
  auto* const kept = reinterpret_cast<Attribute*>(memory);
  char* texts = memory + attributes.size() * sizeof(Attribute);
  const auto copy = [&texts](std::string_view text) {
    if (!text.empty()) std::memcpy(texts, text.data(), text.size());
    const std::string_view copied(texts, text.size());
    texts += text.size();
    return copied;
  };
  size_t count = 0;
  for (const parse::Attribute& a : attributes) {
    if (has_name(std::span<const Attribute>(kept, count), a.name)) continue;
    const std::string_view name = copy(a.name);
    new (kept + count++) Attribute{name, copy(a.value)};
  }
  return {kept, count};
}

void TreeNodes::add_attributes(NodeId element, std::span<const parse::Attribute> attributes) {
  std::vector<parse::Attribute> all;
  for (const Attribute& a : nodes_[element].attributes) all.push_back({a.name, a.value});
  const size_t before = all.size();
  for (const parse::Attribute& a : attributes) {
    if (all.size() >= kMaxAttributes) break;
    if (!has_name(std::span<const parse::Attribute>(all), a.name)) all.push_back(a);
  }
  if (all.size() > before) nodes_[element].attributes = keep(all);
}

NodeId TreeNodes::create(const NewElement& element) {
  nodes_.push_back({.kind = NodeKind::kElement,
                    .space = element.space,
                    .tag = element.tag,
                    .line = element.line,
                    .name = element.name,
                    .attributes = element.attributes});
  return static_cast<NodeId>(nodes_.size() - 1);
}

void TreeNodes::insert(NodeId id, const Place& place) {
  Node& node = nodes_[id];
  Node& parent = nodes_[place.parent];
  node.parent = place.parent;
  node.next = place.before;
  NodeId& link_back = place.before == kNoNode ? parent.last_child : nodes_[place.before].previous;
  node.previous = link_back;
  link_back = id;
  (node.previous == kNoNode ? parent.first_child : nodes_[node.previous].next) = id;
}

void TreeNodes::remove(NodeId id) {
  Node& node = nodes_[id];
  if (node.parent == kNoNode) return;
  Node& parent = nodes_[node.parent];
  (node.previous == kNoNode ? parent.first_child : nodes_[node.previous].next) = node.next;
  (node.next == kNoNode ? parent.last_child : nodes_[node.next].previous) = node.previous;
  node.parent = node.previous = node.next = kNoNode;
}

void TreeNodes::move_children(NodeId from, NodeId to) {
  Node& old_parent = nodes_[from];
  Node& new_parent = nodes_[to];
  for (NodeId child = old_parent.first_child; child != kNoNode; child = nodes_[child].next) {
    nodes_[child].parent = to;
  }
  new_parent.first_child = old_parent.first_child;
  new_parent.last_child = old_parent.last_child;
  old_parent.first_child = old_parent.last_child = kNoNode;
}

void TreeNodes::drop_children(NodeId node) {
  if (nodes_[node].first_child == kNoNode) return;
  nodes_[node].first_child = nodes_[node].last_child = kNoNode;
  set_reordered();
}

void TreeNodes::insert_text(std::string_view text, const Place& place) {
  const NodeId neighbour =
      place.before == kNoNode ? nodes_[place.parent].last_child : nodes_[place.before].previous;
  if (neighbour != kNoNode && nodes_[neighbour].kind == NodeKind::kText) {
    extend_text(neighbour, text);
    return;
  }
  nodes_.push_back({.kind = NodeKind::kText, .text = memory_->arena.copy(text)});
  insert(static_cast<NodeId>(nodes_.size() - 1), place);
}

// Takes amortized time proportional to `more`.
void TreeNodes::extend_text(NodeId id, std::string_view more) {
  std::string_view& text = nodes_[id].text;
  if (memory_->arena.extend(text, more)) return;
  const size_t size = text.size() + more.size();
  const auto capacity = capacities_.find(id);
  char* start = const_cast<char*>(text.data());  // it points into our arena
  if (capacity == capacities_.end() || capacity->second < size) {
    start = memory_->arena.allocate(2 * size);
    capacities_[id] = 2 * size;
    if (!text.empty()) std::memcpy(start, text.data(), text.size());
  }
  std::memcpy(start + text.size(), more.data(), more.size());
  text = {start, size};
}

bool TreeNodes::has_room(size_t bytes) const {
  const size_t nodes = nodes_.size() + kMostNodesOfToken;
  return nodes <= limits_.max_nodes &&
         nodes * sizeof(Node) + memory_->arena.used_bytes() + bytes <= limits_.max_bytes;
}

// Returns the nodes that are reachable in the order of the document, without adjacent texts, and
// with those that are too deep as siblings of the deepest ones.
TreeNodes TreeNodes::ordered() {
  TreeNodes out(nodes_.size(), limits_);
  out.memory_ = std::move(memory_);
  out.capacities_.clear();
  out.nodes_.reserve(nodes_.size());
  std::vector<NodeId> path = {kDocumentNode};  // in `out`: from the document to the last element
  size_t depth = 0;                            // of `id` in this tree
  NodeId id = kDocumentNode;
  while (true) {
    if (nodes_[id].first_child != kNoNode) {
      id = nodes_[id].first_child;
      ++depth;
    } else {
      while (id != kDocumentNode && nodes_[id].next == kNoNode) {
        id = nodes_[id].parent;
        --depth;
      }
      if (id == kDocumentNode) break;
      id = nodes_[id].next;
    }
    const Node& node = nodes_[id];
    // An element at depth d is path[d]; a text may be one level below the deepest element.
    const bool is_text = node.kind == NodeKind::kText;
    const size_t new_depth = std::min<size_t>(depth, limits_.max_depth + (is_text ? 1 : 0));
    path.resize(std::min(path.size(), new_depth));
    const Place place = {path.back()};
    const NodeId before = out.nodes_[place.parent].last_child;
    if (is_text) {
      if (before != kNoNode && out.nodes_[before].kind == NodeKind::kText) {
        out.extend_text(before, node.text);
        continue;
      }
    }
    Node copy = node;
    copy.parent = copy.previous = copy.next = copy.first_child = copy.last_child = kNoNode;
    out.nodes_.push_back(copy);
    const auto new_id = static_cast<NodeId>(out.nodes_.size() - 1);
    out.insert(new_id, place);
    if (!is_text) path.push_back(new_id);
  }
  return out;
}

Document TreeNodes::finish() {
  if (is_reordered_) {
    const bool is_truncated = is_truncated_;
    *this = ordered();
    is_truncated_ = is_truncated;
  }
  Document document;
  document.nodes_ = std::move(nodes_);
  document.memory_ = std::move(memory_);
  document.is_truncated_ = is_truncated_;
  return document;
}

}  // namespace freshet::dom
