#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "clock/instant.h"

namespace freshet::change {

// What visits near each other have shown about the times at which a page changes, in fourteen
// bytes:
//
// - For three spacings of visits, the time in which visits followed each other at that spacing, and
//   how many of them found a change. Visits further apart cannot tell one change from several, so
//   these bound the rate of a page that changes at every visit.
// - How many changes happened in which part of the day (UTC), for those whose time is known.
//
// All are halved when they become large, so that old visits count less. It is a value; which
// visits it was told is all that it depends on.
class Rhythm {
 public:
  // A visit at `to` that succeeded, and the one before that did.
  struct Interval {
    Instant from;
    Instant to;
    bool changed = false;
    std::optional<Instant> last_modified;  // where the server says so
  };
  void add(const Interval& interval);
  // The change that add() was told was noise.
  void retract(const Interval& interval);

  // Returns an upper bound of the page's changes a day, from the spacing that implies the lowest;
  // nullopt if there was too little time of each spacing.
  std::optional<double> most_changes_a_day() const;
  // Returns how many of the changes with a known time happened between these hours of the day, in a
  // place `east` of UTC by this much time. 0 <= from < to <= 24.
  double changes_between(int from, int to, Duration east) const;

  bool empty() const { return *this == Rhythm(); }
  bool operator==(const Rhythm&) const = default;

  // All counts, for History::encode().
  static constexpr size_t kBytes = 14;
  using Bytes = std::array<uint8_t, kBytes>;
  Bytes bytes() const;
  // Returns nullopt for bytes that bytes() never returns.
  static std::optional<Rhythm> from_bytes(const Bytes& bytes);

 private:
  static constexpr size_t kSpacings = 3;
  static constexpr size_t kParts = 8;  // of a day, three hours each
  struct Spaced {
    uint16_t time = 0;  // in kTicks of the usual spacing
    uint8_t changes = 0;
    bool operator==(const Spaced&) const = default;
  };

  static size_t spacing_of(Duration waited);
  static std::optional<size_t> part_of_change(const Interval& interval);
  void count_visit(size_t spacing, Duration waited);
  void halve_up_to(size_t spacing);

  std::array<Spaced, kSpacings> spaced_;
  uint8_t far_apart_ = 0;                // visits at larger spacings
  std::array<uint8_t, kParts> parts_{};  // changes, at most kMostInPart each
};

}  // namespace freshet::change
