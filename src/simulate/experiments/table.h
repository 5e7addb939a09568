#pragma once

#include <string>
#include <variant>
#include <vector>

namespace freshet::simulate {

struct Column {
  std::string name;
  int decimals = 1;  // of its numbers in to_text()
};

// Empty, a text, or a number.
using Cell = std::variant<std::monostate, std::string, double>;

// The result of an experiment, with its assumptions.
struct Table {
  std::string title;
  std::vector<std::string> assumptions;  // one sentence or more each
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;  // a cell for each column
  std::vector<Table> details;           // further tables

  // The number in the row whose first cell is `row`. It must exist.
  double number(const std::string& row, const std::string& column) const;
};

// Formats the table for reading: title, assumptions, aligned columns with numbers to the right;
// then the details.
std::string to_text(const Table& table);

// One line: {"title":..,"assumptions":[..],"columns":[..],"rows":[[..]..]}, with unrounded numbers;
// and "details":[{..}..] if there are any.
std::string to_json(const Table& table);

}  // namespace freshet::simulate
