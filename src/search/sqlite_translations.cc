#include "search/sqlite_translations.h"

#include <utility>

namespace freshet::search {

Result<SqliteTranslations> SqliteTranslations::prepare(database::SqliteDatabase& database) {
  SqliteTranslations made;
  auto page_group =
      database.prepare("SELECT translation_group, language FROM pages WHERE page_id = ?");
  if (!page_group) return Unexpected(page_group.error());
  made.group_of_ = std::move(*page_group);
  auto members = database.prepare(
      "SELECT page_id, language, url FROM pages WHERE translation_group = ? AND NOT noindex "
      "AND duplicate_of IS NULL ORDER BY page_id LIMIT 1000");
  if (!members) return Unexpected(members.error());
  made.members_ = std::move(*members);
  return made;
}

Result<SqliteTranslations::PageGroup> SqliteTranslations::group_of(int64_t page) {
  const auto row = group_of_.add(page).step();
  if (!row) return Unexpected(row.error());
  PageGroup page_group;
  if (*row) {
    if (!group_of_.is_null(0)) page_group.group = group_of_.integer(0);
    page_group.language = group_of_.text(1);
  }
  group_of_.reset();
  return page_group;
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
