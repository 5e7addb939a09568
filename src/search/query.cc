#include "search/query.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "clock/civil.h"
#include "language/identify.h"
#include "search/korean.h"
#include "text/ascii.h"

namespace freshet::search {
namespace {

constexpr size_t kMaxBytes = 4'096;
constexpr size_t kMaxWords = 32;
constexpr double kWithoutParticleWeight = 0.5;

// A part of the query between spaces, or between quotes.
struct Piece {
  std::string_view text;
  bool quoted = false;
  bool excluded = false;
};

// Removes the next piece from `rest` and returns it; nullopt at the end. A missing end quote is
// accepted.
std::optional<Piece> next_piece(std::string_view& rest) {
  rest = text::trim_start(rest);
  if (rest.empty()) return std::nullopt;
  Piece piece;
  const size_t dashes = std::min(rest.find_first_not_of('-'), rest.size());
  piece.excluded = dashes == 1;  // two dashes begin the name of an option: "--json"
  rest.remove_prefix(dashes);
  if (rest.starts_with('"')) {
    rest.remove_prefix(1);
    piece.quoted = true;
    const size_t end = std::min(rest.find('"'), rest.size());
    piece.text = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return piece;
  }
  size_t end = 0;
  while (end < rest.size() && !text::is_space(rest[end]) && rest[end] != '"') ++end;
  piece.text = rest.substr(0, end);
  rest.remove_prefix(end);
  // A filter with a quoted value: site:"example.com".
  if (piece.text.ends_with(':') && rest.starts_with('"')) {
    const size_t quote = std::min(rest.find('"', 1), rest.size());
    piece.text = std::string_view(piece.text.data(), piece.text.size() + quote);
    rest.remove_prefix(std::min(quote + 1, rest.size()));
  }
  return piece;
}

std::optional<int> number(std::string_view digits) {
  int value = 0;
  const char* end = digits.data() + digits.size();
  const auto [at, trouble] = std::from_chars(digits.data(), end, value);
  if (trouble != std::errc() || at != end || !text::is_digit(digits[0])) return std::nullopt;
  return value;
}

// The instant at which "2026", "2026-11" or "2026-11-15" begins.
std::optional<Instant> start_of(std::string_view date) {
  CivilTime civil;
  int* const fields[] = {&civil.year, &civil.month, &civil.day};
  for (int* field : fields) {
    const size_t end = std::min(date.find('-'), date.size());
    const auto value = number(date.substr(0, end));
    if (!value) return std::nullopt;
    *field = *value;
    if (end == date.size()) return to_instant(civil);
    date.remove_prefix(end + 1);
  }
  return std::nullopt;
}

// The host in "https://www.Example.com:8080/x", in lower case.
std::string host_of(std::string_view site) {
  if (const size_t scheme = site.find("://"); scheme != site.npos) site.remove_prefix(scheme + 3);
  site = site.substr(0, site.find_first_of("/:?#"));
  while (site.starts_with('.') || site.starts_with('*')) site.remove_prefix(1);
  return text::lower_case(site);
}

// The phrase without the particle at its end, if there is one.
std::optional<Phrase> shortened(const Phrase& phrase) {
  const auto stem = without_particle(phrase.terms.back());
  if (!stem) return std::nullopt;
  Phrase shorter = phrase;
  shorter.weight = kWithoutParticleWeight;
  if (stem->empty()) {
    shorter.terms.pop_back();
    if (shorter.terms.empty()) return std::nullopt;
  } else {
    shorter.terms.back() = *stem;
  }
  shorter.prefix = ends_in_hangul(shorter.terms.back());
  return shorter;
}

// The phrase as it is, and with each particle. This replaces a prefix search for a word of one
// syllable, which would match too many words.
std::vector<Phrase> with_particles(Phrase phrase) {
  phrase.prefix = false;
  std::vector<Phrase> phrases = {phrase};
  for (const std::string_view particle : particles()) {
    phrases.push_back(phrase);
    phrases.back().terms.back() += particle;
  }
  return phrases;
}

class Parser {
 public:
  explicit Parser(words::Segmenter& segmenter) : segmenter_(segmenter) {}

  Result<Query> parse(std::string_view rest) {
    if (rest.size() > kMaxBytes) {
      return fail("the query is longer than " + std::to_string(kMaxBytes) + " bytes");
    }
    while (const auto piece = next_piece(rest)) {
      if (!piece->quoted) {
        const auto is_filter = parse_filter(*piece);
        if (!is_filter) return Unexpected(is_filter.error());
        if (*is_filter) continue;
      }
      parse_words(*piece);
      if (words_ > kMaxWords) {
        return fail("the query has more than " + std::to_string(kMaxWords) + " words");
      }
    }
    if (query_.required.empty()) return fail("the query has no word to search for");
    if (const auto found = language::identify(required_text_)) query_.language = found->tag;
    return std::move(query_);
  }

 private:
  // Returns whether the piece is a filter, and adds it to the query if so.
  Result<bool> parse_filter(const Piece& piece) {
    const size_t colon = piece.text.find(':');
    if (colon == piece.text.npos || colon + 1 == piece.text.size()) return false;
    const std::string_view name = piece.text.substr(0, colon);
    std::string_view value = piece.text.substr(colon + 1);
    if (value.starts_with('"')) value.remove_prefix(1);
    if (text::equals_ignoring_case(name, "site")) {
      if (std::string host = host_of(value); !host.empty()) {
        (piece.excluded ? query_.excluded_sites : query_.sites).push_back(std::move(host));
      }
      return true;
    }
    if (piece.excluded) return false;
    if (text::equals_ignoring_case(name, "lang")) {
      query_.languages.push_back(text::lower_case(value));
      return true;
    }
    const bool before = text::equals_ignoring_case(name, "before");
    if (!before && !text::equals_ignoring_case(name, "after")) return false;
    const auto start = start_of(value);
    if (!start) {
      return fail(text::lower_case(name) + ": takes a date such as 2026, 2026-11 or 2026-11-15");
    }
    (before ? query_.changed_before : query_.changed_from) = start;
    return true;
  }

  // Words without a space between them make a phrase ("e-mail", "2024년"). But words that adjoin
  // each other, which the segmenter separated by a dictionary, are searched one by one, because the
  // dictionary might separate them differently in the text of a page.
  void parse_words(const Piece& piece) {
    if (!piece.excluded) required_text_.append(piece.text).append(" ");
    Phrase phrase;
    size_t end = 0;
    segmenter_.each_word(piece.text, [&](const words::Word& word) {
      if (words_ > kMaxWords) return;
      ++words_;
      const bool is_separate = !phrase.terms.empty() && word.begin == end && !piece.quoted &&
                               !ends_in_hangul(phrase.terms.back()) && !ends_in_hangul(word.term);
      if (is_separate) add_clause(std::exchange(phrase, {}), piece);
      phrase.terms.emplace_back(word.term);
      end = word.end;
    });
    if (!phrase.terms.empty()) add_clause(std::move(phrase), piece);
  }

  void add_clause(Phrase phrase, const Piece& piece) {
    phrase.prefix = ends_in_hangul(phrase.terms.back());
    Clause clause{.phrases = {phrase}, .quoted = piece.quoted};
    if (is_one_syllable(phrase.terms.back())) clause.phrases = with_particles(phrase);
    if (phrase.prefix && !piece.excluded) {
      if (auto shorter = shortened(phrase)) clause.phrases.push_back(std::move(*shorter));
    }
    (piece.excluded ? query_.excluded : query_.required).push_back(std::move(clause));
  }

  words::Segmenter& segmenter_;
  Query query_;
  std::string required_text_;  // the required words as they were typed
  size_t words_ = 0;
};

}  // namespace

Result<Query> parse_query(std::string_view text, words::Segmenter& segmenter) {
  return Parser(segmenter).parse(text);
}

}  // namespace freshet::search
