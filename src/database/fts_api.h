#pragma once

#include "database/sqlite.h"
#include "result/result.h"

struct fts5_api;

namespace freshet::database {

// The table of functions that FTS5 offers to extensions of this connection.
Result<fts5_api*> fts_api_of(SqliteDatabase& database);

}  // namespace freshet::database
