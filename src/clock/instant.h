#pragma once

#include <compare>
#include <cstdint>
#include <limits>

namespace freshet {

// A span of time, in whole microseconds. May be negative.
class Duration {
 public:
  constexpr Duration() = default;

  static constexpr Duration microseconds(int64_t n) { return Duration(n); }
  static constexpr Duration milliseconds(int64_t n) { return Duration(n * 1'000); }
  static constexpr Duration seconds(int64_t n) { return Duration(n * 1'000'000); }
  static constexpr Duration minutes(int64_t n) { return seconds(n * 60); }
  static constexpr Duration hours(int64_t n) { return seconds(n * 3'600); }
  static constexpr Duration days(int64_t n) { return seconds(n * 86'400); }
  // Rounds towards zero, and clamps a value out of range.
  static Duration from_seconds(double s);

  constexpr int64_t in_microseconds() const { return us_; }
  constexpr int64_t in_whole_seconds() const { return us_ / 1'000'000; }
  constexpr double in_seconds() const { return static_cast<double>(us_) * 1e-6; }
  constexpr double in_days() const { return in_seconds() / 86'400; }

  constexpr Duration operator+(Duration other) const { return Duration(us_ + other.us_); }
  constexpr Duration operator-(Duration other) const { return Duration(us_ - other.us_); }
  constexpr Duration operator-() const { return Duration(-us_); }
  constexpr Duration operator*(int64_t n) const { return Duration(us_ * n); }
  constexpr Duration operator/(int64_t n) const { return Duration(us_ / n); }
  constexpr Duration& operator+=(Duration other) { return *this = *this + other; }
  constexpr Duration& operator-=(Duration other) { return *this = *this - other; }
  constexpr auto operator<=>(const Duration&) const = default;

 private:
  constexpr explicit Duration(int64_t us) : us_(us) {}
  int64_t us_ = 0;
};

// A point in time: microseconds since 1970-01-01T00:00:00Z, without leap seconds.
class Instant {
 public:
  constexpr Instant() = default;

  static constexpr Instant from_unix_seconds(int64_t s) { return Instant(s * 1'000'000); }
  static constexpr Instant from_unix_microseconds(int64_t us) { return Instant(us); }
  static constexpr Instant never() { return Instant(std::numeric_limits<int64_t>::max()); }

  constexpr int64_t unix_microseconds() const { return us_; }
  // Rounds down, also before 1970.
  constexpr int64_t unix_seconds() const { return us_ / 1'000'000 - (us_ % 1'000'000 < 0 ? 1 : 0); }

  constexpr Instant operator+(Duration d) const { return Instant(us_ + d.in_microseconds()); }
  constexpr Instant operator-(Duration d) const { return Instant(us_ - d.in_microseconds()); }
  constexpr Duration operator-(Instant other) const {
    return Duration::microseconds(us_ - other.us_);
  }
  constexpr Instant& operator+=(Duration d) { return *this = *this + d; }
  constexpr auto operator<=>(const Instant&) const = default;

 private:
  constexpr explicit Instant(int64_t us) : us_(us) {}
  int64_t us_ = 0;
};

}  // namespace freshet
