#pragma once

#include <string>
#include <string_view>

#include "catalog/item_shapes.h"

namespace freshet::catalog {

// Statements on the tables of items, for both databases.

// A name as an identifier of SQL, in quotes.
std::string quoted_name(std::string_view name);
// A text as a constant of PostgreSQL.
std::string quoted_text(std::string_view text);

// What the databases call their types.
struct SqlTypes {
  std::string_view id;
  std::string_view integer;
  std::string_view time;
  std::string_view number;
  std::string_view text;
};

// The columns of a table of items, and of one of records, with their types: "page_id bigint NOT
// NULL, ...". There are no keys.
std::string item_columns(const extract::TableShape& table, const SqlTypes& types);
std::string record_columns(const extract::TableShape& table, const SqlTypes& types);

// The number of columns of such tables that are not those of fields.
inline constexpr int kFixedItemColumns = 8;
inline constexpr int kFixedRecordColumns = 2;

}  // namespace freshet::catalog
