#pragma once

#include <string>
#include <string_view>

namespace freshet::search {

// The languages of all pages, from one to the next in the index of languages: a search for each
// language instead of a look at each page. In the SQL of both databases; `pages` is the table.
inline std::string languages_statement(std::string_view pages) {
  const std::string from(pages);
  return "WITH RECURSIVE known(language) AS ("
         "SELECT min(language) FROM " +
         from +
         " WHERE language > '' "
         "UNION ALL SELECT (SELECT min(language) FROM " +
         from +
         " WHERE language > known.language) FROM known WHERE known.language IS NOT NULL) "
         "SELECT language FROM known WHERE language IS NOT NULL LIMIT 100";
}

}  // namespace freshet::search
