#include "dom/selector_parser.h"

#include <algorithm>

#include "dom/pseudo_classes.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace freshet::dom {
namespace {

// The character or the end of the text at `at`, for a message.
std::string shown(std::string_view text, size_t at) {
  if (at >= text.size()) return "the end";
  const std::string_view rest = text.substr(at);
  const size_t length = std::max<size_t>(1, text::utf8_sequence(rest).length);
  const std::string_view shown = rest.substr(0, length);
  if (static_cast<unsigned char>(shown[0]) < 0x20 || shown[0] == 0x7F) return "a control character";
  return "\"" + std::string(shown) + "\"";
}

Reach reach_of(const ComplexSelector& relative) {
  const auto& compounds = relative.compounds;
  const Combinator leading = compounds.back().combinator;
  const bool is_single = compounds.size() == 2;
  if (leading == Combinator::kChild) return is_single ? Reach::kChildren : Reach::kDescendants;
  if (leading == Combinator::kDescendant) return Reach::kDescendants;
  const bool descends = std::any_of(compounds.begin(), compounds.end(), [](const auto& compound) {
    return compound.combinator == Combinator::kChild ||
           compound.combinator == Combinator::kDescendant;
  });
  if (descends) return Reach::kLaterSubtrees;
  return is_single && leading == Combinator::kNextSibling ? Reach::kNextSibling
                                                          : Reach::kLaterSiblings;
}

}  // namespace

Result<SelectorList, QueryError> SelectorParser::parse() {
  SelectorList selectors;
  if (text_.size() > kMaxBytes) {
    fail("the selector is longer than " + std::to_string(kMaxBytes) + " bytes", kMaxBytes);
    return Unexpected(std::move(error_));
  }
  if (!list(selectors, ListKind::kComplex)) return Unexpected(std::move(error_));
  return selectors;
}

bool SelectorParser::fail(std::string message, size_t at) {
  error_ = {.message = std::move(message), .at = at};
  return false;
}

bool SelectorParser::fail_here(std::string_view expected) {
  return fail("expected " + std::string(expected) + ", not " + shown(text_, cursor_.at()),
              cursor_.at());
}

bool SelectorParser::fail_for_limit(std::string message) {
  is_beyond_limit_ = true;
  return fail(std::move(message), cursor_.at());
}

bool SelectorParser::is_at_list_end() const {
  return cursor_.is_at_end() || (nesting_ > 0 && cursor_.peek() == ')');
}

bool SelectorParser::list(SelectorList& list, ListKind kind) {
  cursor_.skip_space();
  if (kind == ListKind::kForgiving && is_at_list_end()) return true;
  do {
    cursor_.skip_space();
    if (kind == ListKind::kForgiving) {
      if (!forgiving_item(list)) return false;
      continue;
    }
    ComplexSelector item;
    if (!complex(item, kind == ListKind::kRelative)) return false;
    list.push_back(std::move(item));
  } while (cursor_.take(','));
  return is_at_list_end() || fail_here("a combinator, a comma or the end");
}

// Reads an item of :is() or :where(), or leaves it out if it is not valid (Selectors 4, 18.1).
bool SelectorParser::forgiving_item(SelectorList& list) {
  const size_t start = cursor_.at();
  ComplexSelector item;
  if (complex(item, false) && (is_at_list_end() || cursor_.peek() == ',')) {
    list.push_back(std::move(item));
    return true;
  }
  if (is_beyond_limit_) return false;
  cursor_.go_to(start);
  return cursor_.skip_to_comma_or_end() || fail_here("a selector");
}

bool SelectorParser::complex(ComplexSelector& complex, bool is_relative) {
  Combinator combinator_before = Combinator::kNone;
  if (is_relative) {
    combinator_before = combinator();
    if (combinator_before == Combinator::kNone) combinator_before = Combinator::kDescendant;
    complex.compounds.push_back({.simple = {StateTest::kAnchor}, .combinator = combinator_before});
  }
  while (true) {
    CompoundSelector next;
    if (!compound(next)) return false;
    complex.compounds.push_back(std::move(next));
    const Combinator after = combinator();
    if (after == Combinator::kNone) break;
    complex.compounds.back().combinator = after;
  }
  std::reverse(complex.compounds.begin(), complex.compounds.end());
  if (is_relative) complex.reach = reach_of(complex);
  return true;
}

// Reads a combinator and the white space around it. White space before the end, a comma or a
// closing parenthesis is no combinator.
Combinator SelectorParser::combinator() {
  const bool has_space = cursor_.skip_space();
  Combinator found = Combinator::kNone;
  if (cursor_.take('>')) {
    found = Combinator::kChild;
  } else if (cursor_.take('+')) {
    found = Combinator::kNextSibling;
  } else if (cursor_.take('~')) {
    found = Combinator::kLaterSibling;
  } else if (has_space && !is_at_list_end() && cursor_.peek() != ',') {
    return Combinator::kDescendant;
  }
  cursor_.skip_space();
  return found;
}

bool SelectorParser::compound(CompoundSelector& compound) {
  if (++compounds_ > kMaxCompounds) {
    return fail_for_limit("the selector has more than " + std::to_string(kMaxCompounds) +
                          " compound selectors");
  }
  if (!type(compound)) return false;
  while (true) {
    cursor_.skip_comments();
    const char c = cursor_.peek();
    if (c != '#' && c != '.' && c != '[' && c != ':') break;
    if (!simple(compound)) return false;
  }
  // The cheaper tests come first: SimpleSelector lists its types by what they cost.
  std::stable_sort(compound.simple.begin(), compound.simple.end(),
                   [](const auto& a, const auto& b) { return a.index() < b.index(); });
  return !compound.simple.empty() || fail_here("a selector");
}

// Reads a type selector, if there is one.
bool SelectorParser::type(CompoundSelector& compound) {
  TypeTest test;
  const size_t start = cursor_.at();
  const auto name_or_prefix = cursor_.take_identifier();
  const bool is_any = !name_or_prefix && cursor_.take('*');
  const bool is_prefix = cursor_.peek() == '|' && cursor_.peek(1) != '=';
  if (!name_or_prefix && !is_any && !is_prefix) return true;
  if (is_prefix) {
    if (name_or_prefix) {
      return fail("namespace prefix \"" + *name_or_prefix +
                      "\" is not declared; only \"*|\" can stand here",
                  start);
    }
    cursor_.take('|');
    test.prefix = is_any ? TypeTest::Prefix::kAny : TypeTest::Prefix::kNoNamespace;
  }
  const auto name = is_prefix ? cursor_.take_identifier() : name_or_prefix;
  test.is_universal = !name && (!is_prefix || cursor_.take('*'));
  if (name) {
    test.name = *name;
    test.lower_name = text::lower_case(*name);
    test.tag = parse::tag_for_name(test.lower_name);
  } else if (!test.is_universal) {
    return fail_here("the name of an element or \"*\" after \"|\"");
  }
  compound.simple.emplace_back(std::move(test));
  return true;
}

bool SelectorParser::simple(CompoundSelector& compound) {
  switch (cursor_.peek()) {
    case '#': return id(compound);
    case '.': return class_name(compound);
    case '[': return attribute(compound);
    default: return pseudo_class(compound);
  }
}

bool SelectorParser::id(CompoundSelector& compound) {
  cursor_.take('#');
  auto name = cursor_.take_identifier();
  if (!name) return fail_here("an id after \"#\"");
  compound.simple.emplace_back(IdTest{std::move(*name)});
  return true;
}

bool SelectorParser::class_name(CompoundSelector& compound) {
  cursor_.take('.');
  auto name = cursor_.take_identifier();
  if (!name) return fail_here("the name of a class after \".\"");
  compound.simple.emplace_back(ClassTest{std::move(*name)});
  return true;
}

bool SelectorParser::pseudo_class(CompoundSelector& compound) {
  const size_t start = cursor_.at();
  cursor_.take(':');
  const bool has_two_colons = cursor_.take(':');
  const auto written = cursor_.take_identifier();
  if (!written) return fail_here("the name of a pseudo-class after \":\"");
  const std::string name = text::lower_case(*written);
  if (has_two_colons || is_pseudo_element(name)) {
    return fail("\"" + *written + "\" is a pseudo-element, which is no element of the page", start);
  }
  if (cursor_.take('(')) return function(compound, name, start);
  const auto test = state_test(name);
  if (test) {
    compound.simple.emplace_back(*test);
    return true;
  }
  if (auto nth = nth_test(name)) {
    for (NthTest& part : *nth) compound.simple.emplace_back(std::move(part));
    return true;
  }
  if (is_function(name)) return fail_here("\"(\" after \":" + *written + "\"");
  return fail("there is no pseudo-class \":" + *written + "\"", start);
}

bool SelectorParser::function(CompoundSelector& compound, const std::string& name, size_t start) {
  if (name == "is" || name == "where") {
    return list_function(compound, ListTest::Kind::kAny, ListKind::kForgiving);
  }
  if (name == "not") return list_function(compound, ListTest::Kind::kNone, ListKind::kComplex);
  if (name == "has") {
    if (is_in_has_) return fail(":has() cannot stand inside :has()", start);
    is_in_has_ = true;
    const bool is_read = list_function(compound, ListTest::Kind::kHas, ListKind::kRelative);
    is_in_has_ = false;
    return is_read;
  }
  if (name == "lang") return language_function(compound);
  if (is_function(name)) return nth_function(compound, name);
  return fail("there is no pseudo-class \":" + name + "()\"", start);
}

bool SelectorParser::list_function(CompoundSelector& compound, ListTest::Kind kind,
                                   ListKind list_kind) {
  ListTest test{.kind = kind, .list = {}};
  if (!nested_list(test.list, list_kind) || !close(')')) return false;
  compound.simple.emplace_back(std::move(test));
  return true;
}

bool SelectorParser::nested_list(SelectorList& selectors, ListKind kind) {
  if (nesting_ == kMaxNesting) {
    return fail_for_limit("the selector is nested more than " + std::to_string(kMaxNesting) +
                          " levels deep");
  }
  ++nesting_;
  const bool is_read = list(selectors, kind);
  --nesting_;
  return is_read;
}

bool SelectorParser::language_function(CompoundSelector& compound) {
  LanguageTest test;
  do {
    cursor_.skip_space();
    auto range = cursor_.take_string();
    if (!range) range = cursor_.take_identifier();
    if (!range) return fail_here("a language, such as en or \"de-CH\"");
    test.ranges.push_back(text::lower_case(*range));
    cursor_.skip_space();
  } while (cursor_.take(','));
  if (!close(')')) return false;
  compound.simple.emplace_back(std::move(test));
  return true;
}

// At the end of the text, everything counts as closed (CSS Syntax 5.4.8).
bool SelectorParser::close(char bracket) {
  cursor_.skip_space();
  if (cursor_.is_at_end() || cursor_.take(bracket)) return true;
  return fail_here(bracket == ')' ? "\")\"" : "\"]\"");
}

}  // namespace freshet::dom
