#pragma once

#include <optional>

#include "catalog/writer.h"
#include "database/sqlite.h"

namespace freshet::catalog {

using database::SqliteDatabase;
using database::SqliteStatement;

// The statements that write rows into the tables. Pages should be put in ascending order of their
// ids: otherwise FTS5 writes its index in many small pieces.
class SqliteRows {
 public:
  // With `may_replace`, rows with the same ids may exist already; they are replaced.
  static Result<SqliteRows> prepare(SqliteDatabase& database, bool may_replace);

  Status put(const Community& community);
  Status put(const Domain& domain);
  Status put(const Site& site);
  Status put(const Entry& entry);
  Status refresh(const Entry& entry);
  Status put_links(int64_t page, const std::vector<Page::Link>& links);
  Status remove(int64_t page);

 private:
  // The statements that remove the row of a page and all rows that belong to it.
  struct Removal {
    SqliteStatement page, stamp, words, links, links_to, history;
  };

  Status remove_words(int64_t page);
  Status put_history(const Page& page);
  Status put_stamp(const Entry& entry);

  bool may_replace_ = false;
  words::Segmenter segmenter_;
  SqliteStatement put_community_, put_domain_, put_site_;
  SqliteStatement put_page_, refresh_page_, put_words_, put_link_, put_many_links_, put_visit_,
      put_stamp_;
  SqliteStatement indexed_page_;
  Removal remove_;
};

}  // namespace freshet::catalog
