// Parses the first line of the input as an XPath expression and evaluates it on the rest, a page.
// Nodes are in document order and no more than wanted, a second evaluation gives the same, and the
// work ends at the budget.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "dom/xpath.h"

namespace {

using namespace freshet::dom;  // NOLINT(google-build-using-namespace)

constexpr size_t kMost = 100;
constexpr uint64_t kSteps = 100'000;

void require(bool condition) {
  if (!condition) std::abort();
}

void evaluate(const XPath& xpath, const Document& document, const XPathDocument& tree,
              NodeId context) {
  WorkBudget budget{.steps = kSteps};
  const auto items = xpath.evaluate(tree, context, kMost, budget);
  require(items.size() <= kMost && budget.steps <= kSteps);
  for (size_t i = 0; i < items.size(); ++i) {
    const NodeId node = items[i].node;
    require(node == kNoNode || node < document.size());
    const bool are_nodes = i > 0 && node != kNoNode && items[i - 1].node != kNoNode;
    require(!are_nodes || items[i - 1].node < node);
  }
  WorkBudget again{.steps = kSteps};
  const auto same = xpath.evaluate(tree, context, kMost, again);
  require(same.size() == items.size() && again.steps == budget.steps);
  for (size_t i = 0; i < items.size(); ++i) {
    require(same[i].node == items[i].node && same[i].text == items[i].text);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const size_t line = input.find('\n');
  const std::string_view text = input.substr(0, line);
  const auto xpath = XPath::parse(text);
  if (!xpath) {
    require(!xpath.error().message.empty() && xpath.error().at <= text.size());
    return 0;
  }
  if (line == std::string_view::npos) return 0;
  const Document document = parse_document(input.substr(line + 1));
  const XPathDocument tree(document);
  evaluate(*xpath, document, tree, kDocumentNode);
  evaluate(*xpath, document, tree, static_cast<NodeId>(document.size() - 1));
  return 0;
}
