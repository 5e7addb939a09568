#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace freshet::words {

// Appends the terms of the ASCII text at the start of `text`, each after a space. Stops between two
// words and returns that position. Returns 0 and appends nothing if there is too little ASCII, or
// if a word is longer than `max_word`; the caller must then use the general method.
size_t append_ascii_terms(std::string_view text, size_t max_word, std::string& out);

}  // namespace freshet::words
