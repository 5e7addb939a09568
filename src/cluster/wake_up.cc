#include "cluster/wake_up.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>

namespace freshet::cluster {

WakeUp::WakeUp() : event_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}

WakeUp::~WakeUp() {
  if (event_ >= 0) close(event_);
}

void WakeUp::wake() {
  const uint64_t one = 1;
  (void)!write(event_, &one, sizeof one);
}

void WakeUp::wait(int descriptor, Duration longest) {
  pollfd waits[] = {{.fd = event_, .events = POLLIN, .revents = 0},
                    {.fd = descriptor, .events = POLLIN, .revents = 0}};
  const int64_t ms = std::clamp<int64_t>(longest.in_microseconds() / 1'000, 1, 60'000);
  poll(waits, 2, static_cast<int>(ms));
  uint64_t count = 0;
  (void)!read(event_, &count, sizeof count);
}

}  // namespace freshet::cluster
