#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "extract/locale.h"
#include "result/result.h"

namespace freshet::extract {

// A number in a text.
struct FoundNumber {
  std::string
      digits;  // "1234.50": no sign, no needless zeros in front; at least one before the dot
  bool is_negative = false;
  size_t begin = 0;  // in the text, with the sign
  size_t end = 0;
};

// Finds the first number of a folded text at or after `from`. docs/formats/recipe.md has the rules
// for separators. Runs of digits and separators that are no number, such as 19.11.2026, are passed
// over, and so are numbers with more than 18 digits before or after the separator.
std::optional<FoundNumber> find_number(std::string_view folded, size_t from, const Locale& locale);

// Reads a text that consists of a number as programs write it: an optional '-', digits, and
// optionally '.' and digits.
std::optional<FoundNumber> program_number(std::string_view text);

// Returns a number of a text as JSON, or why there is none. `is_for_programs`: the text is from
// where pages write values for programs, so that a dot is no group separator.
Result<std::string, std::string> parse_number(std::string_view text, const Locale& locale,
                                              bool is_for_programs);

}  // namespace freshet::extract
