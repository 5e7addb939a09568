#pragma once

#include <gtest/gtest.h>

#include <string>

#include "postgres/connection.h"
#include "support/postgres.h"
#include "support/postgres_collection.h"

namespace freshet::test {

// A test that uses the server that the tests of the program share.
class WithPostgres : public testing::Test {
 protected:
  void SetUp() override {
    const PostgresServer& server = shared_postgres_server();
    if (!server.installed()) GTEST_SKIP() << server.trouble();
    ASSERT_EQ(server.trouble(), "") << "PostgreSQL does not start";
  }

  static std::string dsn() { return shared_postgres_server().dsn(); }

  static postgres::Connection connect() {
    auto opened = postgres::Connection::open(dsn());
    EXPECT_TRUE(opened) << opened.error().message;
    return *std::move(opened);
  }

  // Returns the first column of the last row.
  static std::string answer(postgres::Connection& connection, const std::string& sql) {
    std::string text;
    const Status read =
        connection.query(sql, [&](const postgres::Row& row) { text = row.text(0); });
    EXPECT_TRUE(read) << read.error().message;
    return text;
  }

  static void run(postgres::Connection& connection, const std::string& sql) {
    const Status status = connection.run(sql);
    EXPECT_TRUE(status) << status.error().message;
  }
};

// A test with a collection of its own.
class WithCollection : public WithPostgres {
 protected:
  std::unique_ptr<store::Store> open(const store::PostgresOptions& options = {
                                         .take = store::ShardSet::all()}) {
    auto opened = collection_.open(options);
    EXPECT_TRUE(opened) << opened.error().message;
    return opened ? *std::move(opened) : nullptr;
  }
  // A connection whose statements find the tables of the collection.
  postgres::Connection connect_to_tables() {
    postgres::Connection connection = connect();
    run(connection, "SET search_path TO " + collection_.schema());
    return connection;
  }

  const PostgresCollection collection_{dsn()};
};

}  // namespace freshet::test
