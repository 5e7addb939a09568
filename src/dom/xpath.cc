#include "dom/xpath.h"

#include <algorithm>

#include "dom/xpath_evaluator.h"
#include "dom/xpath_expression.h"

namespace freshet::dom {

// For each node the first one after it that is not inside it.
struct XPathDocument::Tree {
  const Document& document;
  std::vector<NodeId> ends;
};

XPathDocument::XPathDocument(const Document& document)
    : tree_(std::make_unique<Tree>(Tree{document, std::vector<NodeId>(document.size())})) {
  // Nodes inside a node have larger numbers, so their ends are known first.
  for (auto id = static_cast<NodeId>(document.size()); id-- > 0;) {
    const NodeId last = document[id].last_child;
    tree_->ends[id] = last == kNoNode ? id + 1 : tree_->ends[last];
  }
}

XPathDocument::~XPathDocument() = default;

struct XPath::Compiled {
  Expression expression;
};

XPath::XPath(std::unique_ptr<Compiled> compiled) : compiled_(std::move(compiled)) {}
XPath::~XPath() = default;
XPath::XPath(XPath&&) noexcept = default;
XPath& XPath::operator=(XPath&&) noexcept = default;

Result<XPath, QueryError> XPath::parse(std::string_view text) {
  auto expression = parse_xpath(text);
  if (!expression) return Unexpected(std::move(expression.error()));
  return XPath(std::make_unique<Compiled>(Compiled{std::move(*expression)}));
}

std::vector<XPathItem> XPath::evaluate(const XPathDocument& document, NodeId context, size_t most,
                                       WorkBudget& budget) const {
  const Expression& expression = compiled_->expression;
  XPathEvaluator evaluator(document.tree_->document, document.tree_->ends, expression, budget);
  XPathValue value = evaluator.evaluate(expression.root, {.node = {context}});
  std::vector<XPathItem> items;
  if (const auto* const nodes = std::get_if<NodeSet>(&value)) {
    for (size_t i = 0; i < std::min(nodes->size(), most); ++i) {
      const XPathNode node = (*nodes)[i];
      if (node.is_attribute())
        items.push_back({.text = evaluator.string_of(node)});
      else
        items.push_back({.node = node.node});
    }
  } else if (most > 0) {
    items.push_back({.text = evaluator.to_string(value)});
  }
  if (evaluator.has_failed()) return {};
  return items;
}

}  // namespace freshet::dom
