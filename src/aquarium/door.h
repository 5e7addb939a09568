#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <queue>
#include <string>
#include <string_view>
#include <vector>

#include "aquarium/connection.h"
#include "aquarium/door_limits.h"
#include "aquarium/framer.h"
#include "aquarium/reply.h"
#include "aquarium/request.h"
#include "aquarium/request_log.h"
#include "aquarium/request_parser.h"
#include "aquarium/world.h"
#include "clock/clock.h"

namespace freshet::aquarium {

// What the doors of an aquarium share. Owned by the aquarium, outlives them.
struct Household {
  const World& world;
  const Clock& virtual_clock;
  RequestLog& log;
  // Answers for the host truth.DOMAIN.
  std::function<void(const Request&, Reply&)> truth;
  std::string truth_host;
  DoorLimits limits;
  std::atomic<uint64_t> nonce{0};
};

// The HTTP server of one thread: one epoll, edge-triggered, and a heap of what is due later. A
// request that waits for its answer costs its own bytes, nothing more.
class Door {
 public:
  // Takes over the listening socket, which does not block.
  Door(Household& household, int listening);
  ~Door();
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;

  // Serves until stop(), which may be called from any thread.
  void run();
  void stop();

 private:
  struct Due {
    Duration at;
    int socket;
    uint64_t serial;
    bool operator<(const Due& other) const { return at > other.at; }
  };

  Duration until_next() const;
  void do_due();
  void sweep();
  void accept_all();
  void close(Connection& connection);
  void reset(Connection& connection);

  void on_ready(Connection& connection, uint32_t events);
  void read(Connection& connection);
  // Answers the requests in `bytes` as far as they are whole and nothing is in the way, and keeps
  // the rest. False if the connection is gone.
  bool serve(Connection& connection, std::string_view bytes, bool has_waited);
  bool serve_kept(Connection& connection, bool has_waited);
  bool respond(Connection& connection, const Request& request, Instant received);
  bool refuse(Connection& connection, const ParsedRequest& parsed, Instant received);
  void make_reply(const Request& request);
  bool deliver(Connection& connection, const Request& request, Instant received);
  void log(RequestLog::Entry entry, const Request& request);
  // Of a request whose client left while it waited.
  void log_unanswered(const Connection& connection);
  bool send(Connection& connection, std::string_view head, std::string_view body);
  bool send_kept(Connection& connection);
  bool after_sending(Connection& connection);
  void drip(Connection& connection);

  Household& household_;
  const SystemClock real_clock_;
  int listening_;
  int epoll_ = -1;
  int wake_ = -1;
  int spare_ = -1;  // given up for a moment when there are no more descriptors
  std::atomic<bool> stopping_{false};
  std::vector<std::unique_ptr<Connection>> connections_;  // by socket
  size_t open_ = 0;
  uint64_t next_serial_ = 1;
  std::priority_queue<Due> due_;
  Duration now_;  // monotonic, of this turn
  Duration next_sweep_;
  Framer framer_;
  Reply reply_;
  std::string buffer_;  // what is read from sockets
};

}  // namespace freshet::aquarium
