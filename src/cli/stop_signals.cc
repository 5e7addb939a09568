#include "cli/stop_signals.h"

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <ctime>

namespace freshet::cli {
namespace {

// Signals within this time of the first one count as one, in nanoseconds.
constexpr int64_t kSameRequest = 1'000'000'000;

// When the first signal came, in nanoseconds since boot; 0: none yet.
std::atomic<int64_t> g_first = 0;
static_assert(std::atomic<int64_t>::is_always_lock_free);

// Calls only functions that POSIX allows in a signal handler.
int64_t nanoseconds_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

void on_signal(int signal) {
  const int64_t now = nanoseconds_now();
  int64_t first = 0;
  if (g_first.compare_exchange_strong(first, now)) return;
  // The program can be ended at any moment without losing committed data.
  if (now - first >= kSameRequest) std::_Exit(128 + signal);
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

bool stop_requested() {
  return g_first.load() != 0;
}

}  // namespace freshet::cli
