#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clock/instant.h"
#include "result/result.h"

struct pg_conn;
struct pg_result;

namespace freshet::database {

// One row of an answer. Valid while it is shown.
class PostgresRow {
 public:
  PostgresRow(const pg_result* result, int row) : result_(result), row_(row) {}

  std::string_view text(int column) const;
  int64_t integer(int column) const;
  double real(int column) const;                  // 0 for NULL
  std::optional<Instant> time(int column) const;  // of a column of Unix seconds
  bool is_null(int column) const;

 private:
  const pg_result* result_;
  int row_;
};

// A connection to a PostgreSQL server. For one thread.
class PostgresConnection {
 public:
  static Result<PostgresConnection> open(const std::string& dsn);

  Status run(const std::string& statements);
  // Calls `each` with every row as it comes. Parameters are $1, $2 and so on.
  using Take = std::function<void(const PostgresRow&)>;
  Status query(const std::string& sql, const std::vector<std::string>& parameters,
               const Take& each);
  Status query(const std::string& sql, const Take& each) { return query(sql, {}, each); }
  // Rows in PostgreSQL's binary form.
  Status copy(const std::string& table, std::string_view rows);

 private:
  struct Close {
    void operator()(pg_conn* connection) const;
  };
  Error error_of(std::string_view doing) const;
  Status finish_copy();

  std::unique_ptr<pg_conn, Close> connection_;
};

}  // namespace freshet::database
