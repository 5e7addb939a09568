#include "extract/money_value.h"

#include <algorithm>

#include "extract/currency.h"
#include "extract/folded_text.h"
#include "extract/number_value.h"
#include "text/ascii.h"

namespace freshet::extract {
namespace {

// What may stand between a number and its currency: "12,- EUR", "Rs. 500", "EUR: 12".
bool is_gap(std::string_view text) {
  constexpr size_t kMaxGap = 4;
  return text.size() <= kMaxGap && text.find_first_not_of(" .,:-\x1F") == std::string_view::npos;
}

// Whether a minus sign stands before a currency symbol: "-$5".
bool has_minus_before(std::string_view text, size_t at) {
  return at > 0 && text[at - 1] == '-' &&
         (at == 1 || (!text::is_digit(text[at - 2]) && !is_letter_byte(text[at - 2])));
}

Money money_of(const FoundNumber& number, std::string_view currency) {
  return {(number.is_negative ? "-" : "") + number.digits, std::string(currency)};
}

// The text of an amount with its marks of currencies.
struct Amounts {
  std::string_view text;
  const std::vector<CurrencyMark>& marks;

  // Returns the mark beside the number, on its left or on its right; nullptr if there is none.
  // `next` is the first mark that does not begin before the number.
  const CurrencyMark* beside(FoundNumber& number, size_t next) const {
    if (next > 0 && marks[next - 1].end <= number.begin) {
      const CurrencyMark& left = marks[next - 1];
      if (is_gap(text.substr(left.end, number.begin - left.end))) {
        if (has_minus_before(text, left.begin)) number.is_negative = true;
        return &left;
      }
    }
    if (next < marks.size() && marks[next].begin >= number.end &&
        is_gap(text.substr(number.end, marks[next].begin - number.end))) {
      return &marks[next];
    }
    return nullptr;
  }
};

}  // namespace

Result<Money, std::string> parse_money(std::string_view text, const MoneyOptions& options) {
  const std::string plain = folded(text);
  const std::vector<CurrencyMark> marks = find_currencies(plain, options.currency);
  std::optional<FoundNumber> first;
  if (options.is_for_programs) first = program_number(plain);
  if (!first) first = find_number(plain, 0, options.locale);
  if (!first) return Unexpected(std::string("is no amount of money"));
  if (marks.empty()) {
    if (!options.currency.empty()) return money_of(*first, options.currency);
    return Unexpected(std::string("names no currency; set `currency`"));
  }

  const Amounts amounts{plain, marks};
  size_t next = 0;
  auto number = first;
  while (number) {
    while (next < marks.size() && marks[next].begin < number->begin) ++next;
    const size_t end = number->end;
    if (const CurrencyMark* mark = amounts.beside(*number, next)) {
      return money_of(*number, mark->code);
    }
    number = find_number(plain, end, options.locale);
  }
  return money_of(*first, marks.front().code);
}

}  // namespace freshet::extract
