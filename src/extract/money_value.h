#pragma once

#include <string>
#include <string_view>

#include "extract/locale.h"
#include "result/result.h"

namespace freshet::extract {

struct Money {
  std::string amount;    // "-12.50", with the digits of the page
  std::string currency;  // ISO 4217

  bool operator==(const Money&) const = default;
};

struct MoneyOptions {
  Locale locale;
  std::string_view currency;     // if the text names none, or an ambiguous one; may be empty
  bool is_for_programs = false;  // as for parse_number()
};

// Returns the amount of money that a text names, or why there is none. Of several numbers, it is
// the first one beside a currency.
Result<Money, std::string> parse_money(std::string_view text, const MoneyOptions& options);

}  // namespace freshet::extract
