#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "aquarium/kinds.h"
#include "clock/instant.h"

namespace freshet::aquarium {

// When one page changes: a value, computed from a seed, that answers for any time without memory.
//
// Every kind but the nightly batch is a Poisson process on a clock of its own that stands still
// while nothing can happen: office hours only, or within bursts only. On that clock the changes of
// an era (2^46 us, 814 days) are a binary tree: the root draws how many there are, each node how
// many fall into its earlier half, so that counting the changes before a moment, or finding the
// n-th, walks down one path: O(log) steps, the same answer whatever was asked before.
//
// A redesign is one more change, at a time that is given; it leaves the times of all others alone.
//
// Exact to the microsecond: version_at(change_time(n)) >= n, and version_at() of one microsecond
// earlier is less than n.
class ChangeProcess {
 public:
  struct Nature {
    ChangeKind kind = ChangeKind::kNever;
    double per_day = 0;  // on average over a long time; not for kNightly
    uint64_t seed = 0;
    Instant origin;  // changes are counted from here
    // kNightly: every so many nights, at this time of the first.
    int nights = 1;
    Duration batch_at;
    // kBursts: one burst of this length in each cycle.
    Duration cycle = Duration::days(1);
    Duration burst = Duration::days(1);
    // Whatever the kind; not before the origin.
    std::optional<Instant> redesign;
  };

  explicit ChangeProcess(const Nature& nature);

  // The number of changes after the origin up to and with t; 0 before the origin.
  uint64_t version_at(Instant t) const;
  // When version `number` came; 1 is the first change. Never for a page that will not have it.
  Instant change_time(uint64_t number) const;
  // After `after`, up to and with `until`, at most `limit`, in order.
  std::vector<Instant> changes(Instant after, Instant until, size_t limit) const;

 private:
  // The same as version_at() and change_time() without the redesign.
  uint64_t edits_until(Instant t) const;
  Instant edit_time(uint64_t number) const;

  // The process's own clock, in microseconds since the origin: how many have passed before t, and
  // the instant at which the n-th (from 0) begins.
  int64_t to_own(Instant t) const;
  Instant from_own(int64_t own) const;

  uint64_t era_count(uint64_t era) const;
  uint64_t count_before(int64_t own) const;

  int64_t batches_until(Instant t) const;

  Nature nature_;
  double era_mean_ = 0;  // changes in an era
};

}  // namespace freshet::aquarium
