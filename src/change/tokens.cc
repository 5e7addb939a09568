#include "change/tokens.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "text/ascii.h"

namespace freshet::change::internal {
namespace {

constexpr size_t kLongestToken = 512;
constexpr size_t kLongestWord = 32;
constexpr size_t kShortNumberDigits = 4;

// Packs a short word into a number, with five bits for each letter of either case; dots and commas
// are skipped. Returns 0 for a word with other characters or more than twelve letters.
constexpr uint64_t packed(std::string_view word) {
  uint64_t number = 0;
  for (const char c : word) {
    if (c == '.' || c == ',') continue;
    if (!text::is_alpha(c) || number >> 55 != 0) return 0;
    number = number << 5 | static_cast<uint64_t>(text::to_lower(c) - 'a' + 1);
  }
  return number;
}

constexpr auto kCalendar = [] {
  auto words = std::to_array<uint64_t>({
      packed("monday"),   packed("tuesday"),  packed("wednesday"), packed("thursday"),
      packed("friday"),   packed("saturday"), packed("sunday"),    packed("mon"),
      packed("tue"),      packed("wed"),      packed("thu"),       packed("fri"),
      packed("sat"),      packed("sun"),      packed("january"),   packed("february"),
      packed("march"),    packed("april"),    packed("may"),       packed("june"),
      packed("july"),     packed("august"),   packed("september"), packed("october"),
      packed("november"), packed("december"), packed("jan"),       packed("feb"),
      packed("mar"),      packed("apr"),      packed("jun"),       packed("jul"),
      packed("aug"),      packed("sep"),      packed("oct"),       packed("nov"),
      packed("dec"),      packed("am"),       packed("pm"),        packed("second"),
      packed("seconds"),  packed("sec"),      packed("minute"),    packed("minutes"),
      packed("min"),      packed("hour"),     packed("hours"),     packed("day"),
      packed("days"),     packed("week"),     packed("weeks"),     packed("month"),
      packed("months"),   packed("year"),     packed("years"),     packed("ago"),
      packed("now"),      packed("today"),    packed("yesterday"), packed("utc"),
      packed("gmt"),
  });
  std::sort(words.begin(), words.end());
  return words;
}();

bool is_of_calendar(std::string_view word) {
  const uint64_t number = packed(word);
  return number != 0 && std::binary_search(kCalendar.begin(), kCalendar.end(), number);
}

// The units are year, month, day, hour, minute and second in Chinese, Japanese and Korean.
bool is_unit_of_time(std::string_view word) {
  static constexpr std::string_view kUnits[] = {"年", "月", "日", "時", "时", "分", "秒",
                                                "년", "월", "일", "시", "분", "초"};
  return word.size() == 3 &&
         std::find(std::begin(kUnits), std::end(kUnits), word) != std::end(kUnits);
}

constexpr std::array<bool, 256> kSigns = [] {
  std::array<bool, 256> signs{};
  for (size_t c = 0; c < 128; ++c) signs[c] = text::is_alnum(static_cast<char>(c));
  for (const char c : std::string_view("_-.,:/+=")) signs[static_cast<uint8_t>(c)] = true;
  return signs;
}();

bool is_sign(char c) {
  return kSigns[static_cast<uint8_t>(c)];
}

size_t token_length(std::string_view text) {
  const bool signs = is_sign(text.front());
  const size_t most = std::min(text.size(), kLongestToken);
  size_t length = 1;
  while (length < most && !text::is_space(text[length]) && is_sign(text[length]) == signs) ++length;
  return length;
}

// Whether the token has two digits with a colon between them, or two of the same separator:
// "12:30", "12:30:05Z", "2024-05-17", "17.5.2024", "5/17/24", "2024-05-17T12:30:00+02:00".
bool has_form_of_date(std::string_view token) {
  int dashes = 0;
  int slashes = 0;
  int dots = 0;
  for (size_t i = 1; i + 1 < token.size(); ++i) {
    if (text::is_digit(token[i]) || text::is_alpha(token[i])) continue;
    if (!text::is_digit(token[i - 1]) || !text::is_digit(token[i + 1])) continue;
    if (token[i] == ':') return true;
    dashes += token[i] == '-' ? 1 : 0;
    slashes += token[i] == '/' ? 1 : 0;
    dots += token[i] == '.' ? 1 : 0;
  }
  constexpr size_t kLongest = 32;
  return text::is_digit(token.front()) && token.size() <= kLongest &&
         (dashes == 2 || slashes == 2 || dots == 2);
}

TokenKind kind_of(std::string_view token) {
  if (!is_sign(token.front())) {
    return is_unit_of_time(token) ? TokenKind::kDate : TokenKind::kWord;
  }
  const auto digits =
      static_cast<size_t>(std::count_if(token.begin(), token.end(), text::is_digit));
  if (digits == 0) {
    if (is_of_calendar(token)) return TokenKind::kDate;
    return token.size() > kLongestWord ? TokenKind::kNumber : TokenKind::kWord;
  }
  if (has_form_of_date(token)) return TokenKind::kDate;
  const bool is_short = digits <= kShortNumberDigits && token.size() <= digits + 2;
  return is_short ? TokenKind::kShortNumber : TokenKind::kNumber;
}

}  // namespace

Token take_token(std::string_view& rest) {
  while (!rest.empty() && text::is_space(rest.front())) rest.remove_prefix(1);
  if (rest.empty()) return {};
  const std::string_view token = rest.substr(0, token_length(rest));
  rest.remove_prefix(token.size());
  return {.kind = kind_of(token), .text = token};
}

}  // namespace freshet::change::internal
