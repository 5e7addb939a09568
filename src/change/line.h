#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace freshet::change {

// A line of what a reader of a page can see: a paragraph, a table cell, an entry of a list.
struct Line {
  std::string_view text;
  uint64_t links = 0;  // hash of the targets of its links, in their order; 0: it has none
};

void add_link(Line& line, uint64_t target);

// Cuts a plain text at its ends of lines.
std::vector<Line> lines_of(std::string_view text);

}  // namespace freshet::change
