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

// Frees a handle's owner once libuv has let go of it, which it does in a later turn of the loop.
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
  // The turn's end: `check` comes after the sockets, and `idle` keeps the loop from waiting for
  // sockets before it when something was deferred by a timer.
  uv_check_t check{};
  uv_idle_t idle{};
  std::vector<std::function<void()>> deferred;

  std::mutex mutex;  // for the two below
  std::vector<std::function<void()>> inbox;
  bool stopping = false;

  // Does what lies in the mailbox when it begins; what these tasks post comes in the next turn.
  void empty_mailbox() {
    std::vector<std::function<void()>> tasks;
    bool last = false;
    {
      const std::lock_guard lock(mutex);
      tasks.swap(inbox);
      last = stopping;
    }
    for (auto& task : tasks) {
      task();
      task = nullptr;  // what it holds ends with it, not with its neighbours
    }
    if (last) uv_stop(&loop);
  }

  void do_deferred() {
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
  must(uv_loop_init(&impl_->loop), "making an event loop");
  must(uv_async_init(&impl_->loop, &impl_->wake,
                     [](uv_async_t* async) { static_cast<Impl*>(async->data)->empty_mailbox(); }),
       "making a mailbox");
  impl_->wake.data = impl_.get();
  must(uv_idle_init(&impl_->loop, &impl_->idle), "making an idle handle");
  must(uv_check_init(&impl_->loop, &impl_->check), "making a check handle");
  impl_->check.data = impl_.get();
  uv_check_start(&impl_->check,
                 [](uv_check_t* check) { static_cast<Impl*>(check->data)->do_deferred(); });
}

Loop::~Loop() {
  impl_->inbox.clear();  // tasks may own timers
  impl_->deferred.clear();
  for (auto* handle :
       {reinterpret_cast<uv_handle_t*>(&impl_->wake), reinterpret_cast<uv_handle_t*>(&impl_->check),
        reinterpret_cast<uv_handle_t*>(&impl_->idle)}) {
    uv_close(handle, nullptr);
  }
  // One turn runs the callbacks of all that is closing; what is still open is somebody's mistake.
  uv_run(&impl_->loop, UV_RUN_NOWAIT);
  must(uv_loop_close(&impl_->loop), "a timer or watch outlives its loop");
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
    was_empty = impl_->inbox.empty();
    impl_->inbox.push_back(std::move(task));
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

struct Timer::Impl {
  uv_timer_t timer{};
  std::function<void()> then;
};

Timer::Timer(Loop& loop) : impl_(new Impl) {
  must(uv_timer_init(&loop.impl_->loop, &impl_->timer), "making a timer");
  impl_->timer.data = impl_;
}

Timer::~Timer() {
  close_and_free(impl_, &impl_->timer);
}

void Timer::start(Duration delay, std::function<void()> then) {
  impl_->then = std::move(then);
  const int64_t us = delay.in_microseconds();
  const uint64_t ms = us <= 0 ? 0 : static_cast<uint64_t>(us / 1000 + (us % 1000 != 0 ? 1 : 0));
  must(uv_timer_start(
           &impl_->timer,
           [](uv_timer_t* timer) {
             // Taken out first: what it calls may start, cancel or end this timer.
             const auto due = std::exchange(static_cast<Impl*>(timer->data)->then, nullptr);
             due();
           },
           ms, 0),
       "starting a timer");
}

void Timer::cancel() {
  uv_timer_stop(&impl_->timer);
  impl_->then = nullptr;
}

bool Timer::active() const {
  return uv_is_active(reinterpret_cast<const uv_handle_t*>(&impl_->timer)) != 0;
}

struct SocketWatch::Impl {
  uv_poll_t poll{};
  std::function<void(Ready)> on_ready;
  int interest = 0;
  bool calling = false;
  bool ended = false;

  static void on_event(uv_poll_t* poll, int status, int events) {
    auto* self = static_cast<Impl*>(poll->data);
    if (status != 0) {
      // It shows itself to whoever reads or writes next. libuv has stopped watching, which the
      // user of the socket does not know.
      events = UV_READABLE | UV_WRITABLE;
      must(uv_poll_start(poll, self->interest, &Impl::on_event), "watching a socket");
    }
    self->calling = true;
    self->on_ready(
        {.readable = (events & UV_READABLE) != 0, .writable = (events & UV_WRITABLE) != 0});
    self->calling = false;
    if (self->ended) self->on_ready = nullptr;
  }
};

SocketWatch::SocketWatch(Loop& loop, int socket, std::function<void(Ready)> on_ready)
    : impl_(new Impl) {
  must(uv_poll_init(&loop.impl_->loop, &impl_->poll, socket), "watching a socket");
  impl_->poll.data = impl_;
  impl_->on_ready = std::move(on_ready);
}

SocketWatch::~SocketWatch() {
  impl_->ended = true;
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
