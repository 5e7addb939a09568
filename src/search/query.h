#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clock/instant.h"
#include "result/result.h"
#include "words/segmenter.h"

namespace freshet::search {

// Words that stand one behind the other, as an index has them (words::Segmenter). The last may be a
// marked stem (words::kStemMark).
struct Phrase {
  std::vector<std::string> terms;
  bool prefix = false;  // the last word may go on: particles follow Korean words
  double weight = 1;    // what finding it counts beside the clause's other phrases

  bool operator==(const Phrase&) const = default;
};

// One thing that was asked for: found where any of the phrases is found. The first is as written.
struct Clause {
  std::vector<Phrase> phrases;
  bool quoted = false;  // only as it is written: without stems

  bool operator==(const Clause&) const = default;
};

// What a page must have to be found. docs/formats/search.md says how it is written.
struct Query {
  std::vector<Clause> wanted;  // all of these; at least one
  std::vector<Clause> excluded;
  std::vector<std::string> sites;           // of one of these hosts or one beneath; none: of any
  std::vector<std::string> excluded_sites;  // of none of these
  std::vector<std::string> languages;       // BCP 47, lower case: "ko" has "ko-kr" in it
  std::string language;                     // of the words, as far as they tell; else empty
  std::optional<Instant> changed_from;      // changed then or later
  std::optional<Instant> changed_before;

  bool operator==(const Query&) const = default;
};

// Any bytes are a query; an error is a limit, a date that is none, or a query without a word.
Result<Query> parse_query(std::string_view text, words::Segmenter& segmenter);

}  // namespace freshet::search
