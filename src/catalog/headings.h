#pragma once

#include <functional>
#include <string_view>

namespace freshet::catalog {

// Cuts a page's text, a line a block, into runs of lines that are headings and runs of others, in
// their order. A heading is a short line with a long one behind it: a title of a section, or a term
// with its definition. Entries of lists and cells of tables have short lines behind them.
void each_run(std::string_view text, const std::function<void(std::string_view, bool)>& take);

}  // namespace freshet::catalog
