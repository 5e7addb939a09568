#pragma once

#include "database/sqlite.h"
#include "result/result.h"

struct fts5_api;

namespace freshet::database {

// What FTS5 lets extensions of a connection call.
Result<fts5_api*> fts_api_of(SqliteDatabase& database);

}  // namespace freshet::database
