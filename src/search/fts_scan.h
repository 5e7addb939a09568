#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "database/fts.h"
#include "result/result.h"
#include "search/query.h"
#include "search/ranking.h"
#include "search/title_fit.h"

namespace freshet::search {

// Every page that has what a query wants, with what is needed to score it by its words. FTS5's own
// bm25() looks up the length of every page that it finds, and finds everything twice to count it:
// for a word of every page that takes six times as long as this.
struct FtsScan {
  std::vector<int64_t> pages;       // ascending
  std::vector<ClauseCount> counts;  // as many as wanted clauses for each page
  std::vector<TitleEnds> titles;    // of each page
  std::vector<double> idf;          // of each clause
  PartLengths means;                // in words

  std::span<const ClauseCount> counts_of(size_t page) const {
    return std::span(counts).subspan(page * idf.size(), idf.size());
  }
};

// Looks through the table `words` of a database that outlives it.
class FtsScanner {
 public:
  explicit FtsScanner(database::SqliteDatabase& database)
      : database_(database), reader_(database) {}

  // With `allowed`, ascending, only these pages.
  Result<FtsScan> scan(const Query& query, const std::optional<std::vector<int64_t>>& allowed);

 private:
  database::SqliteDatabase& database_;
  database::FtsReader reader_;
};

// The words of a page's title and text, boilerplate aside.
struct PartWords {
  size_t title = 0;
  size_t text = 0;
};

// From a row of FTS5's table of sizes: the words of each column as numbers of variable length,
// seven bits a byte.
PartWords part_words(std::string_view sizes);

}  // namespace freshet::search
