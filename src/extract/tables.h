#pragma once

#include <string>
#include <vector>

#include "extract/columns.h"
#include "extract/recipes.h"

namespace freshet::extract {

struct TableShape {
  std::string name;
  std::vector<Column> columns;
  bool operator==(const TableShape&) const = default;
};

// The tables of a recipe's items: item_RECIPE with a row for each item, and item_RECIPE_RECORD for
// each kind of record. `columns` has the columns of fields only; none of them has the name of one
// of these: table, page_id, key, url, first_seen, last_seen, verified_at, gone_since,
// unmatched_since, position.
struct ItemTables {
  std::string recipe;
  TableShape items;
  std::vector<TableShape> records;
  bool operator==(const ItemTables&) const = default;
};

// Returns the tables of each recipe. Their names differ as those of columns do (columns_of()).
std::vector<ItemTables> tables_of(const Recipes& recipes);

// The same of one recipe. `taken` has the names of other tables, and gets those of these.
ItemTables tables_of(const std::string& recipe, const std::vector<FieldShape>& fields,
                     const std::vector<RecordShape>& records, std::vector<std::string>& taken);

}  // namespace freshet::extract
