#include "search/sqlite_translations.h"

#include <utility>

namespace freshet::search {

Result<SqliteTranslations> SqliteTranslations::prepare(database::SqliteDatabase& database) {
  SqliteTranslations made;
  auto standing =
      database.prepare("SELECT translation_group, language FROM pages WHERE page_id = ?");
  if (!standing) return Unexpected(standing.error());
  made.standing_ = std::move(*standing);
  auto members = database.prepare(
      "SELECT page_id, language, url FROM pages WHERE translation_group = ? AND NOT noindex "
      "AND duplicate_of IS NULL ORDER BY page_id LIMIT 1000");
  if (!members) return Unexpected(members.error());
  made.members_ = std::move(*members);
  return made;
}

Result<SqliteTranslations::Standing> SqliteTranslations::of(int64_t page) {
  const auto row = standing_.add(page).step();
  if (!row) return Unexpected(row.error());
  Standing standing;
  if (*row) {
    if (!standing_.is_null(0)) standing.group = standing_.integer(0);
    standing.language = standing_.text(1);
  }
  standing_.reset();
  return standing;
}

Result<std::vector<GroupMember>> SqliteTranslations::members(int64_t group) {
  std::vector<GroupMember> members;
  members_.add(group);
  while (true) {
    const auto row = members_.step();
    if (!row) return Unexpected(row.error());
    if (!*row) break;
    members.push_back({.page = members_.integer(0),
                       .language = std::string(members_.text(1)),
                       .url = std::string(members_.text(2))});
  }
  return members;
}

}  // namespace freshet::search
