#include "extract/date_value.h"

#include <utility>

#include "extract/date_format.h"
#include "extract/date_tokens.h"
#include "extract/folded_text.h"
#include "extract/time_of_day.h"

namespace freshet::extract {
namespace {

enum class Finding : uint8_t { kNothing, kDate, kAmbiguous };

// Passes the mark or word that may stand behind a day: "19.", "19th", "1er".
void pass_ordinal(TokenCursor& cursor) {
  if (!cursor.mark('.')) cursor.word_of({"st", "nd", "rd", "th", "er", "º", "ª"});
}

// "2026-11-19", "2026/11/19", "2026. 11. 19.", "2026年11月19日", "2026년 11월 19일",
// "2026. november 19.", "2026-Nov-19"
Finding year_first(TokenCursor& cursor, DateTime& date) {
  CivilTime& civil = date.civil;
  char separator = 0;
  if (!cursor.number(4, 4, civil.year)) return Finding::kNothing;
  if (cursor.word_of({"년", "年"})) {
    const bool is_date = cursor.number(1, 2, civil.month) && cursor.word_of({"월", "月"}) &&
                         cursor.number(1, 2, civil.day) && cursor.word_of({"일", "日"});
    return is_date ? Finding::kDate : Finding::kNothing;
  }
  const bool has_separator = cursor.mark_of("-/.", separator);
  if (cursor.month(civil.month)) {
    if (has_separator && separator != '.' && !cursor.mark(separator)) return Finding::kNothing;
    return cursor.number(1, 2, civil.day) ? Finding::kDate : Finding::kNothing;
  }
  const bool is_date = has_separator && cursor.number(1, 2, civil.month) &&
                       cursor.mark(separator) && cursor.number(1, 2, civil.day);
  return is_date ? Finding::kDate : Finding::kNothing;
}

// "19 November 2026", "19. Nov. 2026", "19th of November, 2026", "19 de noviembre de 2026",
// "19-Nov-2026"
Finding day_and_name(TokenCursor& cursor, DateTime& date) {
  CivilTime& civil = date.civil;
  if (!cursor.number(1, 2, civil.day)) return Finding::kNothing;
  const bool has_dash = cursor.mark('-');
  if (!has_dash) pass_ordinal(cursor);
  cursor.word_of({"of", "de", "d", "di"});
  if (!cursor.month(civil.month)) return Finding::kNothing;
  if (has_dash && !cursor.mark('-')) return Finding::kNothing;
  cursor.mark('.');
  cursor.mark(',');
  cursor.word_of({"of", "de", "del"});
  return cursor.number(4, 4, civil.year) ? Finding::kDate : Finding::kNothing;
}

// "November 19, 2026", "Nov. 19th 2026"
Finding name_and_day(TokenCursor& cursor, DateTime& date) {
  CivilTime& civil = date.civil;
  if (!cursor.month(civil.month)) return Finding::kNothing;
  cursor.mark('.');
  if (!cursor.number(1, 2, civil.day)) return Finding::kNothing;
  pass_ordinal(cursor);
  cursor.mark(',');
  return cursor.number(4, 4, civil.year) ? Finding::kDate : Finding::kNothing;
}

// "19.11.2026", "11/19/2026", "19-11-2026": which comes first is decided by the locale, unless only
// one order is possible.
Finding numbers(TokenCursor& cursor, Locale::DateOrder order, DateTime& date) {
  CivilTime& civil = date.civil;
  char separator = 0;
  const bool is_date = cursor.number(1, 2, civil.day) && cursor.mark_of("./-", separator) &&
                       cursor.number(1, 2, civil.month) && cursor.mark(separator) &&
                       cursor.number(4, 4, civil.year);
  if (!is_date) return Finding::kNothing;
  const bool can_be_day_first = civil.month <= 12;
  const bool can_be_month_first = civil.day <= 12;
  // Nobody writes a dot between month and day in this order.
  const bool is_month_first = order == Locale::DateOrder::kMonthFirst && separator != '.';
  if (can_be_month_first && (is_month_first || !can_be_day_first)) {
    std::swap(civil.day, civil.month);
  } else if (can_be_month_first && order == Locale::DateOrder::kUnknown &&
             civil.day != civil.month) {
    return Finding::kAmbiguous;
  }
  return Finding::kDate;
}

// Reads a date that begins at the cursor, and moves the cursor behind it.
Finding date_at(TokenCursor& cursor, Locale::DateOrder order, DateTime& date) {
  TokenCursor start = cursor;
  for (const auto read : {year_first, day_and_name, name_and_day}) {
    cursor = start;
    if (read(cursor, date) == Finding::kDate) return Finding::kDate;
  }
  cursor = start;
  return numbers(cursor, order, date);
}

// "20261119", alone.
bool is_compact(const std::vector<DateToken>& tokens, DateTime& date) {
  if (tokens.size() != 1 || tokens[0].digits.size() != 8) return false;
  const int number = tokens[0].number;
  date.civil = {number / 10'000, number / 100 % 100, number % 100};
  return date.exists();
}

std::string not_a_day() {
  return "has a date that does not exist";
}

}  // namespace

Result<std::string, std::string> parse_date(std::string_view text, const DateOptions& options) {
  const std::string plain = folded(text);
  if (!options.format.empty()) {
    if (const auto date = read_date(plain, options.format)) {
      if (!date->exists()) return Unexpected(not_a_day());
      return date->iso();
    }
  }
  const std::vector<DateToken> tokens = date_tokens(plain);
  DateTime date;
  if (is_compact(tokens, date)) return date.iso();
  for (size_t i = 0; i < tokens.size(); ++i) {
    date = {};
    TokenCursor cursor(tokens, i);
    const Finding finding = date_at(cursor, options.locale.order, date);
    if (finding == Finding::kNothing) continue;
    if (finding == Finding::kAmbiguous) {
      return Unexpected(std::string("may have day and month in either order; set `locale`"));
    }
    if (!date.exists()) return Unexpected(not_a_day());
    read_time_of_day(cursor, date);
    return date.iso();
  }
  return Unexpected(std::string("is no date"));
}

}  // namespace freshet::extract
