#pragma once

#include <string>
#include <vector>

#include "cli/columns.h"
#include "collection/items.h"
#include "extract/columns.h"
#include "extract/recipe.h"
#include "json/read.h"

namespace freshet::cli {

// One line of JSON: key, url, times, fields and records.
std::string json_line(const collection::ItemRow& row);

// Comma-separated values (RFC 4180): the columns of the item's table, and a column of JSON for each
// kind of record.
class CsvItems {
 public:
  explicit CsvItems(const extract::Recipe& recipe);
  std::string heading() const;
  std::string line(const collection::ItemRow& row);

 private:
  std::vector<extract::FieldShape> fields_;
  std::vector<extract::RecordShape> records_;
  extract::CellReader cells_;
};

// A table for people, with the fields that fit.
class ItemTable {
 public:
  explicit ItemTable(const extract::Recipe& recipe);
  void add(const collection::ItemRow& row, const json::Value& fields);
  std::string text() const { return table_.text(); }

 private:
  std::vector<std::string> names_;
  Columns table_;
};

}  // namespace freshet::cli
