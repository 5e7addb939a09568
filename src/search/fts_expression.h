#pragma once

#include <string>

#include "search/query.h"

namespace freshet::search {

// The words of a query in the language of FTS5. Every word is quoted and has letters and digits
// only: nothing in it can be taken for syntax. Phrases stand in the query's order, wanted ones
// before excluded ones.
std::string fts_expression(const Query& query);

// The same in the language of PostgreSQL's tsquery.
std::string tsquery_expression(const Query& query);

}  // namespace freshet::search
