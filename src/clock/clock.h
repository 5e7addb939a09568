#pragma once

#include <optional>

#include "clock/instant.h"

namespace freshet {

// The source of the time. Functions that decide take an Instant as argument; objects that run for a
// while hold a Clock. Thread-safe.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual Instant now() const = 0;
  // Time since an arbitrary start, which never jumps. nullopt if this clock has no such time: now()
  // then never jumps by accident (a test that sets a manual clock wants the jump).
  virtual std::optional<Duration> steady() const { return std::nullopt; }
  // The real time that passes while this clock advances by `passes`. Timers wait for it.
  virtual Duration real(Duration passes) const { return passes; }
};

// Starts at the time of another clock and advances with that clock's steady(). When somebody sets
// the other clock, this one does not jump.
class SteadiedClock final : public Clock {
 public:
  explicit SteadiedClock(const Clock& clock)
      : clock_(clock), began_(clock.now()), steady_began_(clock.steady()) {}

  Instant now() const override;
  Duration real(Duration passes) const override { return clock_.real(passes); }
  // By how much the other clock was set since this one started.
  Duration set_by() const { return clock_.now() - now(); }

 private:
  const Clock& clock_;
  const Instant began_;
  const std::optional<Duration> steady_began_;
};

}  // namespace freshet
