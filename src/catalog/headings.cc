#include "catalog/headings.h"

#include <algorithm>
#include <cstddef>

namespace freshet::catalog {
namespace {

constexpr size_t kShort = 80;  // bytes
constexpr size_t kLong = 100;

size_t line_end(std::string_view text, size_t begin) {
  return std::min(text.find('\n', begin), text.size());
}

}  // namespace

void each_run(std::string_view text, const std::function<void(std::string_view, bool)>& take) {
  size_t run = 0;  // where the run at hand begins
  bool is_heading = false;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = line_end(text, begin);
    const size_t next = std::min(end + 1, text.size());
    const bool heads = end - begin <= kShort && line_end(text, next) - next >= kLong;
    if (heads != is_heading) {
      if (begin > run) take(text.substr(run, begin - run), is_heading);
      run = begin;
      is_heading = heads;
    }
    begin = end + 1;
  }
  if (run < text.size()) take(text.substr(run), is_heading);
}

}  // namespace freshet::catalog
