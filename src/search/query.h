#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clock/instant.h"
#include "result/result.h"
#include "words/segmenter.h"

namespace freshet::search {

// Words that must follow each other directly, in the form in which they are indexed
// (words::Segmenter). The last may be a marked stem (words::kStemMark).
struct Phrase {
  std::vector<std::string> terms;
  bool prefix = false;  // match words that begin with the last term: particles follow Korean words
  double weight = 1;    // how much a match counts, relative to other phrases of the clause

  bool operator==(const Phrase&) const = default;
};

// One element of a query. It matches if any of its phrases does; the first is the one that was
// typed.
struct Clause {
  std::vector<Phrase> phrases;
  bool quoted = false;  // match only the exact words, without stems

  bool operator==(const Clause&) const = default;
};

// What a page must have to be found. docs/formats/search.md describes the syntax.
struct Query {
  std::vector<Clause> required;             // all must match; there is at least one
  std::vector<Clause> excluded;             // none may match
  std::vector<std::string> sites;           // these hosts and their subdomains; empty: any
  std::vector<std::string> excluded_sites;  // none of these hosts
  std::vector<std::string> languages;       // BCP 47, lower case: "ko" includes "ko-kr"
  std::string language;                     // of the words; empty if it cannot be identified
  std::optional<Instant> changed_from;      // changed at this time or later
  std::optional<Instant> changed_before;

  bool operator==(const Query&) const = default;
};

// Parses a query. Any bytes are accepted. Returns an error if a limit is exceeded, if a date is not
// valid, or if there is no word to search for.
Result<Query> parse_query(std::string_view text, words::Segmenter& segmenter);

}  // namespace freshet::search
