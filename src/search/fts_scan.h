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

// Every page that matches a query, with what is needed to score it by its words. FTS5's own bm25()
// is not used: it looks up the length of every matching page, and runs the query twice to count the
// matches. For a word that every page has, it takes six times as long as this.
struct FtsScan {
  std::vector<int64_t> pages;       // ascending
  std::vector<ClauseCount> counts;  // for each page one entry a required clause
  std::vector<TitleMatch> titles;   // one for each page
  std::vector<double> idf;          // inverse document frequency of each clause
  PartLengths means;                // of all pages, in words

  std::span<const ClauseCount> counts_of(size_t page) const {
    return std::span(counts).subspan(page * idf.size(), idf.size());
  }
};

// Runs queries on the table `words`. The database must outlive it.
class FtsScanner {
 public:
  explicit FtsScanner(database::SqliteDatabase& database)
      : database_(database), reader_(database) {}

  // With `allowed`, which must be ascending, only these pages are found.
  Result<FtsScan> scan(const Query& query, const std::optional<std::vector<int64_t>>& allowed);

 private:
  database::SqliteDatabase& database_;
  database::FtsReader reader_;
};

// How many words a page's title and its text without boilerplate have.
struct PartWords {
  size_t title = 0;
  size_t text = 0;
};

// Decodes a row of FTS5's table of sizes: the number of words in each column as a varint, seven
// bits a byte.
PartWords part_words(std::string_view sizes);

}  // namespace freshet::search
