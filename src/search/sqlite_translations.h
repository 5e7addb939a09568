#pragma once

#include <optional>
#include <string>
#include <vector>

#include "database/sqlite.h"
#include "result/result.h"
#include "search/translations.h"

namespace freshet::search {

// Reads translations from the table `pages`. The database must outlive it.
class SqliteTranslations {
 public:
  static Result<SqliteTranslations> prepare(database::SqliteDatabase& database);

  struct PageGroup {
    std::optional<int64_t> group;  // nullopt: no translations are known
    std::string language;
  };
  Result<PageGroup> group_of(int64_t page);
  // The pages of a group that searches may find, in the order of their ids; at most 1,000.
  Result<std::vector<GroupMember>> members(int64_t group);

 private:
  database::SqliteStatement group_of_;
  database::SqliteStatement members_;
};

}  // namespace freshet::search
