#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "extract/tables.h"

namespace freshet::catalog {

using ItemTables = std::vector<extract::ItemTables>;

// The names, columns and types of the tables as JSON, to be stored in the table `meta`:
//
//   {"item_shop":{"columns":{"title":"text"},"records":{"item_shop_review":{"stars":"number"}}}}
//
// It is empty if there are no tables.
std::string encode_shapes(const ItemTables& tables);

// Returns the names of all tables, also those of records.
std::vector<std::string> table_names(std::string_view encoded);
std::vector<std::string> table_names(const ItemTables& tables);

}  // namespace freshet::catalog
