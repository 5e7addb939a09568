#pragma once

#include <string>

#include "catalog/words.h"

namespace freshet::catalog {

// Encodes words as a tsvector of PostgreSQL, in its binary format: each term once, with its
// positions and their weights: title A, description, address and headings B, body C, boilerplate D.
// A tsvector has limits. Terms of more than 2,046 bytes, positions of a term beyond the 255th, and
// terms beyond a megabyte in all are left out. Positions after the last one, 16,383, are stored as
// 16,383.
std::string tsvector_of(const Words& words);

}  // namespace freshet::catalog
