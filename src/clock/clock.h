#pragma once

#include <atomic>
#include <optional>

#include "clock/instant.h"

namespace freshet {

// Where the time comes from. Code that decides takes an Instant; code that runs takes a Clock.
// Safe to read from any thread.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual Instant now() const = 0;
  // Time since some beginning that nobody can set; none: now() itself never jumps, or jumps are
  // what it is for.
  virtual std::optional<Duration> steady() const { return std::nullopt; }
  // How long it really takes until so much of this clock's time has passed: for timers.
  virtual Duration real(Duration passes) const { return passes; }
};

// The machine's wall clock. It can jump; nothing may depend on it going forward.
class SystemClock final : public Clock {
 public:
  Instant now() const override;
  std::optional<Duration> steady() const override;  // also counts while the machine sleeps
};

// Another clock as it was when this one was made, and from then on by its steady(): setting the
// other clock does not set this one.
class SteadiedClock final : public Clock {
 public:
  explicit SteadiedClock(const Clock& clock)
      : clock_(clock), began_(clock.now()), steady_began_(clock.steady()) {}

  Instant now() const override;
  Duration real(Duration passes) const override { return clock_.real(passes); }
  // By how much the other clock was set since.
  Duration set_by() const { return clock_.now() - now(); }

 private:
  const Clock& clock_;
  const Instant began_;
  const std::optional<Duration> steady_began_;
};

// Runs `scale` times as fast as the machine's, from a time on: for rehearsals.
class ScaledClock final : public Clock {
 public:
  ScaledClock(Instant start, double scale);

  Instant now() const override;
  Duration real(Duration passes) const override;

 private:
  const Instant start_;
  const double scale_;
  const int64_t began_ns_;  // on the machine's steady clock
};

// Stands still until told otherwise: for tests and simulations.
class ManualClock final : public Clock {
 public:
  explicit ManualClock(Instant start = Instant()) : now_us_(start.unix_microseconds()) {}

  Instant now() const override { return Instant::from_unix_microseconds(now_us_.load()); }
  void set(Instant to) { now_us_.store(to.unix_microseconds()); }
  void advance(Duration by) { now_us_.fetch_add(by.in_microseconds()); }

 private:
  std::atomic<int64_t> now_us_;
};

}  // namespace freshet
