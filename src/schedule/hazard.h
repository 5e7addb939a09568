#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace freshet::schedule {

// The last visits of a page: one bit each, set where it had changed; the newest lowest.
struct Recent {
  uint8_t changes = 0;
  uint8_t visits = 0;  // that the bits tell of, 8 at most

  void add(bool changed);
};

// How often pages change in a given state: by the time since the last change that was seen and by
// the share of changes among the last visits. New pages change a lot and then never again; the
// state tells more of that than the page's own average does. Learned from all pages of a site, or
// of all sites.
class Hazard {
 public:
  struct State {
    uint8_t since = 0;
    uint8_t share = 0;
  };
  static State state(double days_since_change, Recent recent);

  // Changes that were seen, and the days in which.
  struct Tally {
    double events = 0;
    double days = 0;

    void add(double more_events, double more_days);
    // Changes a day; drawn towards `usual` as by `weight` events where little was seen.
    double rate(double usual, double weight) const {
      return (events + weight) / (days + weight / usual);
    }
  };

  void soon(State state) const { __builtin_prefetch(&cells_[state.since][state.share]); }
  void saw(State state, double events, double days) { of(state).add(events, days); }
  double rate(State state, double usual, double weight) const {
    return cells_[state.since][state.share].rate(usual, weight);
  }

 private:
  static constexpr size_t kSinces = 14;
  static constexpr size_t kShares = 5;
  Tally& of(State state) { return cells_[state.since][state.share]; }

  std::array<std::array<Tally, kShares>, kSinces> cells_{};
};

}  // namespace freshet::schedule
