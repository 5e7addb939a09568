#include "eventloop/loop.h"

#include <uv.h>

#include <mutex>
#include <utility>
#include <vector>

#include "result/check.h"

namespace freshet::eventloop {

namespace {

void must(int status, std::string_view doing) {
  FRESHET_CHECK(status == 0, std::string(doing) + ": " + uv_strerror(status));
}

// Closes the handle and deletes its owner. libuv still uses the handle until the close callback,
// which runs in a later iteration of the loop.
template <typename Owner, typename Handle>
void close_and_free(Owner* owner, Handle* handle) {
  auto* base = reinterpret_cast<uv_handle_t*>(handle);
  base->data = owner;
  uv_close(base, [](uv_handle_t* closed) { delete static_cast<Owner*>(closed->data); });
}

}  // namespace

struct Loop::Impl {
  uv_loop_t loop{};
  uv_async_t wake{};
  // The `check` handle runs deferred tasks at the end of an iteration, after the sockets. The
  // `idle` handle is active while there are such tasks: libuv then does not wait for socket events
  // first.
  uv_check_t check{};
  uv_idle_t idle{};
  std::vector<std::function<void()>> deferred;

  std::mutex mutex;  // guards `posted` and `stopping`
  std::vector<std::function<void()>> posted;
  bool stopping = false;

  // Runs the tasks that were posted before this call. Tasks that these post run in the next
  // iteration.
  void run_posted() {
    std::vector<std::function<void()>> tasks;
    bool last = false;
    {
      const std::lock_guard lock(mutex);
      tasks.swap(posted);
      last = stopping;
    }
    for (auto& task : tasks) {
      task();
      task = nullptr;  // destroy what it holds now, not after the other tasks
    }
    if (last) uv_stop(&loop);
  }

  void run_deferred() {
    if (deferred.empty()) return;
    uv_idle_stop(&idle);
    for (auto& task : std::exchange(deferred, {})) task();
  }
};

void Loop::defer(std::function<void()> task) {
  if (impl_->deferred.empty()) uv_idle_start(&impl_->idle, [](uv_idle_t*) {});
  impl_->deferred.push_back(std::move(task));
}

Loop::Loop() : impl_(std::make_unique<Impl>()) {
  must(uv_loop_init(&impl_->loop), "initialising an event loop");
  must(uv_async_init(&impl_->loop, &impl_->wake,
                     [](uv_async_t* async) { static_cast<Impl*>(async->data)->run_posted(); }),
       "initialising an async handle");
  impl_->wake.data = impl_.get();
  must(uv_idle_init(&impl_->loop, &impl_->idle), "initialising an idle handle");
  must(uv_check_init(&impl_->loop, &impl_->check), "initialising a check handle");
  impl_->check.data = impl_.get();
  uv_check_start(&impl_->check,
                 [](uv_check_t* check) { static_cast<Impl*>(check->data)->run_deferred(); });
}

Loop::~Loop() {
  impl_->posted.clear();  // tasks may own timers
  impl_->deferred.clear();
  for (auto* handle :
       {reinterpret_cast<uv_handle_t*>(&impl_->wake), reinterpret_cast<uv_handle_t*>(&impl_->check),
        reinterpret_cast<uv_handle_t*>(&impl_->idle)}) {
    uv_close(handle, nullptr);
  }
  // One iteration runs all close callbacks. A handle that is still open after it is a bug.
  uv_run(&impl_->loop, UV_RUN_NOWAIT);
  must(uv_loop_close(&impl_->loop), "closing an event loop whose timer or watch still exists");
}

void Loop::run() {
  uv_run(&impl_->loop, UV_RUN_DEFAULT);
  const std::lock_guard lock(impl_->mutex);
  impl_->stopping = false;
}

void Loop::post(std::function<void()> task) {
  bool was_empty = false;
  {
    const std::lock_guard lock(impl_->mutex);
    if (impl_->stopping) return;
    was_empty = impl_->posted.empty();
    impl_->posted.push_back(std::move(task));
  }
  if (was_empty) uv_async_send(&impl_->wake);
}

void Loop::stop() {
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->stopping = true;
  }
  uv_async_send(&impl_->wake);
}

Duration Loop::monotonic_now() const {
  return Duration::milliseconds(static_cast<int64_t>(uv_now(&impl_->loop)));
}

namespace {

class UvAlarm : public TaskLoop::Alarm {
 public:
  explicit UvAlarm(uv_loop_t* loop) : handle_(new Handle) {
    must(uv_timer_init(loop, &handle_->timer), "initialising a timer");
    handle_->timer.data = handle_;
  }
  ~UvAlarm() override { close_and_free(handle_, &handle_->timer); }

  void start(Duration delay, std::function<void()> then) override {
    handle_->then = std::move(then);
    const int64_t us = delay.in_microseconds();
    const uint64_t ms = us <= 0 ? 0 : static_cast<uint64_t>(us / 1000 + (us % 1000 != 0 ? 1 : 0));
    must(uv_timer_start(&handle_->timer, &UvAlarm::on_due, ms, 0), "starting a timer");
  }
  void cancel() override {
    uv_timer_stop(&handle_->timer);
    handle_->then = nullptr;
  }
  bool active() const override {
    return uv_is_active(reinterpret_cast<const uv_handle_t*>(&handle_->timer)) != 0;
  }

 private:
  struct Handle {
    uv_timer_t timer{};
    std::function<void()> then;
  };

  static void on_due(uv_timer_t* timer) {
    // Moved out first, because the callback may start, cancel or destroy this timer.
    const auto callback = std::exchange(static_cast<Handle*>(timer->data)->then, nullptr);
    callback();
  }

  Handle* handle_;  // deleted by the close callback of libuv
};

}  // namespace

std::unique_ptr<TaskLoop::Alarm> Loop::make_alarm() {
  return std::make_unique<UvAlarm>(&impl_->loop);
}

struct SocketWatch::Impl {
  uv_poll_t poll{};
  std::function<void(Ready)> on_ready;
  int interest = 0;
  bool calling = false;    // on_ready is running
  bool destroyed = false;  // the SocketWatch does not exist any more

  static void on_event(uv_poll_t* poll, int status, int events) {
    auto* self = static_cast<Impl*>(poll->data);
    if (status != 0) {
      // The next read or write returns the error. libuv has stopped to watch the socket; the caller
      // does not know that, so watch it again.
      events = UV_READABLE | UV_WRITABLE;
      must(uv_poll_start(poll, self->interest, &Impl::on_event), "watching a socket");
    }
    self->calling = true;
    self->on_ready(
        {.readable = (events & UV_READABLE) != 0, .writable = (events & UV_WRITABLE) != 0});
    self->calling = false;
    if (self->destroyed) self->on_ready = nullptr;
  }
};

SocketWatch::SocketWatch(Loop& loop, int socket, std::function<void(Ready)> on_ready)
    : impl_(new Impl) {
  must(uv_poll_init(&loop.impl_->loop, &impl_->poll, socket), "watching a socket");
  impl_->poll.data = impl_;
  impl_->on_ready = std::move(on_ready);
}

SocketWatch::~SocketWatch() {
  impl_->destroyed = true;
  if (!impl_->calling) impl_->on_ready = nullptr;
  uv_poll_stop(&impl_->poll);
  close_and_free(impl_, &impl_->poll);
}

void SocketWatch::wait_for(Ready interest) {
  const int events = (interest.readable ? UV_READABLE : 0) | (interest.writable ? UV_WRITABLE : 0);
  if (events == impl_->interest) return;
  impl_->interest = events;
  if (events == 0) {
    uv_poll_stop(&impl_->poll);
  } else {
    must(uv_poll_start(&impl_->poll, events, &Impl::on_event), "watching a socket");
  }
}

}  // namespace freshet::eventloop
