#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <queue>
#include <string>
#include <string_view>

#include "aquarium/connection.h"
#include "aquarium/connection_table.h"
#include "aquarium/framer.h"
#include "aquarium/reply.h"
#include "aquarium/request.h"
#include "aquarium/request_log.h"
#include "aquarium/request_parser.h"
#include "aquarium/server_limits.h"
#include "aquarium/world.h"
#include "clock/clock.h"
#include "systemclock/system_clock.h"

namespace freshet::aquarium {

// What the servers of an aquarium share. It is owned by the aquarium and outlives them.
struct ServerContext {
  const World& world;
  const Clock& virtual_clock;
  RequestLog& log;
  // Makes the replies of the host truth.DOMAIN.
  std::function<void(const Request&, Reply&)> truth;
  std::string truth_host;
  ServerLimits limits;
  std::atomic<uint64_t> nonce{0};  // of the next request
};

// The HTTP server of one thread: an edge-triggered epoll loop, and a heap of tasks that are due
// later. A request that waits for its reply takes only the memory of its own bytes.
class Server {
 public:
  // Takes ownership of the listening socket, which must be non-blocking.
  Server(ServerContext& context, int listening);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // Serves until stop(), which may be called from any thread.
  void run();
  void stop();

 private:
  // A time at which a connection needs attention. The order is for a heap with the earliest on top.
  struct Due {
    Duration at;
    int socket;
    uint64_t serial;
    bool operator<(const Due& other) const { return at > other.at; }
  };

  Duration until_next() const;
  void run_due_tasks();
  void sweep();  // closes idle connections
  void accept_all();
  void close(Connection& connection);
  void reset(Connection& connection);  // closes it with a TCP reset

  void on_ready(Connection& connection, uint32_t events);
  void read(Connection& connection);
  // Answers the whole requests in `bytes`, until a reply must wait or cannot be sent at once, and
  // stores the rest in the connection. This function and those below that return bool return false
  // if the connection was closed, and `connection` is then destroyed.
  bool serve(Connection& connection, std::string_view bytes, bool has_waited);
  bool serve_buffered(Connection& connection, bool has_waited);
  bool respond(Connection& connection, const Request& request, Instant received);
  bool refuse(Connection& connection, const ParsedRequest& parsed, Instant received);
  void make_reply(const Request& request);
  bool deliver(Connection& connection, const Request& request, Instant received);
  // Logs a request whose client closed the connection before the reply was due.
  void log_unanswered(const Connection& connection);
  bool send(Connection& connection, std::string_view head, std::string_view body);
  bool send_buffered(Connection& connection);
  bool after_sending(Connection& connection);
  void drip(Connection& connection);

  ServerContext& context_;
  const SystemClock real_clock_;
  int listening_;
  int epoll_ = -1;
  int wake_ = -1;
  // A descriptor in reserve. It is closed for a moment to accept and refuse a client when the
  // process has no other left.
  int spare_ = -1;
  std::atomic<bool> stopping_{false};
  ConnectionTable connections_;
  std::priority_queue<Due> due_;
  Duration now_;  // monotonic; taken once a turn of the loop
  Duration next_sweep_;
  Framer framer_;
  Reply reply_;
  std::string buffer_;  // for reading from sockets
};

}  // namespace freshet::aquarium
