#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

#include "postgres/connection.h"
#include "store/postgres_store.h"

namespace freshet::test {

// A schema of its own for the collection of a test, which is deleted with it.
class PostgresCollection {
 public:
  explicit PostgresCollection(std::string dsn) : dsn_(std::move(dsn)) {}
  ~PostgresCollection() {
    if (auto connection = postgres::Connection::open(dsn_)) {
      (void)connection->run("DROP SCHEMA IF EXISTS " + schema_ + " CASCADE");
    }
  }
  PostgresCollection(const PostgresCollection&) = delete;
  PostgresCollection& operator=(const PostgresCollection&) = delete;

  const std::string& dsn() const { return dsn_; }
  const std::string& schema() const { return schema_; }

  // Opens the store, which then holds all shards, unless the options say otherwise.
  Result<std::unique_ptr<store::Store>> open(store::PostgresOptions options = {
                                                 .take = store::ShardSet::all()}) const {
    options.schema = schema_;
    return store::open_postgres_store(dsn_, options);
  }

 private:
  static std::string new_name() {
    static int count = 0;
    return "test_" + std::to_string(getpid()) + "_" + std::to_string(++count);
  }

  const std::string dsn_;
  const std::string schema_ = new_name();
};

}  // namespace freshet::test
