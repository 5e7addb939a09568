#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clock/instant.h"
#include "result/result.h"
#include "search/query.h"
#include "search/translations.h"

namespace freshet::search {

// A page that matches a query, with its data from the catalogue.
struct Match {
  int64_t page_id = 0;
  double score = 0;
  std::string url;
  std::string title;
  std::string description;
  std::string text;
  std::string boilerplate;
  std::string language;
  double rank = 0;
  std::optional<Instant> last_verified;
  std::optional<Instant> last_change;
  std::optional<Instant> modified;  // when the page says that it changed
  std::string modified_from;        // the source of that date: docs/formats/catalog.md
  double probability_current = 0;   // the probability that the copy is current
  std::vector<Translation> translations;
};

struct Matches {
  std::vector<Match> matches;  // the best first
  uint64_t total = 0;
  bool total_is_estimate = false;  // PostgreSQL estimates large totals
};

// Which of all matches to return, and how to order them.
struct Slice {
  size_t offset = 0;
  size_t limit = 10;
  bool prefer_fresh = false;
  // The user's language, a normalised tag (language/tag.h). Pages in it come first among pages with
  // similar scores, and are shown instead of their translations. If it is empty, only
  // Query::language chooses among translations.
  std::string language;
  Instant now;
};
// The language that chooses which one of several translations is shown: the user's language, else
// the first language that the query filters by, else the language of the query's words. Empty: any.
inline std::string_view preferred_language(const Query& query, const Slice& slice) {
  if (!slice.language.empty()) return slice.language;
  return query.languages.empty() ? query.language : query.languages.front();
}
inline constexpr size_t kMaxResults = 1'000;  // the greatest offset + limit

// A catalogue that can be searched: docs/formats/catalog.md. To be used by one thread.
class Index {
 public:
  virtual ~Index() = default;

  // The segmenter splits titles into words.
  virtual Result<Matches> find(const Query& query, const Slice& slice,
                               words::Segmenter& segmenter) = 0;
  // The languages of all pages, in no particular order, up to a limit. Unknown languages are left
  // out.
  virtual Result<std::vector<std::string>> languages() = 0;
  // Calls `callback` with all words >= `first` and < `end`, and with the number of pages that have
  // them. With PostgreSQL these are only the words of titles, descriptions, addresses and headings
  // of the most important pages, so the numbers are too low.
  using WordCallback = std::function<void(std::string_view word, uint64_t pages)>;
  virtual Status each_word(std::string_view first, std::string_view end,
                           const WordCallback& callback) = 0;
};

// Opens a catalogue in a SQLite file. Another process may write to it meanwhile.
Result<std::unique_ptr<Index>> open_sqlite(const std::string& file);
// Opens the catalogue in the schema `freshet` of a PostgreSQL database.
Result<std::unique_ptr<Index>> open_postgres(const std::string& dsn);

}  // namespace freshet::search
