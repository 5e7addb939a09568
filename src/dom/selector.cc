#include "dom/selector.h"

#include "dom/selector_matcher.h"
#include "dom/selector_parser.h"

namespace freshet::dom {

struct Selector::Compiled {
  SelectorList list;
};

Selector::Selector(std::unique_ptr<Compiled> compiled) : compiled_(std::move(compiled)) {}
Selector::~Selector() = default;
Selector::Selector(Selector&&) noexcept = default;
Selector& Selector::operator=(Selector&&) noexcept = default;

Result<Selector, QueryError> Selector::parse(std::string_view text) {
  auto list = SelectorParser(text).parse();
  if (!list) return Unexpected(std::move(list).error());
  return Selector(std::make_unique<Compiled>(Compiled{std::move(*list)}));
}

std::vector<NodeId> Selector::select(const Document& document, NodeId scope, size_t most,
                                     WorkBudget& budget) const {
  std::vector<NodeId> selected;
  SelectorMatcher matcher(document, scope, budget);
  NodeId id = document.next_in_order(scope, scope);
  for (; id != kNoNode && selected.size() < most; id = document.next_in_order(id, scope)) {
    if (!budget.spend(1)) break;
    if (document[id].kind != NodeKind::kElement) continue;
    if (matcher.matches(compiled_->list, id) && budget.steps > 0) selected.push_back(id);
  }
  return selected;
}

bool Selector::matches(const Document& document, NodeId element, NodeId scope,
                       WorkBudget& budget) const {
  if (document[element].kind != NodeKind::kElement) return false;
  SelectorMatcher matcher(document, scope, budget);
  return matcher.matches(compiled_->list, element) && budget.steps > 0;
}

}  // namespace freshet::dom
