#include "systemclock/system_clock.h"

#include <ctime>

#include <chrono>

namespace freshet {

Instant SystemClock::now() const {
  const auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
  return Instant::from_unix_microseconds(
      std::chrono::duration_cast<std::chrono::microseconds>(since_epoch).count());
}

std::optional<Duration> SystemClock::steady() const {
  timespec time{};
  if (clock_gettime(CLOCK_BOOTTIME, &time) != 0) return std::nullopt;
  return Duration::seconds(time.tv_sec) + Duration::microseconds(time.tv_nsec / 1'000);
}

Duration local_zone(Instant at) {
  const auto seconds = static_cast<std::time_t>(at.unix_seconds());
  std::tm local{};
  if (localtime_r(&seconds, &local) == nullptr) return {};
  return Duration::seconds(local.tm_gmtoff);
}

namespace {

int64_t steady_ns() {
  const auto since_boot = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::nanoseconds>(since_boot).count();
}

}  // namespace

ScaledClock::ScaledClock(Instant start, double scale)
    : start_(start), scale_(scale), began_ns_(steady_ns()) {}

Instant ScaledClock::now() const {
  const auto passed = static_cast<double>(steady_ns() - began_ns_);
  return start_ + Duration::microseconds(static_cast<int64_t>(passed * scale_ / 1e3));
}

Duration ScaledClock::real(Duration passes) const {
  return Duration::from_seconds(passes.in_seconds() / scale_);
}

}  // namespace freshet
