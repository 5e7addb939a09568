#pragma once

#include <optional>

#include "catalog/writer.h"
#include "database/sqlite.h"

namespace freshet::catalog {

using database::SqliteDatabase;
using database::SqliteStatement;

// The statements that put rows into the tables. Pages come in the order of their ids, or the index
// of words is written in small pieces.
class SqliteRows {
 public:
  // `may_hold`: there may be rows of the same ids, which are replaced.
  static Result<SqliteRows> prepare(SqliteDatabase& database, bool may_hold);

  Status put(const Community& community);
  Status put(const Domain& domain);
  Status put(const Site& site);
  Status put(const Entry& entry);
  Status refresh(const Entry& entry);
  Status put_links(int64_t page, const std::vector<Page::Link>& links);
  Status remove(int64_t page);

 private:
  Status take_out_words(int64_t page);
  Status put_history(const Page& page);
  Status put_stamp(const Entry& entry);

  bool may_hold_ = false;
  words::Segmenter segmenter_;
  SqliteStatement put_community_, put_domain_, put_site_;
  SqliteStatement put_page_, refresh_page_, put_words_, put_link_, put_many_links_, put_visit_,
      put_stamp_;
  SqliteStatement held_page_, delete_words_, delete_links_, delete_history_;
  SqliteStatement remove_page_, remove_stamp_, remove_links_to_;
};

}  // namespace freshet::catalog
