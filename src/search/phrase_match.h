#pragma once

#include <cstddef>
#include <span>

#include "search/page_words.h"
#include "search/query.h"

namespace freshet::search {

// How many of a text's words, from `at` on, are the phrase; 0 if they are not.
size_t phrase_at(std::span<const PageWord> words, size_t at, const Phrase& phrase);

}  // namespace freshet::search
