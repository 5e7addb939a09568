#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "clock/instant.h"
#include "postgres/connection.h"

namespace freshet::store {

// Connections to one server, each used by one thread at a time. Any thread may call run(). The DSN
// must have worked before: a refusal, for example because there are too many connections, is taken
// for temporary.
class PostgresPool {
 public:
  struct Options {
    std::string dsn;
    std::string setup;  // statements that a new connection runs
    size_t most = 4;    // connections that are kept, and that statements may use at a time
    Duration patience;  // how long run() tries to reach the server
  };
  explicit PostgresPool(Options options) : options_(std::move(options)) {}
  PostgresPool(const PostgresPool&) = delete;
  PostgresPool& operator=(const PostgresPool&) = delete;

  enum class Purpose : uint8_t {
    kStatement,  // waits while `most` connections are in use
    // Never waits, and may open a connection beyond `most`: the callback of a scan may use the
    // store.
    kScan,
  };
  enum class Repeat : uint8_t { kAllowed, kImpossible };
  // Calls `use` with a connection. If it returns an error because the connection was lost, or
  // because of a conflict with others, calls it again, with another connection and after a
  // back-off, unless it has set `repeat` to kImpossible. A transaction that `use` leaves open is
  // rolled back.
  using Use = std::function<Status(postgres::Connection&, Repeat& repeat)>;
  Status run(Purpose purpose, const Use& use);
  Status run(const std::function<Status(postgres::Connection&)>& use) {
    return run(Purpose::kStatement,
               [&](postgres::Connection& connection, Repeat&) { return use(connection); });
  }

 private:
  Result<postgres::Connection> borrow(Purpose purpose);
  Result<postgres::Connection> open() const;
  void give_back(Purpose purpose, postgres::Connection connection);
  void stop_using(Purpose purpose);
  void drop_idle();
  Status attempt(Purpose purpose, const Use& use, Repeat& repeat);

  const Options options_;
  std::mutex mutex_;
  std::condition_variable returned_;
  // Guarded by mutex_.
  std::vector<postgres::Connection> idle_;
  size_t in_use_ = 0;  // by statements
};

}  // namespace freshet::store
