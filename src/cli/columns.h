#pragma once

#include <string>
#include <vector>

namespace freshet::cli {

// A table as text: columns are aligned, with two spaces before each. Cells that begin with a digit,
// and "-", are aligned to the right, except in the last column. Control characters in a cell are
// escaped, so that a cell stays in its line.
class Columns {
 public:
  void add(std::vector<std::string> cells);
  bool empty() const { return rows_.empty(); }
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace freshet::cli
