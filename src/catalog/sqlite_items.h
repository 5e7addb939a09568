#pragma once

#include <string>
#include <vector>

#include "catalog/item.h"
#include "catalog/item_shapes.h"
#include "database/sqlite.h"

namespace freshet::catalog {

// The statements that write items into the tables of recipes.
class SqliteItems {
 public:
  // Drops the tables with the old names and creates those of `tables`.
  static Status create(database::SqliteDatabase& database, const std::vector<std::string>& old,
                       const ItemTables& tables);
  // Removes all items.
  static Status clear(database::SqliteDatabase& database, const ItemTables& tables);
  // With `may_replace`, there may be rows of the same pages; they are replaced.
  static Result<SqliteItems> prepare(database::SqliteDatabase& database, const ItemTables& tables,
                                     bool may_replace);

  Status put(const Item& item);
  // Removes the item of a page with its records, if there is one.
  Status remove(int64_t page);

 private:
  struct Recipe {
    database::SqliteStatement put;
    std::vector<database::SqliteStatement> put_record;  // of each kind
  };

  bool may_replace_ = false;
  std::vector<Recipe> recipes_;
  std::vector<database::SqliteStatement> removals_;  // one for each table
};

}  // namespace freshet::catalog
