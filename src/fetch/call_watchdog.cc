#include "fetch/call_watchdog.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <vector>

namespace freshet::fetch {
namespace {

constexpr auto kCheckEvery = std::chrono::milliseconds(100);

// Returns how many bytes were read from a connection so far.
std::optional<uint64_t> bytes_read(int socket) {
  tcp_info info = {};
  socklen_t size = sizeof info;
  int unread = 0;
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return std::nullopt;
  if (ioctl(socket, FIONREAD, &unread) != 0) return std::nullopt;
  return info.tcpi_bytes_received - static_cast<uint64_t>(unread);
}

std::optional<Duration> cpu_time(clockid_t clock) {
  timespec time = {};
  if (clock_gettime(clock, &time) != 0) return std::nullopt;
  return Duration::microseconds(time.tv_sec * 1'000'000 + time.tv_nsec / 1000);
}

}  // namespace

struct CallWatchdog::Impl {
  explicit Impl(Duration most) : most_cpu(most) {}

  const Duration most_cpu;
  std::thread::id thread;            // the one that calls libcurl
  std::atomic<clockid_t> clock = 0;  // of its processor time
  std::atomic<uint64_t> call = 0;    // odd during a call
  std::mutex mutex;                  // guards the two below
  std::set<int> sockets;
  std::set<int> shut_down;

  // Used by the watchdog's thread: the last call that it saw, and the values at that time.
  uint64_t seen_call = 0;
  Duration seen_cpu;
  std::map<int, uint64_t> seen_bytes;  // by socket; empty until the call is seen a second time

  void check();
  void sample();
  void shut_down_what_is_read();
};

void CallWatchdog::Impl::check() {
  const uint64_t now = call.load(std::memory_order_acquire);
  const auto cpu = now % 2 == 1 ? cpu_time(clock.load(std::memory_order_relaxed)) : std::nullopt;
  if (!cpu) {
    seen_call = 0;
    return;
  }
  if (now != seen_call) {
    seen_call = now;
    seen_cpu = *cpu;
    seen_bytes.clear();
  } else if (seen_bytes.empty()) {
    sample();
  } else if (*cpu - seen_cpu >= most_cpu) {
    shut_down_what_is_read();
    sample();
  }
}

void CallWatchdog::Impl::sample() {
  const std::lock_guard lock(mutex);
  seen_bytes.clear();
  for (const int socket : sockets) {
    if (const auto bytes = bytes_read(socket)) seen_bytes.emplace(socket, *bytes);
  }
}

// During one call, a thread reads only from the connection that blocks it.
void CallWatchdog::Impl::shut_down_what_is_read() {
  const std::lock_guard lock(mutex);
  if (call.load(std::memory_order_acquire) != seen_call) return;
  for (const auto& [socket, before] : seen_bytes) {
    if (!sockets.contains(socket)) continue;
    const auto bytes = bytes_read(socket);
    if (!bytes || *bytes == before) continue;
    // Shut down both directions: only then does the system answer further data with a reset.
    shutdown(socket, SHUT_RDWR);
    shut_down.insert(socket);
  }
}

// The thread that checks all watchdogs. It ends with the last CallWatchdog.
class WatchdogThread {
 public:
  static std::shared_ptr<WatchdogThread> shared() {
    static std::mutex mutex;
    static std::weak_ptr<WatchdogThread> last;
    const std::lock_guard lock(mutex);
    auto thread = last.lock();
    if (!thread) last = thread = std::make_shared<WatchdogThread>();
    return thread;
  }

  WatchdogThread() : thread_([this] { run(); }) {}
  ~WatchdogThread() {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  WatchdogThread(const WatchdogThread&) = delete;
  WatchdogThread& operator=(const WatchdogThread&) = delete;

  void add(CallWatchdog::Impl* watchdog) {
    const std::lock_guard lock(mutex_);
    watchdogs_.push_back(watchdog);
  }
  void remove(CallWatchdog::Impl* watchdog) {
    const std::lock_guard lock(mutex_);
    std::erase(watchdogs_, watchdog);
  }

 private:
  void run() {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, kCheckEvery, [this] { return ending_; })) {
      for (CallWatchdog::Impl* watchdog : watchdogs_) watchdog->check();
    }
  }

  std::mutex mutex_;  // guards the two below
  std::vector<CallWatchdog::Impl*> watchdogs_;
  bool ending_ = false;
  std::condition_variable changed_;
  std::thread thread_;
};

CallWatchdog::CallWatchdog(Duration most_cpu)
    : impl_(std::make_unique<Impl>(most_cpu)), thread_(WatchdogThread::shared()) {
  thread_->add(impl_.get());
}

CallWatchdog::~CallWatchdog() {
  thread_->remove(impl_.get());
}

void CallWatchdog::begin_call() {
  if (const auto self = std::this_thread::get_id(); self != impl_->thread) {
    impl_->thread = self;
    clockid_t clock = 0;
    if (pthread_getcpuclockid(pthread_self(), &clock) == 0) impl_->clock = clock;
  }
  impl_->call.fetch_add(1, std::memory_order_release);
}

void CallWatchdog::end_call() {
  impl_->call.fetch_add(1, std::memory_order_release);
}

void CallWatchdog::add(int socket) {
  const std::lock_guard lock(impl_->mutex);
  impl_->sockets.insert(socket);
  impl_->shut_down.erase(socket);
}

void CallWatchdog::remove(int socket) {
  const std::lock_guard lock(impl_->mutex);
  impl_->sockets.erase(socket);
}

bool CallWatchdog::has_shut_down(int socket) const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->shut_down.contains(socket);
}

}  // namespace freshet::fetch
