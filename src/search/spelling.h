#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "search/index.h"
#include "words/segmenter.h"

namespace freshet::search {

// The edit distance between two words in keystrokes: one inserted, deleted, replaced, or two
// swapped. Returns `max` + 1 if it is greater than `max`. A Hangul syllable is two or three
// keystrokes (keystrokes() in korean.h).
int keystroke_distance(const std::u32string& a, const std::u32string& b, int max);

// Suggests a corrected query: each word that the index does not have is replaced by the most common
// similar word. Returns nullopt if there is nothing to correct.
Result<std::optional<std::string>> suggest(std::string_view query_text, const Query& query,
                                           Index& index, words::Segmenter& segmenter);

}  // namespace freshet::search
