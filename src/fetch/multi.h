#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "eventloop/loop.h"
#include "fetch/call_watchdog.h"

namespace freshet::fetch {

// Drives libcurl's multi handle by an event loop: it tells libcurl which sockets are ready and when
// its timers expire. libcurl's handles are `void*` here, as in its own header.
class Multi {
 public:
  // `code` is a CURLcode. The handle was removed from the multi handle and may be reused.
  using Finished = std::function<void(void* easy, int code)>;
  // An easy handle now waits for this socket.
  using Waits = std::function<void(void* easy, int socket)>;

  struct Hooks {
    Finished finished;
    Waits waits;
  };
  Multi(eventloop::Loop& loop, size_t max_connections, Hooks hooks);
  // All easy handles must have been removed.
  ~Multi();
  Multi(const Multi&) = delete;
  Multi& operator=(const Multi&) = delete;

  void add(void* easy);
  // Must not be called from inside a callback of libcurl. Finished is not called.
  void remove(void* easy);

  // For CURLOPT_OPENSOCKETFUNCTION and CURLOPT_CLOSESOCKETFUNCTION: every socket must be opened and
  // closed here. Returns -1 and sets errno if there is none left: at most max_connections are open
  // at a time, although libcurl sometimes tries two addresses of a host at once.
  int open_socket(int family, int type, int protocol);
  void close_socket(int socket);
  size_t open_sockets() const { return open_sockets_; }

  // From this many connections on, libcurl closes an idle one before it opens another.
  void set_max_connections(size_t most);

  // Whether the last socket of this number was closed because it kept libcurl from returning.
  bool has_shut_down(int socket) const { return watchdog_.has_shut_down(socket); }

  // When something last came in on a socket; nullopt if it is not one of ours.
  std::optional<Duration> last_readable(int socket) const;

 private:
  struct Callbacks;
  struct Socket;

  Socket& socket_of(int socket);
  void on_interest(int socket, int what);
  void on_ready(int socket, eventloop::SocketWatch::Ready ready);
  void act(int socket, int events);
  void take_finished();

  eventloop::Loop& loop_;
  Hooks hooks_;
  eventloop::Timer timer_;
  CallWatchdog watchdog_;
  const size_t max_sockets_;
  size_t open_sockets_ = 0;
  void* multi_;
  // By number. A watch exists as long as its socket and keeps waiting between two requests, which
  // saves two system calls for each request.
  std::vector<std::unique_ptr<Socket>> sockets_;
};

}  // namespace freshet::fetch
