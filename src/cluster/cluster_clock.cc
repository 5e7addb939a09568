#include "cluster/cluster_clock.h"

#include <algorithm>

#include "cluster/steady_time.h"

namespace freshet::cluster {
namespace {

constexpr Duration kMemory = Duration::minutes(5);
constexpr int64_t kSlewPart = 20;

}  // namespace

ClusterClock::ClusterClock(const Clock& machine)
    : machine_(machine),
      offset_(machine.now() - steady_time(machine)),
      adjusted_(steady_time(machine)) {}

void ClusterClock::add_sample(Instant sent, Instant server, Instant answered) {
  const std::lock_guard lock(mutex_);
  const Duration took = answered - sent;
  if (took < Duration()) return;
  advance();
  const bool is_first = samples_.empty();
  const Sample sample{answered, took, server - (sent + took / 2)};
  while (!samples_.empty() && samples_.back().took >= took) samples_.pop_back();
  samples_.push_back(sample);
  while (samples_.front().answered < answered - kMemory) samples_.pop_front();
  if (is_first) offset_ = is_read_ ? std::max(offset_, estimate()) : estimate();
}

Duration ClusterClock::estimate() const {
  return samples_.empty() ? offset_ : samples_.front().offset;
}

void ClusterClock::advance() const {
  const Instant now = steady_time(machine_);
  const Duration most = (now - adjusted_) / kSlewPart;
  if (most <= Duration()) return;
  offset_ += std::clamp(estimate() - offset_, -most, most);
  adjusted_ = now;
}

Instant ClusterClock::now() const {
  const std::lock_guard lock(mutex_);
  advance();
  is_read_ = true;
  return steady_time(machine_) + offset_;
}

Duration ClusterClock::error() const {
  const std::lock_guard lock(mutex_);
  return estimate() - offset_;
}

}  // namespace freshet::cluster
