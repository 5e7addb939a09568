#include "search/fts_expression.h"

#include <optional>
#include <string_view>

#include "words/prefix_term.h"

namespace freshet::search {
namespace {

// The syntax of a query language.
struct Syntax {
  char quote;
  std::string_view between_words;  // of a phrase
  bool quotes_each_word;           // otherwise the whole phrase is quoted
  std::string_view prefix;         // after a word: match all words that begin with it
  std::string_view operator_or;
  std::string_view operator_and;
  std::string_view operator_not;
  bool
      has_beginnings;  // the index has the beginnings of Korean words as terms: words/prefix_term.h
};
constexpr Syntax kFts5 = {'"', " ", false, " *", " OR ", " AND ", " NOT ", true};
constexpr Syntax kTsquery = {'\'', " <-> ", true, ":*", " | ", " & ", " & !", false};

// If the phrase ends in a prefix of two syllables and the index has a term for all words that begin
// with them, returns that term: it is faster than a prefix search.
std::optional<std::string> beginning_of(const Phrase& phrase, const Syntax& syntax) {
  constexpr size_t kTwoSyllables = 6;
  const std::string& last = phrase.terms.back();
  if (!phrase.prefix || !syntax.has_beginnings || last.size() != kTwoSyllables) return std::nullopt;
  return words::prefix_term(last);
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
    if (i > 0) out += syntax.operator_or;
    append(out, clause.phrases[i], syntax);
  }
  out += ')';
}

std::string expression(const Query& query, const Syntax& syntax) {
  std::string out = "(";
  for (size_t i = 0; i < query.required.size(); ++i) {
    if (i > 0) out += syntax.operator_and;
    append(out, query.required[i], syntax);
  }
  out += ')';
  for (const Clause& clause : query.excluded) {
    out += syntax.operator_not;
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
