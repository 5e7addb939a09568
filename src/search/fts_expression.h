#pragma once

#include <string>

#include "search/query.h"

namespace freshet::search {

// The words of a query as an expression of FTS5. Every word is quoted and has only letters and
// digits, so no part of it can be taken for syntax. Phrases are in the query's order, required ones
// before excluded ones.
std::string fts_expression(const Query& query);

// The same as a tsquery of PostgreSQL.
std::string tsquery_expression(const Query& query);

}  // namespace freshet::search
