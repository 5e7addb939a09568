#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace freshet::change {

// A line of a page's visible text: a paragraph, a table cell or an entry of a list.
struct Line {
  std::string_view text;
  uint64_t links = 0;  // hash of the targets of its links, in their order; 0: it has none
};

void add_link(Line& line, uint64_t target);

// Splits a plain text at line ends.
std::vector<Line> lines_of(std::string_view text);

}  // namespace freshet::change
