#include "dom/attribute_match.h"

#include <algorithm>
#include <cstring>

#include "text/ascii.h"

namespace freshet::dom {
namespace {

bool equals(std::string_view a, std::string_view b, bool ignores_case) {
  return ignores_case ? text::equals_ignoring_case(a, b) : a == b;
}

// Whether `token` is one of the words that white space separates in `value`.
bool has_token(std::string_view value, std::string_view token, bool ignores_case) {
  if (token.empty()) return false;
  size_t at = 0;
  while (at < value.size()) {
    while (at < value.size() && text::is_space(value[at])) ++at;
    const size_t start = at;
    while (at < value.size() && !text::is_space(value[at])) ++at;
    if (at - start == token.size() &&
        equals(value.substr(start, at - start), token, ignores_case)) {
      return true;
    }
  }
  return false;
}

// Searches in a way whose work is bounded by the budget although it can be value times part.
bool contains(std::string_view value, std::string_view part, bool ignores_case,
              WorkBudget& budget) {
  const uint64_t cost = 1 + part.size() / 32;
  for (size_t at = 0; at + part.size() <= value.size(); ++at) {
    if (!text::is_same_ignoring_case(value[at], part[0])) continue;
    if (!budget.spend(cost)) return false;
    if (equals(value.substr(at, part.size()), part, ignores_case)) return true;
  }
  return false;
}

bool value_matches(const AttributeTest& test, std::string_view value, bool ignores_case,
                   WorkBudget& budget) {
  const std::string_view wanted = test.value;
  if (!budget.spend(1 + value.size() / 16)) return false;
  switch (test.op) {
    case AttributeTest::Operator::kPresent: return true;
    case AttributeTest::Operator::kEquals: return equals(value, wanted, ignores_case);
    case AttributeTest::Operator::kHasToken: return has_token(value, wanted, ignores_case);
    case AttributeTest::Operator::kHasLanguage:
      return equals(value.substr(0, wanted.size()), wanted, ignores_case) &&
             (value.size() == wanted.size() || value[wanted.size()] == '-');
    default: break;
  }
  if (wanted.empty() || value.size() < wanted.size()) return false;
  switch (test.op) {
    case AttributeTest::Operator::kStartsWith:
      return equals(value.substr(0, wanted.size()), wanted, ignores_case);
    case AttributeTest::Operator::kEndsWith:
      return equals(value.substr(value.size() - wanted.size()), wanted, ignores_case);
    default: return contains(value, wanted, ignores_case, budget);
  }
}

// Whether the attribute has the local name that the test wants in any namespace. The HTML parser
// gives attributes of SVG and MathML the namespaces of these prefixes (HTML Standard 13.2.6.1).
bool is_named_in_any_namespace(const AttributeTest& test, const Node& element,
                               std::string_view name) {
  if (element.space == Namespace::kHtml) return name == test.lower_name;
  for (const std::string_view prefix : {"xlink:", "xml:", "xmlns:"}) {
    if (name.starts_with(prefix)) return name.substr(prefix.size()) == test.name;
  }
  return name == test.name;
}

bool is_named(const AttributeTest& test, const Node& element, std::string_view name) {
  if (test.has_any_namespace) return is_named_in_any_namespace(test, element, name);
  return name == (element.space == Namespace::kHtml ? test.lower_name : test.name);
}

const Attribute* find(const Node& element, std::string_view name, WorkBudget& budget) {
  if (!budget.spend(1 + element.attributes.size() / 8)) return nullptr;
  for (const Attribute& attribute : element.attributes) {
    if (attribute.name.size() == name.size() &&
        std::memcmp(attribute.name.data(), name.data(), name.size()) == 0) {
      return &attribute;
    }
  }
  return nullptr;
}

}  // namespace

bool matches(const AttributeTest& test, const Node& element, WorkBudget& budget) {
  const bool is_html = element.space == Namespace::kHtml;
  const bool ignores_case = test.letter_case == AttributeTest::Case::kIgnored ||
                            (test.letter_case == AttributeTest::Case::kIgnoredInHtml && is_html);
  if (!budget.spend(1 + element.attributes.size() / 8)) return false;
  for (const Attribute& attribute : element.attributes) {
    if (is_named(test, element, attribute.name) &&
        value_matches(test, attribute.value, ignores_case, budget)) {
      return true;
    }
  }
  return false;
}

bool matches(const IdTest& test, const Node& element, WorkBudget& budget) {
  const Attribute* id = find(element, "id", budget);
  return id != nullptr && id->value == test.id;
}

bool matches(const ClassTest& test, const Node& element, WorkBudget& budget) {
  const Attribute* classes = find(element, "class", budget);
  if (classes == nullptr || !budget.spend(classes->value.size() / 16)) return false;
  return has_token(classes->value, test.name, false);
}

bool language_matches(std::string_view range, std::string_view tag) {
  if (range.empty() || tag.empty()) return range.empty() && tag.empty();
  const auto take_subtag = [](std::string_view& rest) {
    const std::string_view subtag = rest.substr(0, rest.find('-'));
    rest.remove_prefix(std::min(rest.size(), subtag.size() + 1));
    return subtag;
  };
  const std::string_view first = take_subtag(range);
  const std::string_view primary = take_subtag(tag);
  if (first != "*" && !text::equals_ignoring_case(first, primary)) return false;
  while (!range.empty()) {
    const std::string_view wanted = take_subtag(range);
    if (wanted == "*") continue;
    while (true) {
      if (tag.empty()) return false;
      const std::string_view subtag = take_subtag(tag);
      if (text::equals_ignoring_case(wanted, subtag)) break;
      if (subtag.size() <= 1) return false;  // a singleton begins an extension
    }
  }
  return true;
}

}  // namespace freshet::dom
