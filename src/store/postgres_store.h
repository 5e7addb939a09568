#pragma once

#include <memory>
#include <string>

#include "clock/instant.h"
#include "result/result.h"
#include "store/store.h"

namespace freshet::store {

struct PostgresOptions {
  // The collection is the schema of this name. Lower-case letters, digits and underscores.
  std::string schema = "freshet_state";
  bool create = true;      // create the schema if it does not exist
  bool read_only = false;  // take() and commit() return errors; nothing is created or migrated
  // Shards to take at once. Batches that name no holding are written under these; if there are
  // none, such batches can write only facts and ids.
  ShardSet take;
  // How many connections statements may use at a time. Scans open further ones.
  size_t connections = 4;
  // How long a call tries to reach the server before it returns ErrorKind::kUnavailable.
  Duration patience = Duration::seconds(5);
  // Makes commits of Durability::kProcess survive a crash of the server, too.
  bool flush_every_commit = false;
};

// Opens the state of a collection in a PostgreSQL server. `dsn` is any connection string of libpq.
// Unlike the embedded stores it takes no shard unless the options say so: several writers open it,
// and each calls take() for what it is to hold. An older version of the schema is migrated. It is
// an error if a newer version of the program wrote it.
//
// Besides the errors that every store has, reads and writes return ErrorKind::kUnavailable if the
// server could not be reached for the time of `patience`. The caller may keep a batch and commit
// it again: that is correct even if the connection was lost during the commit, and the batch was
// written. Only a discovery that its owner has settled meanwhile is then delivered again.
//
// A commit of Durability::kProcess survives the end of this process at once, and a crash of the
// server after the next commit of Durability::kPower of any writer. If the server crashes, or a
// replica takes over, when commits of this store may be lost, then commit() and take() return
// ErrorKind::kFenced once they notice: the holdings of this store are void. The next take() begins
// anew; the caller must load the state of what it takes.
//
// Where Citus distributes the tables, each_*() and reads of many keys see a snapshot of each shard,
// not of all.
//
// docs/formats/postgres.md describes the tables.
Result<std::unique_ptr<Store>> open_postgres_store(const std::string& dsn,
                                                   const PostgresOptions& options = {});

}  // namespace freshet::store
