#include "extract/date_format.h"

#include "extract/date_tokens.h"
#include "extract/folded_text.h"
#include "extract/month_names.h"
#include "extract/time_of_day.h"
#include "text/ascii.h"

namespace freshet::extract {
namespace {

constexpr std::string_view kDirectives = "YymdebBHIMSpz%";

// What has the same meaning: a directive of the year, the month, the day or another one.
char meaning_of(char directive) {
  switch (directive) {
    case 'y': return 'Y';
    case 'b':
    case 'B': return 'm';
    case 'e': return 'd';
    case 'I': return 'H';
    default: return directive;
  }
}

bool is_blank(char c) {
  return c == ' ' || c == kHardSpace;
}

// Reads a text, directive by directive.
class FormatReader {
 public:
  explicit FormatReader(std::string_view text) : rest_(text) {}

  bool read(char directive) {
    CivilTime& civil = date_.civil;
    switch (directive) {
      case 'Y': return number(4, 4, civil.year);
      case 'y': return short_year();
      case 'm': return number(1, 2, civil.month);
      case 'd':
      case 'e': return pass_blanks() && number(1, 2, civil.day);
      case 'b':
      case 'B': return month();
      case 'H':
      case 'I': return date_.has_time = number(1, 2, civil.hour);
      case 'M': return number(2, 2, civil.minute);
      case 'S': return number(2, 2, civil.second);
      case 'p': return half_of_day();
      case 'z': return zone();
      default: return literal('%');
    }
  }
  bool literal(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool pass_blanks() {
    rest_ = text::trim_start<is_blank>(rest_);
    return true;
  }
  bool is_at_end() const { return rest_.empty(); }

  DateTime finish() {
    if (has_half_of_day_) date_.civil.hour = date_.civil.hour % 12 + (is_afternoon_ ? 12 : 0);
    return date_;
  }

 private:
  bool number(size_t least, size_t most, int& out) {
    size_t size = 0;
    int value = 0;
    while (size < most && size < rest_.size() && text::is_digit(rest_[size])) {
      value = value * 10 + (rest_[size++] - '0');
    }
    if (size < least) return false;
    rest_.remove_prefix(size);
    out = value;
    return true;
  }
  // As POSIX has it: 69 to 99 are years of the 20th century.
  bool short_year() {
    int year = 0;
    if (!number(2, 2, year)) return false;
    date_.civil.year = year + (year >= 69 ? 1900 : 2000);
    return true;
  }
  std::string take_word() {
    size_t size = 0;
    while (size < rest_.size() && is_letter_byte(rest_[size])) ++size;
    std::string word = lower_word(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return word;
  }
  bool month() {
    date_.civil.month = month_of(take_word());
    return date_.civil.month != 0;
  }
  bool half_of_day() {
    const std::string word = take_word();
    if (word != "am" && word != "pm") return false;
    has_half_of_day_ = true;
    is_afternoon_ = word == "pm";
    return true;
  }
  // Takes what is left up to white space.
  bool zone() {
    const std::string_view text = rest_.substr(0, rest_.find_first_of(" \x1F"));
    const auto tokens = date_tokens(text);
    TokenCursor cursor(tokens);
    date_.zone = read_zone(cursor, true);
    rest_.remove_prefix(text.size());
    return date_.zone.has_value() && cursor.is_at_end();
  }

  std::string_view rest_;
  DateTime date_;
  bool has_half_of_day_ = false;
  bool is_afternoon_ = false;
};

}  // namespace

std::optional<FormatError> check_date_format(std::string_view format) {
  std::string seen;
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') continue;
    const char directive = i + 1 < format.size() ? format[i + 1] : '\0';
    if (directive == '\0' || kDirectives.find(directive) == std::string_view::npos) {
      return FormatError{"after % one of Y y m d e b B H I M S p z % must follow", i};
    }
    const char meaning = meaning_of(directive);
    if (meaning != '%' && seen.find(meaning) != std::string::npos) {
      return FormatError{"a part of the date is there twice", i};
    }
    seen += meaning;
    ++i;
  }
  for (const char part : {'Y', 'm', 'd'}) {
    if (seen.find(part) == std::string::npos) {
      return FormatError{"must have a year (%Y or %y), a month (%m or %b) and a day (%d)", 0};
    }
  }
  return std::nullopt;
}

std::optional<DateTime> read_date(std::string_view folded, std::string_view format) {
  FormatReader reader(text::trim<is_blank>(folded));
  for (size_t i = 0; i < format.size(); ++i) {
    bool matches = false;
    if (text::is_space(format[i])) {
      matches = reader.pass_blanks();
    } else if (format[i] == '%') {
      matches = reader.read(format[++i]);
    } else {
      matches = reader.literal(format[i]);
    }
    if (!matches) return std::nullopt;
  }
  if (!reader.is_at_end()) return std::nullopt;
  return reader.finish();
}

}  // namespace freshet::extract
