// Constructs the tree of any bytes as a page, within small limits, and checks that its links are
// consistent, that it is within the limits, and that its texts are valid UTF-8 if the page is. The
// first byte chooses the limits.
#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "dom/document.h"
#include "text/utf8.h"

using namespace freshet::dom;

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

// Checks a node and its links to its neighbours.
void check_links(const Document& document, NodeId id) {
  const Node& node = document[id];
  if (node.kind == NodeKind::kText) {
    require(!node.text.empty() && node.first_child == kNoNode);
    require(node.previous == kNoNode || document[node.previous].kind != NodeKind::kText);
  }
  require(node.kind != NodeKind::kElement || !node.name.empty());
  require((node.kind == NodeKind::kDocument) == (id == kDocumentNode));
  require((node.parent == kNoNode) == (id == kDocumentNode));
  if (id == kDocumentNode) return;
  const Node& parent = document[node.parent];
  require((node.previous == kNoNode) == (parent.first_child == id));
  require((node.next == kNoNode) == (parent.last_child == id));
  require(node.previous == kNoNode || document[node.previous].next == id);
  require(node.next == kNoNode || document[node.next].previous == id);
}

// Visits all nodes in document order, which is the order of their numbers.
void check_tree(const Document& document, const TreeLimits& limits) {
  require(document.size() <= std::max<size_t>(limits.max_nodes, 4));
  std::vector<size_t> depths(document.size());
  NodeId expected = 0;
  for (NodeId id = 0; id != kNoNode; id = document.next_in_order(id, kDocumentNode)) {
    require(id == expected++);
    check_links(document, id);
    if (id == kDocumentNode) continue;
    depths[id] = depths[document[id].parent] + 1;
    require(document[id].kind == NodeKind::kText || depths[id] <= limits.max_depth);
  }
  require(expected == document.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 1) return 0;
  const std::string_view page(reinterpret_cast<const char*>(data) + 1, size - 1);
  TreeLimits limits;
  limits.max_depth = static_cast<uint16_t>(8 + data[0] % 16);
  if (data[0] >= 128) limits.max_nodes = 600;
  if (data[0] >= 192) limits.max_bytes = size_t{1} << 16;

  const Document document = parse_document(page, limits);
  check_tree(document, limits);
  const auto is_valid = [](std::string_view text) {
    return freshet::text::valid_utf8_prefix(text) == text.size();
  };
  const bool valid = is_valid(page);
  for (NodeId id = 0; id < document.size(); id += 7) {
    const std::string outputs[] = {text_content(document, id, 50), visible_text(document, id, 50),
                                   inner_html(document, id, 50)};
    for (const std::string& output : outputs) require(output.size() <= 50);
    if (valid && document[id].kind == NodeKind::kElement) require(is_valid(document[id].name));
    for (const std::string& output : outputs) require(!valid || is_valid(output));
  }
  return 0;
}
