#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace freshet::extract {

// A currency that a text names.
struct CurrencyMark {
  size_t begin = 0;
  size_t end = 0;
  std::string_view code;  // ISO 4217
};

// Whether the text is an ISO 4217 code of a currency in use, in upper case.
bool is_currency_code(std::string_view code);

// Returns the symbols, words and codes of currencies in a folded text, in its order. `expected` is
// the code that an ambiguous symbol stands for if it can: "$" is CAD if that is expected, otherwise
// USD. "kr" and "R" are marks only if one of their currencies is expected.
std::vector<CurrencyMark> find_currencies(std::string_view folded, std::string_view expected);

}  // namespace freshet::extract
