#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "search/index.h"
#include "words/segmenter.h"

namespace freshet::search {

// How many keystrokes lie between two words (one more, less, other, or two swapped); `most` + 1 if
// there are more than `most`. A Hangul syllable is two or three keystrokes.
int keystroke_distance(const std::u32string& a, const std::u32string& b, int most);

// A query that finds more, made of words that the index has: each word of the text that few pages
// have is replaced by the most common one that is like it. nullopt if there is nothing better.
Result<std::optional<std::string>> suggest(std::string_view query_text, const Query& query,
                                           Index& index, words::Segmenter& segmenter);

}  // namespace freshet::search
