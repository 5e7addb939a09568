#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "result/result.h"

struct pg_conn;
struct pg_result;

// PostgreSQL as far as reading a catalogue needs it.
namespace freshet::search {

class PostgresRows {
 public:
  explicit PostgresRows(pg_result* result) : result_(result) {}

  int count() const;
  bool is_null(int row, int column) const;
  std::string_view text(int row, int column) const;
  int64_t integer(int row, int column) const;
  double real(int row, int column) const;  // 0 for NULL

 private:
  struct Clear {
    void operator()(pg_result* result) const;
  };
  std::unique_ptr<pg_result, Clear> result_;
};

class PostgresConnection {
 public:
  static Result<PostgresConnection> open(const std::string& dsn);

  // Parameters are $1, $2 and so on.
  Result<PostgresRows> query(const std::string& sql,
                             const std::vector<std::string>& parameters = {});

 private:
  struct Finish {
    void operator()(pg_conn* connection) const;
  };
  explicit PostgresConnection(pg_conn* connection) : connection_(connection) {}
  std::unique_ptr<pg_conn, Finish> connection_;
};

}  // namespace freshet::search
