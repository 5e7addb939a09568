#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "eventloop/task_loop.h"
#include "support/manual_clock.h"

namespace freshet::test {

// A loop in virtual time: when there is nothing left to do, it moves its clock on to the next
// timer. A day of timers takes as long as their callbacks. For one thread.
class ManualLoop final : public eventloop::TaskLoop {
 public:
  // The clock is moved by run() and may also be moved, or set back, by others meanwhile: the loop
  // has its own time for timers.
  explicit ManualLoop(ManualClock& clock) : clock_(clock) {}

  // Ends, too, when there is neither a task nor a timer left, which would be a wait for ever with a
  // real loop; see is_stuck().
  void run() override;
  void post(std::function<void()> task) override;
  void stop() override { is_stopping_ = true; }
  void defer(std::function<void()> task) override { deferred_.push_back(std::move(task)); }
  Duration monotonic_now() const override { return now_; }
  std::unique_ptr<Alarm> make_alarm() override;

  // Runs `task` when so much time has passed from now.
  void after(Duration delay, std::function<void()> task);
  // The last run() ended because there was nothing left to wait for.
  bool is_stuck() const { return is_stuck_; }

 private:
  class ManualAlarm;
  using Key = std::pair<Duration, uint64_t>;  // when, and the order of starting

  Key add(Duration delay, std::function<void()> then);
  void run_turn();
  bool wait_for_timer();

  ManualClock& clock_;
  Duration now_;
  uint64_t started_ = 0;
  std::map<Key, std::function<void()>> timers_;
  std::vector<std::function<void()>> posted_;
  std::vector<std::function<void()>> deferred_;
  bool is_stopping_ = false;
  bool is_stuck_ = false;
};

}  // namespace freshet::test
