#include "extract/page_queries.h"

#include <algorithm>

#include "parse/tag.h"
#include "text/utf8.h"

namespace freshet::extract {
namespace {

constexpr std::string_view kTooMuchWork = "the page needs more work than the limit allows";

// Returns the address of an element: <a href>, <img src>.
std::optional<std::string_view> address_of(const dom::Node& node) {
  for (const std::string_view name : {"href", "src", "data", "action"}) {
    if (const auto value = node.attribute(name)) return value;
  }
  return std::nullopt;
}

}  // namespace

url::Url base_of(const dom::Document& document, const url::Url& page) {
  for (dom::NodeId id = dom::kDocumentNode; id != dom::kNoNode;
       id = document.next_in_order(id, dom::kDocumentNode)) {
    const dom::Node& node = document[id];
    if (node.tag != parse::Tag::kBase || node.kind != dom::NodeKind::kElement) continue;
    const auto href = node.attribute("href");
    if (!href) continue;
    auto base = url::resolve(*href, page);
    if (!base || !base->is_web()) return page;
    return std::move(*base);
  }
  return page;
}

PageQueries::PageQueries(const ExtractPage& page, const ExtractLimits& limits)
    : document_(dom::parse_document(page.html, limits.tree)),
      base_(base_of(document_, page.url)),
      max_value_bytes_(limits.max_value_bytes),
      budget_(limits.work) {}

void PageQueries::set_groups(const pattern::Pattern& pattern, std::string_view url) {
  const auto matched = pattern.groups(url);
  if (!matched) return;
  for (const auto& [name, index] : pattern.group_names()) {
    if ((*matched)[index]) groups_.emplace_back(name, *(*matched)[index]);
  }
}

std::vector<dom::NodeId> PageQueries::elements(const Query& query, size_t most) {
  if (const auto* selector = std::get_if<dom::Selector>(&query.how)) {
    return selector->select(document_, dom::kDocumentNode, most, budget_);
  }
  std::vector<dom::NodeId> elements;
  if (const auto* xpath = std::get_if<dom::XPath>(&query.how)) {
    for (const dom::XPathItem& item :
         xpath->evaluate(xpath_document(), dom::kDocumentNode, most, budget_)) {
      const bool is_element =
          item.node != dom::kNoNode && document_[item.node].kind == dom::NodeKind::kElement;
      if (is_element) elements.push_back(item.node);
    }
  }
  return elements;
}

Findings PageQueries::values(const FieldRule& field, const Query& query, dom::NodeId scope,
                             size_t most) {
  if (budget_.steps == 0) return {{}, std::string(kTooMuchWork)};
  Findings findings =
      std::visit([&](const auto& how) { return run(how, field, scope, most); }, query.how);
  if (field.cleaning.regex && !charge(*field.cleaning.regex, findings)) findings.values.clear();
  if (findings.values.empty() && budget_.steps == 0) findings.reason = kTooMuchWork;
  return findings;
}

Findings PageQueries::run(const dom::Selector& selector, const FieldRule& field, dom::NodeId scope,
                          size_t most) {
  Findings findings{.reason = "matches no element"};
  for (const dom::NodeId element : selector.select(document_, scope, most, budget_)) {
    ++findings.found;
    add_element(field, element, findings);
  }
  return findings;
}

Findings PageQueries::run(const dom::XPath& xpath, const FieldRule& field, dom::NodeId scope,
                          size_t most) {
  Findings findings{.reason = "finds nothing"};
  for (dom::XPathItem& item : xpath.evaluate(xpath_document(), scope, most, budget_)) {
    ++findings.found;
    if (item.node == dom::kNoNode) {
      findings.values.push_back({cut(std::move(item.text))});
    } else if (document_[item.node].kind == dom::NodeKind::kText) {
      findings.values.push_back({cut(std::string(document_[item.node].text))});
    } else {
      add_element(field, item.node, findings);
    }
  }
  return findings;
}

Findings PageQueries::run(const StatedValue& source, const FieldRule& field, dom::NodeId /*scope*/,
                          size_t most) {
  if (!sources_) {
    sources_ = std::make_unique<PageSources>(document_, budget_,
                                             SourceLimits{.max_value_bytes = max_value_bytes_});
  }
  Findings findings{.reason = "the page does not state it"};
  std::vector<std::string> texts = sources_->values(source.value, most);
  std::vector<std::string> currencies;
  if (source.currency && field.shape.type == FieldType::kMoney) {
    currencies = sources_->values(*source.currency, most);
  }
  const bool are_pairs = currencies.size() == texts.size();
  for (size_t i = 0; i < texts.size(); ++i) {
    RawValue value{.text = std::move(texts[i]), .is_for_programs = true};
    if (!currencies.empty()) value.currency = currencies[are_pairs ? i : 0];
    findings.values.push_back(std::move(value));
  }
  findings.found = texts.size();
  return findings;
}

Findings PageQueries::run(const GroupName& group, const FieldRule& /*field*/, dom::NodeId /*scope*/,
                          size_t /*most*/) {
  for (const auto& [name, text] : groups_) {
    if (name == group.name) return {{{.text = text, .is_for_programs = true}}, ""};
  }
  return {{}, "the group has no part in the URL"};
}

Findings PageQueries::run(const RecordElement& /*element*/, const FieldRule& field,
                          dom::NodeId scope, size_t /*most*/) {
  Findings findings;
  add_element(field, scope, findings);
  return findings;
}

const dom::XPathDocument& PageQueries::xpath_document() {
  if (!xpath_document_) xpath_document_ = std::make_unique<dom::XPathDocument>(document_);
  return *xpath_document_;
}

// Adds the value that an element has for the field, or the reason why it has none.
void PageQueries::add_element(const FieldRule& field, dom::NodeId element, Findings& findings) {
  const dom::Node& node = document_[element];
  if (field.attribute.empty() && field.shape.type != FieldType::kUrl) {
    if (!charge(element)) return;
    findings.values.push_back({content_of(field, element)});
    return;
  }
  const auto value = field.attribute.empty() ? address_of(node) : node.attribute(field.attribute);
  if (value) {
    findings.values.push_back({.text = cut(std::string(*value)), .is_for_programs = true});
  } else if (findings.values.empty()) {
    findings.reason = field.attribute.empty() ? "matches an element without an address"
                                              : "matches an element without this attribute";
  }
}

std::string PageQueries::content_of(const FieldRule& field, dom::NodeId element) {
  // A character more than the limit shows that something was cut.
  const size_t most = max_value_bytes_ + 4;
  return cut(field.shape.type == FieldType::kHtml ? dom::inner_html(document_, element, most)
                                                  : dom::visible_text(document_, element, most));
}

// Pays for reading the content of an element. Records may be nested in each other, so that reading
// all of them would take time proportional to the square of the page.
bool PageQueries::charge(dom::NodeId element) {
  constexpr uint64_t kStepsOfNode = 4;
  constexpr size_t kBytesOfStep = 16;
  size_t bytes = 0;
  for (dom::NodeId id = element; id != dom::kNoNode; id = document_.next_in_order(id, element)) {
    const size_t length = document_[id].text.size();
    if (!budget_.spend(kStepsOfNode + length / kBytesOfStep)) return false;
    bytes += length;
    if (bytes > max_value_bytes_) break;
  }
  return true;
}

// Pays for the search of an expression in all values, in the worst case.
bool PageQueries::charge(const pattern::Pattern& regex, const Findings& findings) {
  constexpr uint64_t kInstructionsOfStep = 4;
  return std::all_of(findings.values.begin(), findings.values.end(), [&](const RawValue& value) {
    return budget_.spend(value.text.size() * regex.size() / kInstructionsOfStep);
  });
}

std::string PageQueries::cut(std::string text) {
  if (text.size() <= max_value_bytes_) return text;
  is_cut_ = true;
  text.resize(max_value_bytes_);
  text.resize(text::whole_characters(text));
  return text;
}

}  // namespace freshet::extract
