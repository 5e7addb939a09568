#include "http/date.h"

#include <cstdio>

#include "clock/civil.h"
#include "text/ascii.h"

namespace freshet::http {
namespace {

constexpr std::string_view kMonths[] = {"january",   "february", "march",    "april",
                                        "may",       "june",     "july",     "august",
                                        "september", "october",  "november", "december"};
constexpr std::string_view kWeekdays[] = {"sunday",   "monday", "tuesday", "wednesday",
                                          "thursday", "friday", "saturday"};
constexpr int kFirstGregorianYear = 1583;

struct Zone {
  std::string_view name;
  int minutes;  // east of Greenwich
};
constexpr Zone kZones[] = {
    {"GMT", 0},     {"UT", 0},     {"UTC", 0},    {"WET", 0},    {"WEST", 60},  {"BST", 60},
    {"CET", 60},    {"MET", 60},   {"MEZ", 60},   {"CEST", 120}, {"MEST", 120}, {"MESZ", 120},
    {"EET", 120},   {"EEST", 180}, {"MSK", 180},  {"JST", 540},  {"KST", 540},  {"NZST", 720},
    {"NZDT", 780},  {"AST", -240}, {"ADT", -180}, {"EST", -300}, {"EDT", -240}, {"CST", -360},
    {"CDT", -300},  {"MST", -420}, {"MDT", -360}, {"PST", -480}, {"PDT", -420}, {"AKST", -540},
    {"AKDT", -480}, {"HST", -600},
};

// Returns the 0-based index of a name. `word` is the full name or its first three letters, in any
// letter case.
template <size_t n>
std::optional<int> index_of(const std::string_view (&names)[n], std::string_view word) {
  constexpr size_t kShort = 3;
  for (size_t i = 0; i < n; ++i) {
    if (text::equals_ignoring_case(word, names[i]) ||
        text::equals_ignoring_case(word, names[i].substr(0, kShort))) {
      return static_cast<int>(i);
    }
  }
  return std::nullopt;
}

std::optional<int> zone_minutes(std::string_view word) {
  for (const Zone& zone : kZones) {
    if (zone.name == word) return zone.minutes;
  }
  // Military zones: A..M without J are 1..12 hours east, N..Y 1..12 hours west, Z is Greenwich.
  if (word.size() != 1) return std::nullopt;
  const char c = word[0];
  if (c >= 'A' && c <= 'I') return (c - 'A' + 1) * 60;
  if (c >= 'K' && c <= 'M') return (c - 'A') * 60;
  if (c >= 'N' && c <= 'Y') return -(c - 'N' + 1) * 60;
  if (c == 'Z') return 0;
  return std::nullopt;
}

struct TimeOfDay {
  int hour = 0;
  int minute = 0;
  int second = 0;
};

// Collects the parts of a date in any order. A part that occurs twice makes the date invalid.
class DateReader {
 public:
  explicit DateReader(std::string_view text) : text_(text) {}

  std::optional<Instant> read() {
    while (at_ < text_.size() && !complete()) {
      const char c = text_[at_];
      if (text::is_alpha(c)) {
        if (!take_word()) return std::nullopt;
      } else if (text::is_digit(c)) {
        if (!take_time() && !take_number()) return std::nullopt;
      } else {
        ++at_;
      }
    }
    if (!day_ || !month_ || !year_ || *year_ < kFirstGregorianYear) return std::nullopt;
    const TimeOfDay time = time_.value_or(TimeOfDay());
    // A day after the end of the month (30 Feb) is a day of the next month.
    const int64_t seconds = days_from_civil(*year_, *month_, *day_) * 86'400 + time.hour * 3'600 +
                            time.minute * 60 + time.second - zone_.value_or(0) * 60;
    return Instant::from_unix_seconds(seconds);
  }

 private:
  // When all parts are known, the rest of the text is ignored, such as "-0400 (EDT)" after "GMT".
  bool complete() const { return weekday_ && day_ && month_ && year_ && time_ && zone_; }

  bool take_word() {
    const size_t start = at_;
    while (at_ < text_.size() && text::is_alpha(text_[at_])) ++at_;
    const std::string_view word = text_.substr(start, at_ - start);
    if (!weekday_ && index_of(kWeekdays, word)) return weekday_ = true;
    if (const auto month = index_of(kMonths, word); month && !month_) {
      month_ = *month + 1;
      // "98 April 17" is invalid, because either number could be the year.
      return word.size() == 3 || !two_digit_year_ || day_;
    }
    if (const auto zone = zone_minutes(word); zone && !zone_) {
      zone_ = zone;
      return true;
    }
    return false;
  }

  // Parses h:m or h:m:s with one or two digits each.
  bool take_time() {
    if (time_) return false;
    size_t at = at_;
    TimeOfDay time;
    if (!take_two_digits(at, time.hour) || at >= text_.size() || text_[at++] != ':') return false;
    if (!take_two_digits(at, time.minute)) return false;
    if (at + 1 < text_.size() && text_[at] == ':' && text::is_digit(text_[at + 1])) {
      ++at;
      if (!take_two_digits(at, time.second)) return false;
    }
    if (time.hour > 23 || time.minute > 59 || time.second > 60) return false;
    time_ = time;
    at_ = at;
    return true;
  }

  bool take_two_digits(size_t& at, int& value) const {
    size_t digits = 0;
    for (; digits < 2 && at < text_.size() && text::is_digit(text_[at]); ++digits) {
      value = value * 10 + (text_[at++] - '0');
    }
    return digits > 0;
  }

  bool take_number() {
    const size_t start = at_;
    int value = 0;
    while (at_ < text_.size() && text::is_digit(text_[at_])) {
      if (value > 99'999'999) return false;
      value = value * 10 + (text_[at_++] - '0');
    }
    const size_t digits = at_ - start;
    const char before = start > 0 ? text_[start - 1] : ' ';
    if (!zone_ && digits == 4 && value <= 1400 && (before == '+' || before == '-')) {
      const int minutes = value / 100 * 60 + value % 100;
      zone_ = before == '+' ? minutes : -minutes;
      return true;
    }
    if (digits == 8 && !year_ && !month_ && !day_) return take_year_month_day(value);
    if (!day_ && value >= 1 && value <= 31) {
      day_ = value;
      return true;
    }
    if (!year_ && value <= 9999) {
      two_digit_year_ = value < 100;
      year_ = value >= 100 ? value : value >= 70 ? 1900 + value : 2000 + value;
      return true;
    }
    return false;
  }

  bool take_year_month_day(int value) {
    year_ = value / 10'000;
    month_ = value / 100 % 100;
    day_ = value % 100;
    return *month_ >= 1 && *month_ <= 12 && *day_ >= 1 && *day_ <= 31;
  }

  std::string_view text_;
  size_t at_ = 0;
  bool weekday_ = false;
  bool two_digit_year_ = false;
  std::optional<int> day_;
  std::optional<int> month_;
  std::optional<int> year_;
  std::optional<int> zone_;  // minutes east
  std::optional<TimeOfDay> time_;
};

}  // namespace

std::optional<Instant> parse_http_date(std::string_view text) {
  return DateReader(text).read();
}

std::string format_http_date(Instant instant) {
  const CivilTime c = to_civil(instant);
  const int day = weekday(days_from_civil(c.year, c.month, c.day));
  const auto abbreviated = [](std::string_view name) {
    std::string out(name.substr(0, 3));
    out[0] = static_cast<char>(out[0] - 32);
    return out;
  };
  char text[64];
  const int length = std::snprintf(
      text, sizeof text, "%s, %02d %s %04d %02d:%02d:%02d GMT", abbreviated(kWeekdays[day]).c_str(),
      c.day, abbreviated(kMonths[c.month - 1]).c_str(), c.year, c.hour, c.minute, c.second);
  return std::string(text, static_cast<size_t>(length));
}

}  // namespace freshet::http
