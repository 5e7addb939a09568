#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "clock/instant.h"

namespace freshet::eventloop {

// One thread's loop over sockets, timers and messages from other threads (libuv inside). All
// members are for the loop's own thread, except post() and stop().
class Loop {
 public:
  Loop();
  ~Loop();
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;

  // Runs until stop() is called; what was posted before is still done. May be run again.
  void run();

  // From any thread. `task` runs on the loop's thread, in the order of posting; after stop(), and
  // until run() has returned, it is dropped. What a task posts runs in the loop's next turn.
  void post(std::function<void()> task);
  void stop();

  // On the loop's thread: `task` runs at the end of this turn, when all sockets that were ready
  // have been served. Costs no call into the system.
  void defer(std::function<void()> task);

  // Time that only goes forward, in whole milliseconds; for timeouts, not for dates. Read once a
  // turn of the loop.
  Duration monotonic_now() const;

 private:
  friend class Timer;
  friend class SocketWatch;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Calls back once after a delay, rounded up to milliseconds. Starting it again replaces what was
// started before; its end, too, cancels. May be started or end in its own callback. Must not
// outlive the loop.
class Timer {
 public:
  explicit Timer(Loop& loop);
  ~Timer();
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

  void start(Duration delay, std::function<void()> then);
  void cancel();
  bool active() const;

 private:
  struct Impl;
  Impl* impl_;  // freed by the loop when libuv has let go of it
};

// Watches one socket. Must not outlive the loop, but may end in its own callback; the socket stays
// the caller's and must stay open while it is watched. An error of the socket counts as ready: it
// shows itself to whoever reads or writes.
class SocketWatch {
 public:
  struct Ready {
    bool readable = false;
    bool writable = false;
  };

  SocketWatch(Loop& loop, int socket, std::function<void(Ready)> on_ready);
  ~SocketWatch();
  SocketWatch(const SocketWatch&) = delete;
  SocketWatch& operator=(const SocketWatch&) = delete;

  // What to wait for; neither pauses.
  void wait_for(Ready interest);

 private:
  struct Impl;
  Impl* impl_;
};

}  // namespace freshet::eventloop
