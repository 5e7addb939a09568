#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "postgres/parameters.h"
#include "postgres/row.h"
#include "result/result.h"

struct pg_conn;
struct pg_result;

namespace freshet::postgres {

// A statement that each connection prepares before it first runs it. Its name stands for its text.
struct Statement {
  std::string name;
  std::string sql;
};

struct Notification {
  std::string channel;
  std::string payload;
};

// A connection to a PostgreSQL server. To be used by one thread at a time. Errors have the kinds of
// failure.h: kUnavailable if the connection is lost, and then only a new one helps.
class Connection {
 public:
  // Takes any DSN of libpq: a URL or pairs, also with a service or a password file. Unless the DSN
  // itself says otherwise, connecting to each address takes at most five seconds, and a server that
  // has vanished is noticed within half a minute. The error has the kind kDenied if the server
  // answers but refuses the connection, kUnavailable if it does not answer.
  static Result<Connection> open(const std::string& dsn);

  // Whether it is connected and has no transaction open.
  bool is_idle() const;

  // Runs statements without parameters, as one transaction unless they say otherwise.
  Status run(const std::string& statements);
  // Calls `callback` with each row as it arrives. The parameters are $1, $2 and so on in `sql`.
  using RowCallback = std::function<void(const Row&)>;
  Status query(const std::string& sql, const std::vector<std::string>& parameters,
               const RowCallback& callback);
  Status query(const std::string& sql, const RowCallback& callback) {
    return query(sql, {}, callback);
  }
  // Calls `callback` with each row as it arrives, until it returns false; then the server stops the
  // statement. The rows do not collect in memory.
  using BinaryRowCallback = std::function<bool(const BinaryRow&)>;
  Status execute(const Statement& statement, const Parameters& parameters,
                 const BinaryRowCallback& callback);

  // Appends rows to a table. `rows` is in the binary format of COPY, without its header and
  // trailer.
  Status copy(const std::string& table, std::string_view rows);
  // Calls `callback` with each row of a query, as a line in the text format of COPY.
  Status copy_out(const std::string& query, const std::function<void(std::string_view)>& callback);

  // The socket, which becomes readable when a notification arrives (LISTEN).
  int descriptor() const;
  // Returns the notifications that have arrived since the last call. It does not wait.
  Result<std::vector<Notification>> notifications();

 private:
  friend class Pipeline;
  struct Close {
    void operator()(pg_conn* connection) const;
  };
  Error error_of(std::string_view action, const pg_result* result = nullptr);
  Status prepare(const Statement& statement);
  Status finish_copy(std::string_view action);
  void cancel();

  std::unique_ptr<pg_conn, Close> connection_;
  std::set<std::string, std::less<>> prepared_;  // names of statements
  bool is_lost_ = false;
};

}  // namespace freshet::postgres
