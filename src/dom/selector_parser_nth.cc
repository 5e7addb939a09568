// The part of SelectorParser that reads :nth-child() and its relatives.
#include <algorithm>

#include "dom/selector_parser.h"
#include "text/ascii.h"

namespace freshet::dom {
namespace {

// Numbers beyond this are read as this one: no page has as many siblings.
constexpr int64_t kLargest = 1'000'000'000;

// The number that these digits represent.
int32_t number(std::string_view digits, bool is_negative) {
  int64_t value = 0;
  for (const char c : digits) value = std::min(value * 10 + (c - '0'), kLargest);
  return static_cast<int32_t>(is_negative ? -value : value);
}

// Reads the formula of CSS Syntax 6, An+B.
class FormulaReader {
 public:
  FormulaReader(CssCursor& cursor, std::string_view text) : cursor_(cursor), text_(text) {}

  bool read(NthTest& test) {
    const bool is_negative = cursor_.peek() == '-';
    const bool has_sign = take_sign();
    if (!has_sign && take_word("odd")) return set(test, 2, 1);
    if (!has_sign && take_word("even")) return set(test, 2, 0);
    const std::string_view digits = take_digits();
    if (text::to_lower(cursor_.peek()) != 'n') {
      return !digits.empty() && set(test, 0, number(digits, is_negative));
    }
    cursor_.go_to(cursor_.at() + 1);
    return set(test, number(digits.empty() ? "1" : digits, is_negative), 0) && read_offset(test);
  }

 private:
  static bool set(NthTest& test, int32_t step, int32_t offset) {
    test.step = step;
    test.offset = offset;
    return true;
  }

  // Reads "+ 3", " - 3" or nothing.
  bool read_offset(NthTest& test) {
    const size_t after_n = cursor_.at();
    cursor_.skip_space();
    const bool is_negative = cursor_.peek() == '-';
    if (!take_sign()) {
      cursor_.go_to(after_n);
      return true;
    }
    cursor_.skip_space();
    const std::string_view digits = take_digits();
    test.offset = number(digits, is_negative);
    return !digits.empty();
  }

  bool take_sign() { return cursor_.take('+') || cursor_.take('-'); }

  bool take_word(std::string_view word) {
    const size_t start = cursor_.at();
    const auto name = cursor_.take_identifier();
    if (name && text::equals_ignoring_case(*name, word)) return true;
    cursor_.go_to(start);
    return false;
  }

  std::string_view take_digits() {
    const size_t start = cursor_.at();
    while (text::is_digit(cursor_.peek())) cursor_.go_to(cursor_.at() + 1);
    return text_.substr(start, cursor_.at() - start);
  }

  CssCursor& cursor_;
  std::string_view text_;
};

}  // namespace

bool SelectorParser::nth_function(CompoundSelector& compound, const std::string& name) {
  NthTest test;
  test.is_of_type = name.ends_with("-of-type");
  test.is_from_end = name.starts_with("nth-last-");
  NthTable table = test.is_of_type ? NthTable::kOfType : NthTable::kChild;
  if (test.is_from_end) table = test.is_of_type ? NthTable::kLastOfType : NthTable::kLastChild;
  test.table = static_cast<uint16_t>(table);
  cursor_.skip_space();
  if (!nth_formula(test)) return false;
  if (!test.is_of_type && !nth_of(test)) return false;
  if (!close(')')) return false;
  compound.simple.emplace_back(std::move(test));
  return true;
}

bool SelectorParser::nth_formula(NthTest& test) {
  constexpr std::string_view kExpected = "a formula such as 3, odd or 2n+1";
  const size_t start = cursor_.at();
  if (!FormulaReader(cursor_, text_).read(test)) {
    return fail("expected " + std::string(kExpected), start);
  }
  // What follows directly would be part of the same token: "2nx", "3.5", "n-1n".
  const char c = cursor_.peek();
  const bool ends = cursor_.is_at_end() || c == ')' || c == '/' || text::is_space(c);
  return ends || fail("expected " + std::string(kExpected), start);
}

// Reads "of" and a list of selectors, if they are there.
bool SelectorParser::nth_of(NthTest& test) {
  cursor_.skip_space();
  const size_t start = cursor_.at();
  const auto word = cursor_.take_identifier();
  if (!word) return true;
  if (!text::equals_ignoring_case(*word, "of")) {
    return fail("expected \"of\" or \")\", not \"" + *word + "\"", start);
  }
  test.table = nth_tables_++;
  return nested_list(test.of, ListKind::kComplex);
}

}  // namespace freshet::dom
