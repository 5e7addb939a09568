#pragma once

#include <string>

#include "catalog/words.h"

namespace freshet::catalog {

// Words as PostgreSQL's tsvector in its binary form: each term once with its places, title A,
// description, address and headings B, body C, boilerplate D. A tsvector has limits: a term of more
// than 2,046 bytes, places of a term beyond 255, and terms beyond a megabyte in all are left out;
// terms behind the last place, 16,383, all stand at that place.
std::string text_vector(const Words& words);

}  // namespace freshet::catalog
