// Parses the first line of the input as a selector and selects elements of the rest, a page. All
// selected elements match by themselves, are in document order and inside the scope, and the work
// ends at the budget.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "dom/selector.h"

namespace {

using namespace freshet::dom;  // NOLINT(google-build-using-namespace)

void require(bool condition) {
  if (!condition) std::abort();
}

void select(const Selector& selector, const Document& document, NodeId scope) {
  WorkBudget budget{.steps = 1'000'000};
  const auto selected = selector.select(document, scope, 100, budget);
  require(selected.size() <= 100);
  NodeId next = scope;
  for (const NodeId id : selected) {
    require(document[id].kind == NodeKind::kElement);
    WorkBudget again{.steps = 1'000'000};
    const bool is_match = selector.matches(document, id, scope, again);
    require(is_match || again.steps == 0);
    do {
      next = document.next_in_order(next, scope);
      require(next != kNoNode);
    } while (next != id);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const size_t line = input.find('\n');
  const std::string_view text = input.substr(0, line);
  const auto selector = Selector::parse(text);
  if (!selector) {
    require(!selector.error().message.empty() && selector.error().at <= text.size());
    return 0;
  }
  if (line == std::string_view::npos) return 0;
  const Document document = parse_document(input.substr(line + 1));
  select(*selector, document, kDocumentNode);
  select(*selector, document, static_cast<NodeId>(document.size() - 1));
  return 0;
}
