#pragma once

#include <deque>
#include <mutex>

#include "clock/clock.h"

namespace freshet::cluster {

// The time of the database, which all agents of a cluster use, as estimated from calls to it. It
// never goes backwards: it runs faster or slower by up to a twentieth until it agrees with the
// estimate. Before the first sample it is the time of the machine; nobody should read it then,
// because the first sample can set it back only if nobody has. Thread-safe.
class ClusterClock final : public Clock {
 public:
  // `machine` must outlive this object.
  explicit ClusterClock(const Clock& machine);

  // A call was sent and answered at these times of the machine (steady_time()), and during it the
  // database's clock was at `server`. The estimate is that of the quickest call of the last five
  // minutes; it is wrong by at most half of the time that the call took.
  void add_sample(Instant sent, Instant server, Instant answered);

  Instant now() const override;
  std::optional<Duration> steady() const override { return machine_.steady(); }
  Duration real(Duration passes) const override { return machine_.real(passes); }

  // By how much now() is behind the estimate; negative: ahead of it.
  Duration error() const;

 private:
  struct Sample {
    Instant answered;
    Duration took;
    Duration offset;  // of the database's time from the machine's steady time
  };
  // Moves the offset towards the estimate. Call it under the mutex.
  void advance() const;
  Duration estimate() const;

  const Clock& machine_;
  mutable std::mutex mutex_;
  // By time. A sample that took longer than a later one is not kept, so the first is the quickest.
  std::deque<Sample> samples_;
  mutable Duration offset_;   // that now() uses
  mutable Instant adjusted_;  // when it was last changed
  mutable bool is_read_ = false;
};

}  // namespace freshet::cluster
