#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "aquarium/kinds.h"
#include "clock/instant.h"

namespace freshet::aquarium {

// The times at which a page changes. They are computed from a seed, for any point in time, without
// state.
//
// Every kind except the nightly batch is a Poisson process on a clock of its own, the process time.
// That clock runs only while changes can happen: during office hours, or during bursts. The changes
// of an era (2^46 us of process time, 814 days) form a binary tree. The root draws their number,
// and each node draws how many of its changes are in its earlier half. Counting the changes before
// a time, or finding the n-th change, follows one path of the tree, in O(log) steps.
//
// A redesign is one more change, at a given time. It does not affect the times of the others.
//
// Times are exact to the microsecond: version_at(change_time(n)) >= n, and version_at() of one
// microsecond earlier is less than n.
class ChangeProcess {
 public:
  struct Parameters {
    ChangeKind kind = ChangeKind::kNever;
    double per_day = 0;  // long-term mean; ignored for kNightly
    uint64_t seed = 0;
    Instant origin;  // changes are counted from here
    // kNightly: a batch every so many nights, at this offset in each period.
    int nights = 1;
    Duration batch_at;
    // kBursts: one burst in each cycle.
    Duration cycle = Duration::days(1);
    Duration burst = Duration::days(1);
    // For all kinds. Not before the origin.
    std::optional<Instant> redesign;
  };

  explicit ChangeProcess(const Parameters& parameters);

  // The number of changes after the origin and not after t; 0 if t is before the origin.
  uint64_t version_at(Instant t) const;
  // The time of change `number`, counted from 1; Instant::never() if there is no such change.
  Instant change_time(uint64_t number) const;
  // The times of the changes after `after` and not after `until`, in order; at most `limit`.
  std::vector<Instant> changes(Instant after, Instant until, size_t limit) const;

 private:
  // As version_at() and change_time(), but without the redesign.
  uint64_t edits_until(Instant t) const;
  Instant edit_time(uint64_t number) const;

  // Convert between real time and process time, which is in microseconds since the origin.
  int64_t to_process_time(Instant t) const;
  Instant from_process_time(int64_t process_us) const;

  uint64_t era_count(uint64_t era) const;
  uint64_t count_before(int64_t process_us) const;

  int64_t batches_until(Instant t) const;

  Parameters parameters_;
  double era_mean_ = 0;  // the mean number of changes in an era
};

}  // namespace freshet::aquarium
