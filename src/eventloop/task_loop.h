#pragma once

#include <functional>
#include <memory>

#include "clock/instant.h"

namespace freshet::eventloop {

// The loop of one thread over tasks and timers: Loop runs in real time, and tests have a loop in
// virtual time. Only post() and stop() may be called from other threads.
class TaskLoop {
 public:
  virtual ~TaskLoop() = default;
  TaskLoop() = default;
  TaskLoop(const TaskLoop&) = delete;
  TaskLoop& operator=(const TaskLoop&) = delete;

  // Runs until stop() is called, and runs the tasks that were posted before stop(). May be called
  // again after it has returned.
  virtual void run() = 0;

  // Thread-safe. Runs `task` on the loop's thread; tasks run in the order in which they were
  // posted. A task that is posted by a task runs in the next iteration. A task that is posted after
  // stop(), and before run() has returned, is dropped.
  virtual void post(std::function<void()> task) = 0;
  virtual void stop() = 0;

  // Runs `task` at the end of this iteration, after the callbacks of all sockets that were ready.
  // Makes no system call.
  virtual void defer(std::function<void()> task) = 0;

  // A time that never goes back, in whole milliseconds since an arbitrary start; for time-outs, not
  // for dates. The loop reads it once in each iteration.
  virtual Duration monotonic_now() const = 0;

  // A loop's implementation of one Timer, which owns it.
  class Alarm {
   public:
    virtual ~Alarm() = default;
    virtual void start(Duration delay, std::function<void()> then) = 0;
    virtual void cancel() = 0;
    virtual bool active() const = 0;
  };
  virtual std::unique_ptr<Alarm> make_alarm() = 0;
};

// Calls a function once after a delay, which is rounded up to milliseconds. Another start()
// replaces the pending one; the destructor cancels it. The callback may start or destroy the timer.
// The timer must not outlive the loop.
class Timer {
 public:
  explicit Timer(TaskLoop& loop) : alarm_(loop.make_alarm()) {}

  void start(Duration delay, std::function<void()> then) { alarm_->start(delay, std::move(then)); }
  void cancel() { alarm_->cancel(); }
  bool active() const { return alarm_->active(); }

 private:
  std::unique_ptr<TaskLoop::Alarm> alarm_;
};

}  // namespace freshet::eventloop
