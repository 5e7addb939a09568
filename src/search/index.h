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

// A page that a query finds, as the catalogue has it.
struct Match {
  int64_t page_id = 0;
  double score = 0;
  std::string url;
  std::string title;
  std::string description;
  std::string text;         // perhaps not all of it
  std::string boilerplate;  // the same
  std::string language;
  double rank = 0;
  std::optional<Instant> last_verified;
  std::optional<Instant> last_change;
  std::optional<Instant> modified;  // the page's own date of change
  std::string modified_from;        // who says so: docs/formats/catalog.md
  double probability_current = 0;   // of our copy, now
  std::vector<Translation> translations;
};

struct Matches {
  std::vector<Match> matches;  // the best first
  uint64_t total = 0;
  bool total_is_estimate = false;  // by PostgreSQL, of very many
};

// Which of all matches, and in which order.
struct Slice {
  size_t offset = 0;
  size_t limit = 10;
  bool prefer_fresh = false;
  // The reader's, a normal tag (language/tag.h): pages in it come first among similar scores, and
  // stand for their translations. Empty: Query::language alone chooses among translations.
  std::string language;
  Instant now;
};
// The language of the page that stands for its translations; empty: any. What the reader has named
// comes before what the query is about, and that before what the query is written in.
inline std::string_view reader_of(const Query& query, const Slice& slice) {
  if (!slice.language.empty()) return slice.language;
  return query.languages.empty() ? query.language : query.languages.front();
}
inline constexpr size_t kDeepest = 1'000;  // offset and limit together are at most this

// A catalogue that can be searched: docs/formats/catalog.md. For one thread.
class Index {
 public:
  virtual ~Index() = default;

  // The segmenter is for titles that the index has only as they are written.
  virtual Result<Matches> find(const Query& query, const Slice& slice,
                               words::Segmenter& segmenter) = 0;
  // Those that pages have, in no order, up to a limit; without that of pages whose language is
  // unknown.
  virtual Result<std::vector<std::string>> languages() = 0;
  // Words from `first` on and before `end`, with the number of pages that have them. PostgreSQL
  // knows only those of titles, and estimates.
  using TakeWord = std::function<void(std::string_view word, uint64_t pages)>;
  virtual Status each_word(std::string_view first, std::string_view end, const TakeWord& take) = 0;
};

// catalog.db of a data folder; somebody may be writing it.
Result<std::unique_ptr<Index>> open_sqlite(const std::string& file);
// The schema `freshet` of a PostgreSQL database.
Result<std::unique_ptr<Index>> open_postgres(const std::string& dsn);

}  // namespace freshet::search
