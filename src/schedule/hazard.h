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

  void saw(State state, double events, double days);
  // Changes a day; drawn towards `usual` as by `weight` events where little was seen.
  double rate(State state, double usual, double weight) const;
  double rate_of_all(double usual, double weight) const;

 private:
  static constexpr size_t kSinces = 14;
  static constexpr size_t kShares = 5;
  struct Cell {
    double events = 0;
    double days = 0;
  };
  std::array<std::array<Cell, kShares>, kSinces> cells_{};
  Cell all_;
};

}  // namespace freshet::schedule
