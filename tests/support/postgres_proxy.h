#pragma once

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "support/scratch_folder.h"

namespace freshet::test {

// Stands between a program and a PostgreSQL server, and breaks connections. The methods may be
// called from any thread.
class PostgresProxy {
 public:
  // `server`: the folder of the server's socket.
  explicit PostgresProxy(const std::string& server);
  ~PostgresProxy();
  PostgresProxy(const PostgresProxy&) = delete;
  PostgresProxy& operator=(const PostgresProxy&) = delete;

  std::string dsn() const;

  // Ends the connection of the next transaction when the server has committed it, before the
  // program learns of that.
  void lose_next_commit() { loses_commit_ = true; }
  bool lost_commit() const { return !loses_commit_; }
  // While it is closed, it ends all connections at once.
  void set_closed(bool closed) { is_closed_ = closed; }

 private:
  struct Pair {
    int client;
    int server;
    bool is_committing = false;
  };
  void work();
  void accept_one();
  // Return false if the connection is over.
  bool to_server(Pair& pair);
  bool to_client(Pair& pair);

  const ScratchFolder folder_;
  const std::string server_;
  int listener_ = -1;
  std::atomic<bool> loses_commit_ = false;
  std::atomic<bool> is_closed_ = false;
  std::atomic<bool> is_ending_ = false;
  std::vector<Pair> pairs_;  // only the thread uses them
  std::thread thread_;
};

}  // namespace freshet::test
