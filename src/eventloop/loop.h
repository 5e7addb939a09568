#pragma once

#include <functional>
#include <memory>

#include "clock/instant.h"
#include "eventloop/task_loop.h"

namespace freshet::eventloop {

// The event loop of one thread in real time. It also watches sockets. It uses libuv.
class Loop : public TaskLoop {
 public:
  Loop();
  ~Loop() override;

  void run() override;
  void post(std::function<void()> task) override;
  void stop() override;
  void defer(std::function<void()> task) override;
  Duration monotonic_now() const override;
  std::unique_ptr<Alarm> make_alarm() override;

 private:
  friend class SocketWatch;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Watches one socket, which the caller owns and must keep open. The callback may destroy the watch.
// The watch must not outlive the loop. A socket with an error is reported as readable and writable:
// the next read or write returns the error.
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

  // Sets the events to wait for. With neither, the watch is paused.
  void wait_for(Ready interest);

 private:
  struct Impl;
  Impl* impl_;
};

}  // namespace freshet::eventloop
