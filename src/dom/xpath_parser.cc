// The grammar of XPath 1.0, sections 2 and 3.
#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>

#include "dom/xpath_expression.h"
#include "dom/xpath_lexer.h"
#include "text/ascii.h"

namespace freshet::dom {
namespace {

using Kind = Term::Kind;
using TokenKind = XPathToken::Kind;

constexpr int kMaxNesting = 64;  // of parentheses, predicates and arguments
constexpr size_t kMaxTerms = 1024;
constexpr size_t kMaxBytes = 16 << 10;

struct NamedAxis {
  std::string_view name;
  Axis axis;
};
constexpr NamedAxis kAxes[] = {
    {"ancestor", Axis::kAncestor},
    {"ancestor-or-self", Axis::kAncestorOrSelf},
    {"attribute", Axis::kAttribute},
    {"child", Axis::kChild},
    {"descendant", Axis::kDescendant},
    {"descendant-or-self", Axis::kDescendantOrSelf},
    {"following", Axis::kFollowing},
    {"following-sibling", Axis::kFollowingSibling},
    {"namespace", Axis::kNamespace},
    {"parent", Axis::kParent},
    {"preceding", Axis::kPreceding},
    {"preceding-sibling", Axis::kPrecedingSibling},
    {"self", Axis::kSelf},
};

struct Operator {
  std::string_view symbol;
  Kind kind;
  int precedence;  // a higher one binds its operands first
};
constexpr int kUnaryPrecedence = 7;
constexpr Operator kOperators[] = {
    {"or", Kind::kOr, 1},      {"and", Kind::kAnd, 2},
    {"=", Kind::kEqual, 3},    {"!=", Kind::kUnequal, 3},
    {"<", Kind::kLess, 4},     {"<=", Kind::kLessOrEqual, 4},
    {">", Kind::kGreater, 4},  {">=", Kind::kGreaterOrEqual, 4},
    {"+", Kind::kAdd, 5},      {"-", Kind::kSubtract, 5},
    {"*", Kind::kMultiply, 6}, {"div", Kind::kDivide, 6},
    {"mod", Kind::kModulo, 6}, {"|", Kind::kUnion, 8},
};

std::optional<NodeTest> node_type(std::string_view name) {
  if (name == "node") return NodeTest::kNode;
  if (name == "text") return NodeTest::kText;
  if (name == "comment" || name == "processing-instruction") return NodeTest::kNothing;
  return std::nullopt;
}

// Each function returns whether it succeeded; the first failure is in error_.
class Parser {
 public:
  explicit Parser(std::string_view text) : lexer_(text) {}

  Result<Expression, QueryError> parse() {
    bool parsed = parse_operators(0, expression_.root);
    if (parsed && token().kind != TokenKind::kEnd) parsed = fail("an operator or the end");
    if (!parsed) return Unexpected(std::move(*error_));
    return std::move(expression_);
  }

 private:
  const XPathToken& token() const { return lexer_.token(); }

  bool report(std::string message, size_t at) {
    if (!error_) error_ = QueryError{std::move(message), at};
    return false;
  }

  bool fail(std::string_view expected) {
    const std::string found =
        token().kind == TokenKind::kEnd ? "the end" : "\"" + std::string(token().text) + "\"";
    return report("expected " + std::string(expected) + ", found " + found, token().at);
  }

  bool take(std::string_view symbol) {
    if (!token().is(symbol)) return false;
    lexer_.advance();
    return true;
  }

  bool expect(std::string_view symbol) {
    return take(symbol) || fail("\"" + std::string(symbol) + "\"");
  }

  bool add(Term term, TermId& id) {
    if (expression_.terms.size() >= kMaxTerms) {
      return report("the expression is too long", token().at);
    }
    id = static_cast<TermId>(expression_.terms.size());
    expression_.terms.push_back(std::move(term));
    return true;
  }

  const Operator* current_operator() const {
    if (token().kind != TokenKind::kSymbol) return nullptr;
    const auto* const found =
        std::find_if(std::begin(kOperators), std::end(kOperators),
                     [&](const Operator& o) { return o.symbol == token().text; });
    return found == std::end(kOperators) ? nullptr : found;
  }

  // Parses operands with the operators between them that bind more than `precedence`.
  bool parse_operators(int precedence, TermId& id) {
    if (++nesting_ > kMaxNesting) return report("the expression is nested too deeply", token().at);
    bool parsed = token().is("-") ? parse_negation(id) : parse_path(id);
    while (parsed) {
      const Operator* const op = current_operator();
      if (op == nullptr || op->precedence <= precedence) break;
      lexer_.advance();
      TermId right = 0;
      parsed = parse_operators(op->precedence, right) &&
               add({.kind = op->kind, .operands = {id, right}}, id);
    }
    --nesting_;
    return parsed;
  }

  bool parse_negation(TermId& id) {
    bool negates = false;
    while (take("-")) negates = !negates;
    if (!parse_operators(kUnaryPrecedence, id)) return false;
    // Two signs still make a number of the operand.
    if (!negates && !add({.kind = Kind::kNegate, .operands = {id}}, id)) return false;
    return add({.kind = Kind::kNegate, .operands = {id}}, id);
  }

  bool begins_step() const {
    switch (token().kind) {
      case TokenKind::kName:
      case TokenKind::kAxis: return true;
      case TokenKind::kFunction: return node_type(token().text).has_value();
      case TokenKind::kSymbol:
        return token().is("*") || token().is("@") || token().is(".") || token().is("..");
      default: return false;
    }
  }

  bool parse_path(TermId& id) {
    Term path = {.kind = Kind::kPath};
    if (token().is("/") || token().is("//")) {
      path.is_absolute = true;
      if (take("/") && !begins_step()) return add(std::move(path), id);
      return parse_steps(path) && add(std::move(path), id);
    }
    if (begins_step()) return parse_steps(path) && add(std::move(path), id);
    if (!parse_primary(id)) return false;
    if (token().is("[")) {
      Term filter = {.kind = Kind::kFilter, .operands = {id}};
      bool is_positional = false;
      if (!parse_predicates(filter.operands, is_positional)) return false;
      if (!add(std::move(filter), id)) return false;
    }
    if (!token().is("/") && !token().is("//")) return true;
    path.operands.push_back(id);
    take("/");
    return parse_steps(path) && add(std::move(path), id);
  }

  // Parses steps; "//" may be before the first one.
  bool parse_steps(Term& path) {
    do {
      const bool skips_levels = take("//");
      Step step;
      if (!parse_step(step)) return false;
      if (skips_levels && step.axis == Axis::kChild && !step.is_positional) {
        step.axis = Axis::kDescendant;
      } else if (skips_levels) {
        path.steps.push_back({.axis = Axis::kDescendantOrSelf});
      }
      path.steps.push_back(std::move(step));
    } while (take("/") || token().is("//"));
    return true;
  }

  bool parse_step(Step& step) {
    if (take(".")) {
      step.axis = Axis::kSelf;
      return true;
    }
    if (take("..")) {
      step.axis = Axis::kParent;
      return true;
    }
    if (take("@")) {
      step.axis = Axis::kAttribute;
    } else if (token().kind == TokenKind::kAxis && !parse_axis(step.axis)) {
      return false;
    }
    return parse_test(step) && parse_predicates(step.predicates, step.is_positional);
  }

  bool parse_axis(Axis& axis) {
    const auto* const found = std::find_if(std::begin(kAxes), std::end(kAxes),
                                           [&](const auto& a) { return a.name == token().text; });
    if (found == std::end(kAxes)) {
      return report("there is no axis \"" + std::string(token().text) + "\"", token().at);
    }
    axis = found->axis;
    lexer_.advance();
    return expect("::");
  }

  bool parse_test(Step& step) {
    if (take("*")) {
      step.test = NodeTest::kAnyName;
      return true;
    }
    if (token().kind == TokenKind::kName) {
      step.test = NodeTest::kName;
      step.name = token().text;
      step.lower_name = text::lower_case(step.name);
      step.tag = parse::tag_for_name(step.lower_name);
      lexer_.advance();
      return true;
    }
    const auto type = token().kind == TokenKind::kFunction ? node_type(token().text) : std::nullopt;
    if (!type) return fail("the name of an element or attribute");
    step.test = *type;
    lexer_.advance();
    if (!expect("(")) return false;
    if (step.test == NodeTest::kNothing && token().kind == TokenKind::kText) lexer_.advance();
    return expect(")");
  }

  bool parse_predicates(std::vector<TermId>& predicates, bool& is_positional) {
    while (take("[")) {
      const size_t first_term = expression_.terms.size();
      TermId predicate = 0;
      if (!parse_operators(0, predicate) || !expect("]")) return false;
      predicates.push_back(predicate);
      is_positional = is_positional || may_be_positional(predicate, first_term);
    }
    return true;
  }

  // Whether the value of a predicate may be a number or depend on the position. Its terms are the
  // last ones.
  bool may_be_positional(TermId predicate, size_t first_term) const {
    const Term& term = expression_.terms[predicate];
    switch (term.kind) {
      case Kind::kNumber:
      case Kind::kAdd:
      case Kind::kSubtract:
      case Kind::kMultiply:
      case Kind::kDivide:
      case Kind::kModulo:
      case Kind::kNegate: return true;
      default: break;
    }
    if (term.kind == Kind::kCall && returns_number(term.function)) return true;
    return std::any_of(expression_.terms.begin() + static_cast<ptrdiff_t>(first_term),
                       expression_.terms.end(), [](const Term& t) {
                         return t.kind == Kind::kCall && (t.function == Function::kPosition ||
                                                          t.function == Function::kLast);
                       });
  }

  bool parse_primary(TermId& id) {
    switch (token().kind) {
      case TokenKind::kNumber: {
        Term number = {.kind = Kind::kNumber};
        std::from_chars(token().text.data(), token().text.data() + token().text.size(),
                        number.number);
        lexer_.advance();
        return add(std::move(number), id);
      }
      case TokenKind::kText: {
        Term text = {.kind = Kind::kText, .text = std::string(token().text)};
        lexer_.advance();
        return add(std::move(text), id);
      }
      case TokenKind::kFunction: return parse_call(id);
      case TokenKind::kInvalid:
        if (token().text.starts_with('"') || token().text.starts_with('\'')) {
          return report("a quote is not closed", token().at);
        }
        break;
      default: break;
    }
    if (token().is("$")) return report("variables are not supported", token().at);
    if (!take("(")) return fail("an expression");
    return parse_operators(0, id) && expect(")");
  }

  bool parse_call(TermId& id) {
    const XPathToken name = token();
    const KnownFunction* const known = find_function(name.text);
    if (known == nullptr) {
      return report("there is no function \"" + std::string(name.text) + "\"", name.at);
    }
    Term call = {.kind = Kind::kCall, .function = known->function};
    lexer_.advance();
    if (!expect("(")) return false;
    if (!take(")")) {
      do {
        TermId argument = 0;
        if (!parse_operators(0, argument)) return false;
        call.operands.push_back(argument);
      } while (take(","));
      if (!expect(")")) return false;
    }
    if (call.operands.size() < known->least || call.operands.size() > known->most) {
      return report(std::string(name.text) + "() has a wrong number of arguments", name.at);
    }
    return add(std::move(call), id);
  }

  XPathLexer lexer_;
  Expression expression_;
  std::optional<QueryError> error_;
  int nesting_ = 0;
};

}  // namespace

Result<Expression, QueryError> parse_xpath(std::string_view text) {
  if (text.size() > kMaxBytes) {
    return Unexpected(QueryError{"the expression is longer than 16 KiB", kMaxBytes});
  }
  return Parser(text).parse();
}

}  // namespace freshet::dom
