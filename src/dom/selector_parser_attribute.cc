// The part of SelectorParser that reads attribute selectors.
#include <algorithm>

#include "dom/selector_parser.h"
#include "text/ascii.h"

namespace freshet::dom {
namespace {

// Attributes whose values match without regard to case on elements of HTML (HTML Standard, 4.16.2).
// Sorted.
constexpr std::string_view kIgnoringCase[] = {
    "accept",     "accept-charset", "align",     "alink",    "axis",     "bgcolor", "charset",
    "checked",    "clear",          "codetype",  "color",    "compact",  "declare", "defer",
    "dir",        "direction",      "disabled",  "enctype",  "face",     "frame",   "hreflang",
    "http-equiv", "lang",           "language",  "link",     "media",    "method",  "multiple",
    "nohref",     "noresize",       "noshade",   "nowrap",   "readonly", "rel",     "rev",
    "rules",      "scope",          "scrolling", "selected", "shape",    "target",  "text",
    "type",       "valign",         "valuetype", "vlink",
};

AttributeTest::Operator operator_for(char c) {
  switch (c) {
    case '~': return AttributeTest::Operator::kHasToken;
    case '|': return AttributeTest::Operator::kHasLanguage;
    case '^': return AttributeTest::Operator::kStartsWith;
    case '$': return AttributeTest::Operator::kEndsWith;
    case '*': return AttributeTest::Operator::kContains;
    default: return AttributeTest::Operator::kEquals;
  }
}

}  // namespace

bool SelectorParser::attribute(CompoundSelector& compound) {
  cursor_.take('[');
  cursor_.skip_space();
  AttributeTest test;
  if (!attribute_name(test)) return false;
  cursor_.skip_space();
  if (!cursor_.is_at_end() && cursor_.peek() != ']' && !attribute_value(test)) return false;
  if (!close(']')) return false;
  compound.simple.emplace_back(std::move(test));
  return true;
}

bool SelectorParser::attribute_name(AttributeTest& test) {
  const size_t start = cursor_.at();
  auto name = cursor_.take_identifier();
  const bool is_any = !name && cursor_.take('*');
  const bool is_prefix = cursor_.peek() == '|' && cursor_.peek(1) != '=';
  if (is_prefix && name) {
    return fail("namespace prefix \"" + *name + "\" is not declared; only \"*|\" can stand here",
                start);
  }
  if (is_prefix) {
    cursor_.take('|');
    name = cursor_.take_identifier();
    test.has_any_namespace = is_any;
  }
  if (!name) return fail_here(is_any && !is_prefix ? "\"|\"" : "the name of an attribute");
  test.lower_name = text::lower_case(*name);
  test.name = std::move(*name);
  return true;
}

bool SelectorParser::attribute_value(AttributeTest& test) {
  const char first = cursor_.peek();
  const bool has_two = std::string_view("~|^$*").find(first) != std::string_view::npos;
  if (has_two ? cursor_.peek(1) != '=' : first != '=') {
    return fail_here("\"=\", \"~=\", \"|=\", \"^=\", \"$=\", \"*=\" or \"]\"");
  }
  cursor_.go_to(cursor_.at() + (has_two ? 2 : 1));
  test.op = operator_for(first);
  cursor_.skip_space();
  auto value = cursor_.take_string();
  if (!value) value = cursor_.take_identifier();
  if (!value) return fail_here("a name, or a string in quotes on one line");
  test.value = std::move(*value);
  cursor_.skip_space();
  return attribute_flag(test);
}

bool SelectorParser::attribute_flag(AttributeTest& test) {
  const bool is_listed = !test.has_any_namespace &&
                         std::binary_search(std::begin(kIgnoringCase), std::end(kIgnoringCase),
                                            std::string_view(test.lower_name));
  test.letter_case =
      is_listed ? AttributeTest::Case::kIgnoredInHtml : AttributeTest::Case::kDistinct;
  const size_t start = cursor_.at();
  const auto flag = cursor_.take_identifier();
  if (!flag) return true;
  if (text::equals_ignoring_case(*flag, "i")) {
    test.letter_case = AttributeTest::Case::kIgnored;
  } else if (text::equals_ignoring_case(*flag, "s")) {
    test.letter_case = AttributeTest::Case::kDistinct;
  } else {
    return fail("expected \"i\", \"s\" or \"]\", not \"" + *flag + "\"", start);
  }
  return true;
}

}  // namespace freshet::dom
