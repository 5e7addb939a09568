#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "postgres/connection.h"

namespace freshet::postgres {

// Sends statements without waiting for each result (libpq's pipeline mode), so that many take one
// round trip. After a statement that fails, the server runs none of the rest. A transaction that
// was begun with BEGIN stays open after finish(), unless COMMIT was reached. While a pipeline
// lives, nothing else may use the connection.
class Pipeline {
 public:
  explicit Pipeline(Connection& connection);
  ~Pipeline();  // finishes, if that was not done
  Pipeline(const Pipeline&) = delete;
  Pipeline& operator=(const Pipeline&) = delete;

  // Sends a statement. finish() calls `callback` with each of its rows.
  using Callback = std::function<void(const BinaryRow&)>;
  void add(const Statement& statement, const Parameters& parameters = {}, Callback callback = {});

  // Waits for all results, and returns the first error.
  Status finish();

 private:
  struct Expected {
    std::string prepared;  // the name of the statement that it prepares; empty: it runs one
    Callback callback;
  };
  void note(Error error);
  void read(const Expected& expected);
  void read_to_end();

  Connection& connection_;
  std::vector<Expected> expected_;
  Status status_ = Done{};
  bool is_finished_ = false;
};

}  // namespace freshet::postgres
