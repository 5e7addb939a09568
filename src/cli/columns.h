#pragma once

#include <string>
#include <vector>

namespace freshet::cli {

// Lines of a table, cells aligned, two spaces between columns and at the beginning. Cells that
// begin with a digit or are "-" stand to the right, unless they are of the last column. Controls in
// a cell are escaped, so that a cell stays in its line.
class Columns {
 public:
  void add(std::vector<std::string> cells);
  bool empty() const { return rows_.empty(); }
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace freshet::cli
