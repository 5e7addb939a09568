#pragma once

#include <string>

#include "catalog/writer.h"
#include "postgres/connection.h"

namespace freshet::catalog {

// The steps of a conversion into PostgreSQL, on the connection of the process that decides what
// becomes of it.
//
// Rows are copied into the tables of the schema freshet_loading, which nobody else reads. In a full
// conversion they are the new catalogue, and the schema takes the name of the old one; otherwise
// their rows are merged into the old one. Both happen in one transaction. What a conversion that
// was killed has left there is dropped by the next one.
class PostgresLoading {
 public:
  // Connects, and waits until no other conversion runs. The lock ends with the connection.
  static Result<PostgresLoading> open(const std::string& dsn);

  // Begins a transaction that creates the staging tables. Rows may be copied in it. If it is
  // committed, other connections may copy rows, too.
  Result<TargetState> begin(const WriteOptions& options);
  Status commit() { return server_.run("COMMIT"); }
  // Makes the rows that were copied visible to everybody, and ends the transaction. If the one of
  // begin() was committed, begin_publishing() must come first.
  Status begin_publishing();
  Status publish(const ConversionRecord& record);
  // Drops the staging tables, after begin() was committed.
  Status drop();

  // Identifies the conversion for those who copy rows over other connections.
  const std::string& key() const { return key_; }
  postgres::Connection& server() { return server_; }

 private:
  explicit PostgresLoading(postgres::Connection server) : server_(std::move(server)) {}
  Result<bool> is_true(const std::string& expression);
  Result<TargetState> check_schema();
  // The statements of publish().
  std::string publish_new() const;
  std::string merge() const;

  postgres::Connection server_;
  WriteOptions options_;
  TargetState state_;
  std::vector<std::string> old_item_tables_;
  std::string key_;
};

// Opens a connection on which rows are copied fast.
Result<postgres::Connection> open_to_load(const std::string& dsn);

}  // namespace freshet::catalog
