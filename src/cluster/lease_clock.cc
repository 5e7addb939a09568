#include "cluster/lease_clock.h"

#include <algorithm>

#include "cluster/steady_time.h"

namespace freshet::cluster {

void LeaseClock::renew(Instant sent, Duration lease) {
  until_us_.store((sent + usable(lease)).unix_microseconds());
}

Duration LeaseClock::remaining() const {
  return Duration::microseconds(std::max<int64_t>(0, until_us_.load() - steady_time_us()));
}

int64_t LeaseClock::steady_time_us() const {
  return steady_time(clock_).unix_microseconds();
}

}  // namespace freshet::cluster
