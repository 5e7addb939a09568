#pragma once

#include <sqlite3.h>

#include "database/sqlite.h"
#include "result/result.h"

namespace freshet::database {

// What FTS5 lets extensions of a connection call.
Result<fts5_api*> fts_api_of(SqliteDatabase& database);

}  // namespace freshet::database
