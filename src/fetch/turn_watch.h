#pragma once

#include <cstdint>
#include <memory>

#include "clock/instant.h"

namespace freshet::fetch {

class TurnWatcher;

// Ends a connection that keeps libcurl from returning. libcurl reads HTTP/2 frames and TLS records
// until there is something of the body or the socket is empty, so that a server that only ever
// sends frames without content holds the thread for ever: no timer of the loop runs, no other
// transfer goes on. A thread of its own, one for the whole process, looks whether a call into
// libcurl has used too much processor time, and shuts down the connection from which it reads.
// Processor time, because on a busy machine any call may take long.
class TurnWatch {
 public:
  explicit TurnWatch(Duration most_cpu = Duration::milliseconds(500));
  ~TurnWatch();
  TurnWatch(const TurnWatch&) = delete;
  TurnWatch& operator=(const TurnWatch&) = delete;

  // A call into libcurl, on the thread that makes it. Costs no call into the system.
  void begin_turn();
  void end_turn();

  // The sockets that libcurl may read from. remove() comes before the socket is closed.
  void add(int socket);
  void remove(int socket);

  // Whether the last socket of this number was shut down, also when it is closed already.
  bool has_cut(int socket) const;

 private:
  friend class TurnWatcher;
  struct Impl;
  std::unique_ptr<Impl> impl_;
  std::shared_ptr<TurnWatcher> watcher_;
};

}  // namespace freshet::fetch
