#pragma once

#include <string>

#include "catalog/words.h"

namespace freshet::catalog {

// Words as PostgreSQL's tsvector in its binary form: each term once with its places, title A,
// description B, address C, body D. What goes beyond the limits of a tsvector (a term of 2,046
// bytes, 255 places of one, places up to 16,383, a megabyte in all) is left out.
std::string text_vector(const Words& words);

}  // namespace freshet::catalog
