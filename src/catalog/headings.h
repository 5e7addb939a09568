#pragma once

#include <functional>
#include <string_view>

namespace freshet::catalog {

// Splits a page's text, which has a line for each block, into runs of lines that are all headings
// or all not. Calls `callback` with each run in order, and with whether it is one of headings. A
// heading is a short line that is followed by a long one: the title of a section, or a term before
// its definition. Entries of lists and cells of tables are followed by short lines, so they do not
// count.
void each_run(std::string_view text,
              const std::function<void(std::string_view lines, bool is_heading)>& callback);

}  // namespace freshet::catalog
