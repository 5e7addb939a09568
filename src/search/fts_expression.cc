#include "search/fts_expression.h"

#include <optional>
#include <string_view>

#include "words/beginning.h"

namespace freshet::search {
namespace {

// How a language writes what both have.
struct Syntax {
  char quote;
  std::string_view between_words;  // of a phrase
  bool quotes_each_word;
  std::string_view prefix;
  std::string_view either;
  std::string_view both;
  std::string_view but_not;
  bool has_beginnings;  // as terms: words/beginning.h
};
constexpr Syntax kFts5 = {'"', " ", false, " *", " OR ", " AND ", " NOT ", true};
constexpr Syntax kTsquery = {'\'', " <-> ", true, ":*", " | ", " & ", " & !", false};

// The term for all words that begin with these two syllables and no more, if the index has one.
std::optional<std::string> beginning_of(const Phrase& phrase, const Syntax& syntax) {
  constexpr size_t kTwoSyllables = 6;
  const std::string& last = phrase.terms.back();
  if (!phrase.prefix || !syntax.has_beginnings || last.size() != kTwoSyllables) return std::nullopt;
  return words::beginning_of(last);
}

void append(std::string& out, const Phrase& phrase, const Syntax& syntax) {
  const auto beginning = beginning_of(phrase, syntax);
  for (size_t i = 0; i < phrase.terms.size(); ++i) {
    const bool is_last = i + 1 == phrase.terms.size();
    if (i > 0) out += syntax.between_words;
    if (i == 0 || syntax.quotes_each_word) out += syntax.quote;
    out += is_last && beginning ? *beginning : phrase.terms[i];
    if (is_last || syntax.quotes_each_word) out += syntax.quote;
  }
  if (phrase.prefix && !beginning) out += syntax.prefix;
}

void append(std::string& out, const Clause& clause, const Syntax& syntax) {
  out += '(';
  for (size_t i = 0; i < clause.phrases.size(); ++i) {
    if (i > 0) out += syntax.either;
    append(out, clause.phrases[i], syntax);
  }
  out += ')';
}

std::string expression(const Query& query, const Syntax& syntax) {
  std::string out = "(";
  for (size_t i = 0; i < query.wanted.size(); ++i) {
    if (i > 0) out += syntax.both;
    append(out, query.wanted[i], syntax);
  }
  out += ')';
  for (const Clause& clause : query.excluded) {
    out += syntax.but_not;
    append(out, clause, syntax);
  }
  return out;
}

}  // namespace

std::string fts_expression(const Query& query) {
  return expression(query, kFts5);
}

std::string tsquery_expression(const Query& query) {
  return expression(query, kTsquery);
}

}  // namespace freshet::search
