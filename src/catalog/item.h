#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clock/instant.h"
#include "extract/columns.h"

namespace freshet::catalog {

// An item of a recipe: a row of the recipe's table, and rows of the tables of its records.
struct Item {
  size_t recipe = 0;  // its place in WriteOptions::items
  int64_t page = 0;
  std::string key;
  std::string url;
  Instant first_seen;
  Instant last_seen;
  Instant verified_at;
  std::optional<Instant> gone_since;
  std::optional<Instant> unmatched_since;
  extract::Cells cells;                              // of the columns of the table
  std::vector<std::vector<extract::Cells>> records;  // the rows of each table of records
};

}  // namespace freshet::catalog
