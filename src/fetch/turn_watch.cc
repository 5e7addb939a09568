#include "fetch/turn_watch.h"

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

constexpr auto kLookEvery = std::chrono::milliseconds(100);

// How many bytes were read from a connection so far.
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

struct TurnWatch::Impl {
  explicit Impl(Duration most) : most_cpu(most) {}

  const Duration most_cpu;
  std::thread::id thread;            // of the turns
  std::atomic<clockid_t> clock = 0;  // its processor time
  std::atomic<uint64_t> turn = 0;    // odd inside a turn
  std::mutex mutex;                  // for the two below
  std::set<int> sockets;
  std::set<int> cut;

  // The watcher's: the turn that it met last, and what was so when it met it.
  uint64_t seen_turn = 0;
  Duration seen_cpu;
  std::map<int, uint64_t> seen_bytes;  // by socket; empty until it is met for the second time

  void look();
  void sample();
  void cut_what_is_read();
};

void TurnWatch::Impl::look() {
  const uint64_t now = turn.load(std::memory_order_acquire);
  const auto cpu = now % 2 == 1 ? cpu_time(clock.load(std::memory_order_relaxed)) : std::nullopt;
  if (!cpu) {
    seen_turn = 0;
    return;
  }
  if (now != seen_turn) {
    seen_turn = now;
    seen_cpu = *cpu;
    seen_bytes.clear();
  } else if (seen_bytes.empty()) {
    sample();
  } else if (*cpu - seen_cpu >= most_cpu) {
    cut_what_is_read();
    sample();
  }
}

void TurnWatch::Impl::sample() {
  const std::lock_guard lock(mutex);
  seen_bytes.clear();
  for (const int socket : sockets) {
    if (const auto bytes = bytes_read(socket)) seen_bytes.emplace(socket, *bytes);
  }
}

// In one turn a thread reads from the connection that holds it, and from no other.
void TurnWatch::Impl::cut_what_is_read() {
  const std::lock_guard lock(mutex);
  if (turn.load(std::memory_order_acquire) != seen_turn) return;
  for (const auto& [socket, before] : seen_bytes) {
    if (!sockets.contains(socket)) continue;
    const auto bytes = bytes_read(socket);
    if (!bytes || *bytes == before) continue;
    // In both directions: only then does the system answer what still comes with a reset.
    shutdown(socket, SHUT_RDWR);
    cut.insert(socket);
  }
}

// The thread; it ends with the last TurnWatch.
class TurnWatcher {
 public:
  static std::shared_ptr<TurnWatcher> shared() {
    static std::mutex mutex;
    static std::weak_ptr<TurnWatcher> last;
    const std::lock_guard lock(mutex);
    auto watcher = last.lock();
    if (!watcher) last = watcher = std::make_shared<TurnWatcher>();
    return watcher;
  }

  TurnWatcher() : thread_([this] { run(); }) {}
  ~TurnWatcher() {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  TurnWatcher(const TurnWatcher&) = delete;
  TurnWatcher& operator=(const TurnWatcher&) = delete;

  void add(TurnWatch::Impl* watch) {
    const std::lock_guard lock(mutex_);
    watches_.push_back(watch);
  }
  void remove(TurnWatch::Impl* watch) {
    const std::lock_guard lock(mutex_);
    std::erase(watches_, watch);
  }

 private:
  void run() {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, kLookEvery, [this] { return ending_; })) {
      for (TurnWatch::Impl* watch : watches_) watch->look();
    }
  }

  std::mutex mutex_;  // for the two below
  std::vector<TurnWatch::Impl*> watches_;
  bool ending_ = false;
  std::condition_variable changed_;
  std::thread thread_;
};

TurnWatch::TurnWatch(Duration most_cpu)
    : impl_(std::make_unique<Impl>(most_cpu)), watcher_(TurnWatcher::shared()) {
  watcher_->add(impl_.get());
}

TurnWatch::~TurnWatch() {
  watcher_->remove(impl_.get());
}

void TurnWatch::begin_turn() {
  if (const auto self = std::this_thread::get_id(); self != impl_->thread) {
    impl_->thread = self;
    clockid_t clock = 0;
    if (pthread_getcpuclockid(pthread_self(), &clock) == 0) impl_->clock = clock;
  }
  impl_->turn.fetch_add(1, std::memory_order_release);
}

void TurnWatch::end_turn() {
  impl_->turn.fetch_add(1, std::memory_order_release);
}

void TurnWatch::add(int socket) {
  const std::lock_guard lock(impl_->mutex);
  impl_->sockets.insert(socket);
  impl_->cut.erase(socket);
}

void TurnWatch::remove(int socket) {
  const std::lock_guard lock(impl_->mutex);
  impl_->sockets.erase(socket);
}

bool TurnWatch::has_cut(int socket) const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->cut.contains(socket);
}

}  // namespace freshet::fetch
