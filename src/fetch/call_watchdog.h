#pragma once

#include <cstdint>
#include <memory>

#include "clock/instant.h"

namespace freshet::fetch {

class WatchdogThread;

// Shuts down a connection that keeps libcurl from returning. libcurl reads HTTP/2 frames and TLS
// records until it has a part of the body or the socket is empty. So a server that sends only
// frames without content could block the thread for ever: no timer of the loop would run, and no
// other transfer would continue. One thread for the whole process checks whether a call into
// libcurl has used too much processor time, and shuts down the connection from which it reads. It
// measures processor time, because on a busy machine any call may take long.
class CallWatchdog {
 public:
  explicit CallWatchdog(Duration most_cpu = Duration::milliseconds(500));
  ~CallWatchdog();
  CallWatchdog(const CallWatchdog&) = delete;
  CallWatchdog& operator=(const CallWatchdog&) = delete;

  // Must be called on the thread that calls libcurl, before and after the call. They make no system
  // calls.
  void begin_call();
  void end_call();

  // The sockets that libcurl may read from. remove() must be called before the socket is closed.
  void add(int socket);
  void remove(int socket);

  // Whether the last socket with this number was shut down, even if it is closed already.
  bool has_shut_down(int socket) const;

 private:
  friend class WatchdogThread;
  struct Impl;
  std::unique_ptr<Impl> impl_;
  std::shared_ptr<WatchdogThread> thread_;
};

}  // namespace freshet::fetch
