#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "dom/document.h"
#include "dom/selector.h"
#include "result/result.h"

namespace freshet::dom {

// A document as XPath sees it: elements have no namespace, a name matches HTML in any letter case,
// and a name with a prefix matches as it is written. Building it takes much less time than parsing
// the page. For any number of threads.
class XPathDocument {
 public:
  explicit XPathDocument(const Document& document);  // which must outlive this object
  ~XPathDocument();
  XPathDocument(const XPathDocument&) = delete;
  XPathDocument& operator=(const XPathDocument&) = delete;

 private:
  friend class XPath;
  struct Tree;
  std::unique_ptr<Tree> tree_;
};

// An item of the result of an expression: a node of the document, or a string (an attribute, a
// number, a string).
struct XPathItem {
  NodeId node = kNoNode;  // an element or a text; kNoNode: `text` has the value
  std::string text;
};

// An expression of XPath 1.0 without variables. Immutable; any thread may use it.
class XPath {
 public:
  static Result<XPath, QueryError> parse(std::string_view text);
  ~XPath();
  XPath(XPath&&) noexcept;
  XPath& operator=(XPath&&) noexcept;

  // Evaluates the expression with `context` as the context node. Nodes come in document order, at
  // most `most`; strings are cut at 1 MiB. An expression that goes beyond the budget, or that has a
  // step from something that is not a node, returns nothing. Steps without a position in their
  // predicates take time proportional to the page.
  std::vector<XPathItem> evaluate(const XPathDocument& document, NodeId context, size_t most,
                                  WorkBudget& budget) const;

 private:
  struct Compiled;
  explicit XPath(std::unique_ptr<Compiled> compiled);
  std::unique_ptr<const Compiled> compiled_;
};

}  // namespace freshet::dom
