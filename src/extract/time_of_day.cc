#include "extract/time_of_day.h"

#include <array>

namespace freshet::extract {
namespace {

struct Zone {
  std::string_view name;
  int minutes;
};

// Names that mean one zone. Others, such as BST and IST, are not known.
constexpr auto kZones = std::to_array<Zone>({
    {"z", 0},      {"utc", 0},    {"gmt", 0},    {"est", -5 * 60}, {"edt", -4 * 60}, {"cst", -360},
    {"cdt", -300}, {"mst", -420}, {"mdt", -360}, {"pst", -480},    {"pdt", -420},    {"wet", 0},
    {"west", 60},  {"cet", 60},   {"cest", 120}, {"mez", 60},      {"mesz", 120},    {"eet", 120},
    {"eest", 180}, {"kst", 540},  {"jst", 540},  {"msk", 180},
});

bool read_hours_and_minutes(TokenCursor& cursor, int& hour, int& minute) {
  return cursor.number(1, 2, hour) && cursor.mark(':') && cursor.number(2, 2, minute);
}

// Reads "am", "a.m.", "PM" and converts the hour.
void read_half_of_day(TokenCursor& cursor, CivilTime& civil) {
  TokenCursor after = cursor;
  std::string_view word;
  if (!after.word(word)) return;
  if (word == "a" || word == "p") {
    std::string_view m;
    if (!after.mark('.') || !after.word(m) || m != "m") return;
    after.mark('.');
  } else if (word != "am" && word != "pm") {
    return;
  }
  if (civil.hour < 1 || civil.hour > 12) return;
  civil.hour = civil.hour % 12 + (word[0] == 'p' ? 12 : 0);
  cursor = after;
}

// Passes what may stand between a date and its time. Returns whether it was the 'T' of ISO 8601.
bool pass_connectors(TokenCursor& cursor) {
  if (cursor.word_of({"t"})) return true;
  constexpr int kMost = 3;
  char mark = 0;
  for (int i = 0; i < kMost; ++i) {
    if (!cursor.mark_of(",-|(.", mark) && !cursor.word_of({"at", "um", "à", "a", "alle", "om", "kl",
                                                           "klo", "o", "в", "as", "às", "las"})) {
      break;
    }
  }
  return false;
}

std::optional<Duration> read_offset(TokenCursor& cursor, bool may_have_colon) {
  char sign = 0;
  int hours = 0;
  int minutes = 0;
  if (!cursor.mark_of("+-", sign) || cursor.is_behind_space()) return std::nullopt;
  if (cursor.number(4, 4, hours)) {
    minutes = hours % 100;
    hours /= 100;
  } else {
    const bool is_offset = may_have_colon && cursor.number(1, 2, hours) &&
                           (!cursor.mark(':') || cursor.number(2, 2, minutes));
    if (!is_offset) return std::nullopt;
  }
  if (hours > 14 || minutes > 59) return std::nullopt;
  return Duration::minutes((sign == '-' ? -1 : 1) * (hours * 60 + minutes));
}

}  // namespace

std::optional<Duration> read_zone(TokenCursor& cursor, bool may_have_colon) {
  cursor.mark('(');
  std::string_view word;
  if (!cursor.word(word)) return read_offset(cursor, may_have_colon);
  for (const Zone& zone : kZones) {
    if (zone.name != word) continue;
    TokenCursor after = cursor;
    const auto more = zone.minutes == 0 ? read_offset(after, true) : std::nullopt;
    if (more) cursor = after;
    return more.value_or(Duration::minutes(zone.minutes));
  }
  return std::nullopt;
}

void read_time_of_day(TokenCursor cursor, DateTime& date) {
  const bool is_iso = pass_connectors(cursor);
  CivilTime civil = date.civil;
  if (!read_hours_and_minutes(cursor, civil.hour, civil.minute)) return;
  const bool has_seconds = cursor.mark(':');
  if (has_seconds && !cursor.number(2, 2, civil.second)) return;
  char mark = 0;
  int fraction = 0;
  TokenCursor after = cursor;
  if (has_seconds && after.mark_of(".,", mark) && !after.is_behind_space() &&
      after.number(1, 9, fraction)) {
    cursor = after;
  }
  read_half_of_day(cursor, civil);
  if (civil.hour > 23 || civil.minute > 59 || civil.second > 60) return;
  date.civil = civil;
  date.has_time = true;
  date.zone = read_zone(cursor, is_iso || has_seconds);
}

}  // namespace freshet::extract
