#pragma once

#include <cstddef>
#include <span>

#include "search/page_words.h"
#include "search/query.h"

namespace freshet::search {

// If the phrase occurs in the text at word `at`, returns its length in words; otherwise 0.
size_t phrase_length_at(std::span<const PageWord> words, size_t at, const Phrase& phrase);

}  // namespace freshet::search
