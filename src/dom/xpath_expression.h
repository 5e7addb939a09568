#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dom/selector.h"
#include "parse/tag.h"
#include "result/result.h"

namespace freshet::dom {

enum class Axis : uint8_t {
  kAncestor,
  kAncestorOrSelf,
  kAttribute,
  kChild,
  kDescendant,
  kDescendantOrSelf,
  kFollowing,
  kFollowingSibling,
  kNamespace,  // always empty
  kParent,
  kPreceding,
  kPrecedingSibling,
  kSelf,
};

enum class NodeTest : uint8_t {
  kName,
  kAnyName,  // *: every element, or every attribute
  kNode,
  kText,
  kNothing,  // comment() and processing-instruction(): the tree has none
};

// XPath 1.0, section 4.
enum class Function : uint8_t {
  kBoolean,
  kCeiling,
  kConcat,
  kContains,
  kCount,
  kFalse,
  kFloor,
  kId,
  kLang,
  kLast,
  kLocalName,
  kName,
  kNamespaceUri,
  kNormalizeSpace,
  kNot,
  kNumber,
  kPosition,
  kRound,
  kStartsWith,
  kString,
  kStringLength,
  kSubstring,
  kSubstringAfter,
  kSubstringBefore,
  kSum,
  kTranslate,
  kTrue,
};

using TermId = uint32_t;  // index in Expression::terms

struct Step {
  Axis axis = Axis::kChild;
  NodeTest test = NodeTest::kNode;
  std::string name;                     // of kName
  std::string lower_name;               // as HTML elements have it
  parse::Tag tag = parse::Tag::kOther;  // of lower_name
  std::vector<TermId> predicates;
  bool is_positional = false;  // a predicate may depend on the position of a node
};

struct Term {
  enum class Kind : uint8_t {
    kNumber,
    kText,
    kOr,
    kAnd,
    kEqual,
    kUnequal,
    kLess,
    kLessOrEqual,
    kGreater,
    kGreaterOrEqual,
    kAdd,
    kSubtract,
    kMultiply,
    kDivide,
    kModulo,
    kNegate,
    kUnion,
    kCall,
    kPath,    // steps from the first operand, or from the context or the document
    kFilter,  // the first operand with the others as predicates
  };

  Kind kind = Kind::kNumber;
  Function function = Function::kTrue;
  bool is_absolute = false;  // of a path
  double number = 0;
  std::string text;
  std::vector<TermId> operands;
  std::vector<Step> steps;
};

struct Expression {
  std::vector<Term> terms;
  TermId root = 0;
};

// The nesting of an expression is limited, so the result can be evaluated by recursion.
Result<Expression, QueryError> parse_xpath(std::string_view text);

// Returns the function with this name and the numbers of arguments that it takes.
struct KnownFunction {
  std::string_view name;
  Function function;
  uint8_t least;
  uint8_t most;
};
const KnownFunction* find_function(std::string_view name);

// Whether the function returns a number.
bool returns_number(Function function);

}  // namespace freshet::dom
