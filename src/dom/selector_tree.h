#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "parse/tag.h"

// What SelectorParser makes of a selector and SelectorMatcher evaluates. The words are those of
// Selectors Level 4, section 3.1: a list has complex selectors, which are compound selectors joined
// by combinators; a compound selector has simple selectors, which all must match one element.
namespace freshet::dom {

struct ComplexSelector;
using SelectorList = std::vector<ComplexSelector>;

// div, *, *|div
struct TypeTest {
  enum class Prefix : uint8_t { kNone, kAny, kNoNamespace };
  Prefix prefix = Prefix::kNone;
  bool is_universal = false;
  parse::Tag tag = parse::Tag::kOther;  // of `lower_name`
  std::string name;                     // as written, for elements of SVG and MathML
  std::string lower_name;               // for elements of HTML
};

struct IdTest {
  std::string id;
};

struct ClassTest {
  std::string name;
};

// [name], [name op "value" flag]
struct AttributeTest {
  enum class Operator : uint8_t {
    kPresent,
    kEquals,       // =
    kHasToken,     // ~=
    kHasLanguage,  // |=
    kStartsWith,   // ^=
    kEndsWith,     // $=
    kContains,     // *=
  };
  enum class Case : uint8_t { kDistinct, kIgnored, kIgnoredInHtml };
  Operator op = Operator::kPresent;
  Case letter_case = Case::kDistinct;
  bool has_any_namespace = false;  // [*|name]
  std::string name;                // as written, for elements of SVG and MathML
  std::string lower_name;          // for elements of HTML
  std::string value;
};

// A pseudo-class without an argument.
enum class StateTest : uint8_t {
  kNever,  // depends on a reader, such as :hover
  kRoot,
  kScope,
  kEmpty,
  kChecked,
  kEnabled,
  kDisabled,
  kLink,
  kAnchor,  // the element for which :has() is evaluated; no selector can name it
};

// :nth-child(step*n + offset of list) and its relatives.
struct NthTest {
  bool is_from_end = false;
  bool is_of_type = false;
  int32_t step = 0;
  int32_t offset = 0;
  uint16_t table = 0;  // NthTests with the same number count the same siblings in the same way
  SelectorList of;     // empty: all siblings count
};

// :lang(range, ...)
struct LanguageTest {
  std::vector<std::string> ranges;
};

// :is(), :where(), :not() and :has()
struct ListTest {
  enum class Kind : uint8_t { kAny, kNone, kHas };
  Kind kind = Kind::kAny;
  SelectorList list;
};

// The cheapest test comes first.
using SimpleSelector = std::variant<TypeTest, IdTest, ClassTest, AttributeTest, StateTest, NthTest,
                                    LanguageTest, ListTest>;

enum class Combinator : uint8_t { kNone, kDescendant, kChild, kNextSibling, kLaterSibling };

struct CompoundSelector {
  std::vector<SimpleSelector> simple;
  // How the compound selector before this one in ComplexSelector::compounds is related to it:
  // kChild if it matches a child of what this one matches.
  Combinator combinator = Combinator::kNone;
};

// Which elements a relative selector in :has() can match, seen from the anchor.
enum class Reach : uint8_t {
  kChildren,
  kDescendants,
  kNextSibling,
  kLaterSiblings,
  kLaterSubtrees
};

struct ComplexSelector {
  // From right to left. In :has(), the last one is StateTest::kAnchor.
  std::vector<CompoundSelector> compounds;
  Reach reach = Reach::kDescendants;  // only in :has()
};

}  // namespace freshet::dom
