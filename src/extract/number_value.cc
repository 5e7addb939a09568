#include "extract/number_value.h"

#include <algorithm>
#include <vector>

#include "extract/folded_text.h"
#include "text/ascii.h"

namespace freshet::extract {
namespace {

using text::is_digit;

// Others that read JSON hold whole numbers in 64 bits.
constexpr size_t kMaxDigits = 18;

// Digits with separators between them: "1.234,50" has three groups and ".,".
struct Run {
  std::vector<std::string_view> groups;
  std::string separators;
  size_t end = 0;
};

size_t end_of_digits(std::string_view text, size_t at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

bool is_space_or_apostrophe(char c) {
  return c == ' ' || c == kHardSpace || c == '\'';
}

// Whether text[at] separates the digits before it from those after it.
bool separates(std::string_view text, size_t at, const Run& run, const Locale& locale) {
  if (at + 1 >= text.size() || !is_digit(text[at + 1])) return false;
  const char c = text[at];
  if (c == '.' || c == ',') return true;
  if (!is_space_or_apostrophe(c) || (c == ' ' && !locale.groups_by_space)) return false;
  return run.groups.front().size() <= 3 && end_of_digits(text, at + 1) - at == 4 &&
         run.separators.find_first_not_of(c) == std::string::npos;
}

Run read_run(std::string_view text, size_t at, const Locale& locale) {
  Run run;
  while (true) {
    run.end = end_of_digits(text, at);
    run.groups.push_back(text.substr(at, run.end - at));
    if (!separates(text, run.end, run, locale)) return run;
    run.separators += text[run.end];
    at = run.end + 1;
  }
}

// Whether the first groups of a run can be the thousands of a number: 1 to 3 digits and then three
// in each group, or as in India (12,34,567) two in all but the last.
bool are_thousands(const Run& run, size_t count) {
  const auto begin = run.groups.begin();
  const auto last = begin + static_cast<std::ptrdiff_t>(count) - 1;
  if (begin->empty() || begin->size() > 3 || begin->front() == '0' || last->size() != 3) {
    return false;
  }
  const size_t size = run.separators[0] == ',' && count > 2 ? (begin + 1)->size() : 3;
  return (size == 2 || size == 3) &&
         std::all_of(begin + 1, last, [&](std::string_view group) { return group.size() == size; });
}

// Returns whether the last separator of the run is a decimal separator; nullopt if the run is no
// number.
std::optional<bool> has_fraction(const Run& run, const Locale& locale) {
  const std::string& separators = run.separators;
  if (separators.empty()) return false;
  const char last = separators.back();
  const bool differs = separators.find_first_not_of(separators[0]) != std::string::npos;
  if (differs) {
    const bool is_once_at_end =
        separators.find_first_not_of(separators[0]) == separators.size() - 1 &&
        !is_space_or_apostrophe(last);
    return is_once_at_end && are_thousands(run, run.groups.size() - 1) ? std::optional(true)
                                                                       : std::nullopt;
  }
  const bool can_group = are_thousands(run, run.groups.size());
  if (is_space_or_apostrophe(last) || separators.size() > 1) {
    return can_group ? std::optional(false) : std::nullopt;
  }
  return !can_group || last == locale.decimal;
}

std::optional<std::string> joined(const Run& run, bool has_fraction) {
  std::string whole;
  const size_t whole_groups = run.groups.size() - (has_fraction ? 1 : 0);
  for (size_t i = 0; i < whole_groups; ++i) whole += run.groups[i];
  whole.erase(0, std::min(whole.find_first_not_of('0'), whole.size()));
  if (whole.empty()) whole.push_back('0');
  const std::string_view fraction = has_fraction ? run.groups.back() : std::string_view();
  if (whole.size() > kMaxDigits || fraction.size() > kMaxDigits) return std::nullopt;
  if (has_fraction) whole.append(1, '.').append(fraction);
  return whole;
}

bool is_word_byte(char c) {
  return is_digit(c) || is_letter_byte(c);
}

// Returns the end of an exponent at text[at], as of "e5" or "E-5"; `at` if there is none.
size_t end_of_exponent(std::string_view text, size_t at) {
  if (at >= text.size() || text::to_lower(text[at]) != 'e') return at;
  const size_t sign = at + 1 < text.size() && (text[at + 1] == '-' || text[at + 1] == '+') ? 1 : 0;
  const size_t end = end_of_digits(text, at + 1 + sign);
  return end > at + 1 + sign ? end : at;
}

// Whether a number begins at text[at] with its separator, as in ".99".
bool begins_with_separator(std::string_view text, size_t at) {
  return (text[at] == '.' || text[at] == ',') && at + 1 < text.size() && is_digit(text[at + 1]) &&
         (at == 0 || !is_word_byte(text[at - 1]));
}

// Reads what begins with a digit or separator at text[at] and sets `end` behind it.
std::optional<std::string> read_number(std::string_view text, size_t at, const Locale& locale,
                                       size_t& end) {
  const bool is_fraction = !is_digit(text[at]);
  Run run = read_run(text, is_fraction ? at + 1 : at, locale);
  end = end_of_exponent(text, run.end);
  if (end != run.end) return std::nullopt;
  if (is_fraction) {
    if (!run.separators.empty()) return std::nullopt;
    run.groups.insert(run.groups.begin(), "0");
    return joined(run, true);
  }
  const auto fraction = has_fraction(run, locale);
  return fraction ? joined(run, *fraction) : std::nullopt;
}

}  // namespace

std::optional<FoundNumber> find_number(std::string_view folded, size_t from, const Locale& locale) {
  for (size_t at = from; at < folded.size(); ++at) {
    if (!is_digit(folded[at]) && !begins_with_separator(folded, at)) continue;
    size_t end = at;
    auto digits = read_number(folded, at, locale, end);
    if (!digits) {
      at = end;
      continue;
    }
    FoundNumber found{.digits = std::move(*digits), .begin = at, .end = end};
    const bool has_minus = at > 0 && folded[at - 1] == '-';
    if (has_minus && (at == 1 || !is_word_byte(folded[at - 2]))) {
      found.is_negative = true;
      --found.begin;
    }
    return found;
  }
  return std::nullopt;
}

std::optional<FoundNumber> program_number(std::string_view text) {
  text = text::trim(text);
  const size_t start = text.starts_with('-') ? 1 : 0;
  const size_t whole = end_of_digits(text, start);
  const bool has_dot = whole < text.size() && text[whole] == '.';
  const size_t end = has_dot ? end_of_digits(text, whole + 1) : whole;
  if (whole == start || end != text.size() || (has_dot && end == whole + 1)) return std::nullopt;
  Run run{.groups = {text.substr(start, whole - start)}};
  if (has_dot) run.groups.push_back(text.substr(whole + 1));
  auto digits = joined(run, has_dot);
  if (!digits) return std::nullopt;
  return FoundNumber{std::move(*digits), start == 1, 0, end};
}

Result<std::string, std::string> parse_number(std::string_view text, const Locale& locale,
                                              bool is_for_programs) {
  std::optional<FoundNumber> found;
  if (is_for_programs) found = program_number(text);
  if (!found) found = find_number(folded(text), 0, locale);
  if (!found) return Unexpected(std::string("is no number"));
  return (found->is_negative ? "-" : "") + found->digits;
}

}  // namespace freshet::extract
