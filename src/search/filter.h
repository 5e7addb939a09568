#pragma once

#include <string>
#include <variant>
#include <vector>

#include "search/query.h"

namespace freshet::search {

// The sites, languages and dates of a query as a condition in SQL on `pages`, with its parameters:
// none of it is written into the SQL itself.
struct Filter {
  std::string condition;                                  // empty: everything
  std::vector<std::variant<std::string, double>> values;  // a double is a time, in Unix seconds
};

// How a database names the next parameter and reads a column of time as Unix seconds.
struct Dialect {
  char parameter;            // '?' or '$', before its number
  int first_parameter;       // its number
  std::string_view schema;   // before the names of tables
  std::string_view changed;  // when a page changed, as far as is known
};
inline constexpr Dialect kSqliteDialect = {'?', 1, "", "modified"};
inline constexpr Dialect kPostgresDialect = {'$', 1, "freshet.", "extract(epoch FROM modified)"};

Filter make_filter(const Query& query, const Dialect& dialect);

}  // namespace freshet::search
