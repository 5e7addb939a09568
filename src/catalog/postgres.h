#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "result/result.h"

struct pg_conn;

namespace freshet::catalog {

// A connection to a PostgreSQL server. For one thread.
class PostgresConnection {
 public:
  static Result<PostgresConnection> open(const std::string& dsn);

  Status run(const std::string& statements);
  // Calls `each` with the columns of every row, as text.
  using Row = std::function<std::string_view(int column)>;
  Status query(const std::string& sql, const std::function<void(const Row&)>& each);
  // Rows in PostgreSQL's binary form, as CopyRows makes them.
  Status copy(const std::string& table, std::string_view rows);

 private:
  struct Close {
    void operator()(pg_conn* connection) const;
  };
  Error error_of(std::string_view doing) const;
  Status finish_copy();

  std::unique_ptr<pg_conn, Close> connection_;
};

}  // namespace freshet::catalog
