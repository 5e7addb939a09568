#pragma once

#include <string>
#include <variant>
#include <vector>

#include "search/query.h"

namespace freshet::search {

// The sites, languages and dates of a query as an SQL condition on the table `pages`. All values
// are parameters: nothing that a user typed is part of the SQL text.
struct Filter {
  std::string condition;                                  // empty if it holds for every page
  std::vector<std::variant<std::string, double>> values;  // a double is a time, in Unix seconds
};

// What differs in the SQL of the two databases.
struct Dialect {
  char parameter;            // '?' or '$', which precedes the number of a parameter
  int first_parameter;       // the number of the first parameter
  std::string_view schema;   // the prefix of table names
  std::string_view changed;  // an expression for when a page changed, in Unix seconds
};
inline constexpr Dialect kSqliteDialect = {'?', 1, "", "modified"};
inline constexpr Dialect kPostgresDialect = {'$', 1, "freshet.", "extract(epoch FROM modified)"};

Filter make_filter(const Query& query, const Dialect& dialect);

}  // namespace freshet::search
