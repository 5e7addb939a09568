#pragma once

#include <span>
#include <string>

#include "search/query.h"
#include "words/stemmer.h"

namespace freshet::search {

// Adds phrases to each required clause that is not quoted, so that it also matches other forms of
// its last word. They are made by the stemmers of these languages (BCP 47, the most important
// first), up to a limit of different stems.
void add_stems(Query& query, std::span<const std::string> languages, words::Stemmer& stemmer);

}  // namespace freshet::search
