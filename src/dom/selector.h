#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "dom/document.h"
#include "result/result.h"

namespace freshet::dom {

// How much work queries may still do, in steps of about ten nanoseconds. Shared by all queries of a
// page, so that a slow selector on a hostile page cannot take longer than a limit.
struct WorkBudget {
  uint64_t steps = 20'000'000;
  bool spend(uint64_t some) {
    if (some > steps) {
      steps = 0;
      return false;
    }
    steps -= some;
    return true;
  }
};

// Where and why a selector or an XPath expression cannot be read.
struct QueryError {
  std::string message;
  size_t at = 0;  // byte offset in the expression
};

// A list of CSS selectors: Selectors Level 3, and of Level 4 :is(), :where(), :not() and :has()
// with lists, `of` in :nth-child(), the flags i and s of attribute selectors, :scope and :any-link.
// Names of elements and attributes match without regard to case in HTML; classes and ids with
// regard to it, as on a page that is not in quirks mode. A pseudo-class that depends on a reader,
// such as :hover, matches nothing; forms are in the state in which the page gives them.
// Pseudo-elements are an error. At most 4096 bytes with 256 compound selectors, nested 16 levels
// deep. Immutable; any thread may use it.
class Selector {
 public:
  static Result<Selector, QueryError> parse(std::string_view text);
  ~Selector();
  Selector(Selector&&) noexcept;
  Selector& operator=(Selector&&) noexcept;

  // Returns the elements inside `scope` (not `scope` itself) that match, in document order, at most
  // `most`. :scope is `scope`. Ancestors outside the scope count for combinators, as in
  // querySelectorAll(). Stops when the budget is spent.
  std::vector<NodeId> select(const Document& document, NodeId scope, size_t most,
                             WorkBudget& budget) const;
  bool matches(const Document& document, NodeId element, NodeId scope, WorkBudget& budget) const;

 private:
  struct Compiled;
  explicit Selector(std::unique_ptr<Compiled> compiled);
  std::unique_ptr<const Compiled> compiled_;
};

}  // namespace freshet::dom
