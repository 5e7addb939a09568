#pragma once

#include <string>
#include <string_view>

namespace freshet::search {

// SQL, for both databases, that returns the languages of all pages; `pages` is the name of the
// table. It steps from one language to the next in the index of languages (a loose index scan),
// which takes one lookup a language instead of one a page.
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
