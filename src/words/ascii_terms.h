#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace freshet::words {

// Appends the terms, each behind a space, of the ASCII that `text` begins with, up to some place
// between two words; returns where that is. 0 if there is little of it, or a word is longer than
// `longest`: then other rules hold.
size_t append_ascii_terms(std::string_view text, size_t longest, std::string& out);

}  // namespace freshet::words
