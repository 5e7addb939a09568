#pragma once

#include <string>
#include <variant>
#include <vector>

namespace freshet::simulate {

struct Column {
  std::string name;
  int decimals = 1;  // of its numbers, when shown to a person
};

// Text, a number, or nothing to say.
using Cell = std::variant<std::monostate, std::string, double>;

// What an experiment found, with what was taken for granted.
struct Table {
  std::string title;
  std::vector<std::string> assumptions;  // a sentence each
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;  // a cell for each column
  std::vector<Table> details;           // follow it, where one table cannot say it all

  // The number in the row whose first cell is `row`; a bug where there is none.
  double number(const std::string& row, const std::string& column) const;
};

// For a person: title, assumptions, then columns in line, numbers to the right; then the details.
std::string to_text(const Table& table);

// {"title":..,"assumptions":[..],"columns":[..],"rows":[[..]..]}, numbers unrounded, on one line;
// with "details":[{..}..] where there are any.
std::string to_json(const Table& table);

}  // namespace freshet::simulate
