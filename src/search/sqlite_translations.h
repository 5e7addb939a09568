#pragma once

#include <optional>
#include <string>
#include <vector>

#include "database/sqlite.h"
#include "result/result.h"
#include "search/translations.h"

namespace freshet::search {

// What the table `pages` says of translations. The database must outlive it.
class SqliteTranslations {
 public:
  static Result<SqliteTranslations> prepare(database::SqliteDatabase& database);

  struct Standing {
    std::optional<int64_t> group;
    std::string language;
  };
  Result<Standing> of(int64_t page);
  // Those that can be found, in order of their ids; at most 1,000.
  Result<std::vector<GroupMember>> members(int64_t group);

 private:
  database::SqliteStatement standing_;
  database::SqliteStatement members_;
};

}  // namespace freshet::search
