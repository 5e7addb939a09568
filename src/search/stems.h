#pragma once

#include <span>
#include <string>

#include "search/query.h"
#include "words/stemmer.h"

namespace freshet::search {

// Adds to each wanted clause that is not quoted phrases that find other forms of its last word, by
// the stemmers of these languages (BCP 47; the first count most), up to a limit of different stems.
void add_stems(Query& query, std::span<const std::string> languages, words::Stemmer& stemmer);

}  // namespace freshet::search
