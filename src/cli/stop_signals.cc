#include "cli/stop_signals.h"

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <ctime>

namespace freshet::cli {
namespace {

constexpr int64_t kOneRequest = 1'000'000'000;  // nanoseconds in which signals count as one

std::atomic<int64_t> g_first = 0;  // when the first came, in nanoseconds since boot; 0: none yet
static_assert(std::atomic<int64_t>::is_always_lock_free);

// Of the functions that POSIX allows in a signal handler.
int64_t nanoseconds_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

void on_signal(int signal) {
  const int64_t now = nanoseconds_now();
  int64_t first = 0;
  if (g_first.compare_exchange_strong(first, now)) return;
  // The state is safe at any moment.
  if (now - first >= kOneRequest) std::_Exit(128 + signal);
}

}  // namespace

void watch_stop_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action {};
    if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) continue;
    action = {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    sigaction(signal, &action, nullptr);
  }
}

bool stop_was_asked() {
  return g_first.load() != 0;
}

}  // namespace freshet::cli
