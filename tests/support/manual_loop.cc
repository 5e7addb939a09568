#include "support/manual_loop.h"

#include <algorithm>
#include <optional>

namespace freshet::test {

class ManualLoop::ManualAlarm final : public Alarm {
 public:
  explicit ManualAlarm(ManualLoop& loop) : loop_(loop) {}
  ~ManualAlarm() override { cancel(); }

  void start(Duration delay, std::function<void()> then) override {
    cancel();
    // Taken out first: what it calls may start, cancel or end this alarm.
    key_ = loop_.add(delay, [this, then = std::move(then)] {
      const auto due = then;
      key_.reset();
      due();
    });
  }
  void cancel() override {
    if (key_) loop_.timers_.erase(*key_);
    key_.reset();
  }
  bool active() const override { return key_.has_value(); }

 private:
  ManualLoop& loop_;
  std::optional<Key> key_;
};

std::unique_ptr<eventloop::TaskLoop::Alarm> ManualLoop::make_alarm() {
  return std::make_unique<ManualAlarm>(*this);
}

ManualLoop::Key ManualLoop::add(Duration delay, std::function<void()> then) {
  const int64_t us = std::max<int64_t>(delay.in_microseconds(), 0);
  const Key key{now_ + Duration::milliseconds((us + 999) / 1000), ++started_};
  timers_.emplace(key, std::move(then));
  return key;
}

void ManualLoop::after(Duration delay, std::function<void()> task) {
  add(delay, std::move(task));
}

void ManualLoop::post(std::function<void()> task) {
  if (!is_stopping_) posted_.push_back(std::move(task));
}

void ManualLoop::run_turn() {
  for (const auto& task : std::exchange(posted_, {})) task();
  for (const auto& task : std::exchange(deferred_, {})) task();
}

bool ManualLoop::wait_for_timer() {
  if (timers_.empty()) return false;
  const Duration due = timers_.begin()->first.first;
  if (due > now_) {
    clock_.advance(due - now_);
    now_ = due;
  }
  auto node = timers_.extract(timers_.begin());
  node.mapped()();
  return true;
}

void ManualLoop::run() {
  is_stuck_ = false;
  while (!is_stopping_) {
    if (!posted_.empty() || !deferred_.empty()) {
      run_turn();
    } else if (!wait_for_timer()) {
      is_stuck_ = true;
      return;
    }
  }
  run_turn();  // what was posted before stop() is still done
  is_stopping_ = false;
}

}  // namespace freshet::test
