#include "change/pieces.h"

#include <algorithm>
#include <array>

#include "digest/fingerprint.h"
#include "text/ascii.h"

namespace freshet::change::internal {
namespace {

// A long line is cut behind a word that its own hash chooses, so that an insertion moves no cut but
// the next; and anywhere where no word is chosen for too long.
constexpr size_t kLongLine = 256;
constexpr size_t kLongestPiece = 2048;
constexpr uint64_t kCutMask = 7;
constexpr size_t kLongestToken = 512;
constexpr size_t kLongestWord = 32;

constexpr uint64_t kNumberStandsHere = 1;

enum class Kind { kLineEnd, kWord, kNumber };

// A short word as a number, five bits a letter of either case; dots and commas do not count. Zero
// for what has other characters or more than twelve letters.
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
      packed("now"),      packed("today"),    packed("yesterday"),
  });
  std::sort(words.begin(), words.end());
  return words;
}();

bool is_of_calendar(std::string_view word) {
  const uint64_t number = packed(word);
  return number != 0 && std::binary_search(kCalendar.begin(), kCalendar.end(), number);
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

// A run of signs, or of anything else that is no space.
size_t token_length(std::string_view text) {
  const bool signs = is_sign(text.front());
  const size_t most = std::min(text.size(), kLongestToken);
  size_t length = 1;
  while (length < most && !text::is_space(text[length]) && is_sign(text[length]) == signs) ++length;
  return length;
}

Kind kind_of(std::string_view token) {
  if (!is_sign(token.front())) return Kind::kWord;
  const bool number = token.size() > kLongestWord ||
                      std::any_of(token.begin(), token.end(), text::is_digit) ||
                      is_of_calendar(token);
  return number ? Kind::kNumber : Kind::kWord;
}

struct Token {
  Kind kind = Kind::kLineEnd;
  std::string_view text;
};

// Takes the next token off the text, which is not empty.
Token take(std::string_view& rest) {
  while (!rest.empty() && text::is_space(rest.front())) {
    const bool end = rest.front() == '\n';
    rest.remove_prefix(1);
    if (end) return {};
  }
  if (rest.empty()) return {};
  const std::string_view token = rest.substr(0, token_length(rest));
  rest.remove_prefix(token.size());
  return {.kind = kind_of(token), .text = token};
}

}  // namespace

bool PieceReader::next(Piece& piece) {
  piece = {};
  bool empty = true;
  bool after_number = false;
  const size_t began = rest_.size();
  while (!rest_.empty()) {
    const Token token = take(rest_);
    if (token.kind == Kind::kLineEnd) {
      if (empty) continue;
      return true;
    }
    empty = false;
    const uint64_t hash = digest::fingerprint(token.text).value;
    if (token.kind == Kind::kNumber) {
      // Several in a row count as one place: "9 999" is followed by "10 000", "5 pm" by "17".
      if (!after_number) piece.words = mix(piece.words, kNumberStandsHere);
      piece.numbers = std::max<uint64_t>(1, mix(piece.numbers, hash));
    } else {
      piece.words = mix(piece.words, hash);
    }
    after_number = token.kind == Kind::kNumber;
    const size_t length = began - rest_.size();
    const bool chosen = token.kind == Kind::kWord && (hash & kCutMask) == 0;
    if (length >= kLongestPiece || (length >= kLongLine && chosen)) return true;
  }
  return !empty;
}

}  // namespace freshet::change::internal
