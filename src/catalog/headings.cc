#include "catalog/headings.h"

#include <algorithm>
#include <cstddef>

namespace freshet::catalog {
namespace {

constexpr size_t kLongestHeading = 80;      // bytes
constexpr size_t kShortestParagraph = 100;  // bytes; the line after a heading has at least these

size_t line_end(std::string_view text, size_t begin) {
  return std::min(text.find('\n', begin), text.size());
}

}  // namespace

void each_run(std::string_view text, const std::function<void(std::string_view, bool)>& callback) {
  size_t run = 0;  // where the current run begins
  bool is_heading = false;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = line_end(text, begin);
    const size_t next = std::min(end + 1, text.size());
    const bool line_is_heading =
        end - begin <= kLongestHeading && line_end(text, next) - next >= kShortestParagraph;
    if (line_is_heading != is_heading) {
      if (begin > run) callback(text.substr(run, begin - run), is_heading);
      run = begin;
      is_heading = line_is_heading;
    }
    begin = end + 1;
  }
  if (run < text.size()) callback(text.substr(run), is_heading);
}

}  // namespace freshet::catalog
