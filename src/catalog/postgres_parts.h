#pragma once

#include <memory>
#include <string>

#include "catalog/writer.h"

namespace freshet::catalog {

// A conversion into the schema `freshet` of a PostgreSQL database whose rows several processes
// write. One of them, the driver, has this object. The others copy rows into staging tables, each
// in transactions of its own (make_postgres_part()). Until finish() returns, the catalogue and its
// readers keep the old rows, even if any of the processes is killed; the next conversion removes
// what is left. To be used by one thread.
class PostgresConversion {
 public:
  // Waits until no other conversion into this database runs.
  static Result<std::unique_ptr<PostgresConversion>> begin(const std::string& dsn,
                                                           const WriteOptions& options);
  virtual ~PostgresConversion() = default;  // without finish(), the staging tables are dropped

  virtual const TargetState& target() const = 0;
  // What make_postgres_part() needs to take part in this conversion and no other.
  virtual const std::string& key() const = 0;
  // All parts must have been finished.
  virtual Status finish(const ConversionRecord& record) = 0;
};

// The rows that one process writes in a conversion.
class PartWriter : public RowWriter {
 public:
  // Writes the rest. Without it, an unknown part of the rows is written.
  virtual Status finish() = 0;
};

// Connects when it is first used. Calls fail if the conversion with this key does not run any more.
// Only a part that has the tables of items (WriteOptions::items) can put items.
std::unique_ptr<PartWriter> make_postgres_part(const std::string& dsn, const std::string& key,
                                               const ItemTables& items = {});

// Held by a process while it assigns ids to things of the collection whose state is in this
// database. Others wait.
class IdLock {
 public:
  static Result<std::unique_ptr<IdLock>> take(const std::string& dsn);
  virtual ~IdLock() = default;
};

}  // namespace freshet::catalog
