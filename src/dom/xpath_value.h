#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "dom/document.h"

namespace freshet::dom {

// A node as XPath sees it: a node of the document, or an attribute of an element.
struct XPathNode {
  NodeId node = kNoNode;
  uint32_t attribute = 0;  // 0: the node itself; otherwise the number of the attribute, from 1

  bool is_attribute() const { return attribute != 0; }
  // The document order.
  auto operator<=>(const XPathNode&) const = default;
};

// In document order, each node once.
using NodeSet = std::vector<XPathNode>;

using XPathValue = std::variant<NodeSet, std::string, double, bool>;

// The conversions of XPath 1.0, sections 4.2 to 4.4, without those of nodes.
std::string number_to_string(double number);
double string_to_number(std::string_view text);

}  // namespace freshet::dom
