#include <unordered_set>
#include <utility>

#include "extract/extract.h"
#include "extract/page_queries.h"
#include "extract/rules.h"
#include "parse/tag.h"

namespace freshet::extract {
namespace {

// Returns for each node whether it is inside an element that the selector matches, or is one.
std::vector<bool> nodes_inside(const dom::Document& document, const dom::Selector& selector,
                               dom::WorkBudget& budget) {
  std::vector<bool> inside(document.size());
  for (const dom::NodeId id :
       selector.select(document, dom::kDocumentNode, document.size(), budget)) {
    inside[id] = true;
  }
  for (dom::NodeId id = dom::kDocumentNode; id != dom::kNoNode;
       id = document.next_in_order(id, dom::kDocumentNode)) {
    const dom::NodeId parent = document[id].parent;
    if (parent != dom::kNoNode && inside[parent]) inside[id] = true;
  }
  return inside;
}

bool is_link(const dom::Node& node) {
  return node.kind == dom::NodeKind::kElement &&
         (node.tag == parse::Tag::kA || node.tag == parse::Tag::kArea);
}

}  // namespace

RecipeLinks links_of(const Recipe& recipe, const ExtractPage& page,
                     const url::Canonicalizer& canonicalizer, const ExtractLimits& limits) {
  const RecipeRules& rules = recipe.rules();
  const dom::Document document = dom::parse_document(page.html, limits.tree);
  const url::Url base = base_of(document, page.url);
  dom::WorkBudget budget = limits.work;
  std::vector<bool> inside;
  if (rules.links && match_url(rules, page.canonical).kind == PageKind::kList) {
    inside = nodes_inside(document, *rules.links, budget);
  }
  RecipeLinks links;
  std::unordered_set<std::string> seen;
  for (dom::NodeId id = dom::kDocumentNode; id != dom::kNoNode && seen.size() < limits.max_links;
       id = document.next_in_order(id, dom::kDocumentNode)) {
    if (!is_link(document[id]) || (!inside.empty() && !inside[id])) continue;
    const auto href = document[id].attribute("href");
    const auto url = href ? url::resolve(*href, base) : Unexpected(url::UrlError::kHostMissing);
    const auto canonical = url ? canonicalizer.canonical(*url) : std::nullopt;
    if (!canonical || !seen.insert(canonical->text()).second) continue;
    const PageKind kind = match_url(rules, canonical->text()).kind;
    if (kind == PageKind::kItem) links.items.push_back(canonical->text());
    if (kind == PageKind::kList) links.lists.push_back(canonical->text());
  }
  return links;
}

}  // namespace freshet::extract
