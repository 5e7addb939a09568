#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace freshet::schedule {

// The last visits of a page: one bit each, set where it had changed; the newest lowest.
struct Recent {
  uint8_t changes = 0;
  uint8_t visits = 0;  // that the bits tell of, 8 at most

  void add(bool changed);
  bool always_changed() const { return changes == (1U << visits) - 1; }
};

// How often pages change in a given state: by the time since the last change that was seen, and by
// the share of changes among the last visits or that there were none. New pages change a lot and
// then never again; the state tells more of that than the page's own average does. Learned from all
// pages of a site, or of all sites.
class Hazard {
 public:
  struct State {
    uint8_t since = 0;
    uint8_t share = 0;
  };
  static State state(double days_since_change, Recent recent) {
    // Powers of two, from an eighth of a day to three years: by the exponent of the number.
    const auto bits = std::bit_cast<uint64_t>(days_since_change);
    const int since = static_cast<int>(bits >> 52) - 1'023 + 3;
    return {.since = static_cast<uint8_t>(since < 0                            ? 0
                                          : since >= static_cast<int>(kSinces) ? kSinces - 1
                                                                               : since),
            .share = share(recent)};
  }

  // What a visit of a page told of the days since the one before.
  struct Span {
    double days = 0;
    // How probably it changed at times that are not known; of shocks of its site the page's state
    // tells nothing.
    double changed = 0;
    double known_changes = 0;  // whose times are known
  };

  // Of pages that are thought to be alike: a Gamma belief, which begins with `weight` changes at
  // the usual rate.
  class Rate {
   public:
    void add(const Span& span, double usual, double weight);
    double rate(double usual, double weight) const {
      return usual * (weight + changes_) / (weight + usual * days_);
    }

   private:
    double changes_ = 0;
    double days_ = 0;
  };

  void prefetch(State state) const { __builtin_prefetch(&cells_[state.since][state.share]); }
  void saw(State state, const Span& span, double usual, double weight) {
    cells_[state.since][state.share].add(span, usual, weight);
  }
  double rate(State state, double usual, double weight) const {
    return cells_[state.since][state.share].rate(usual, weight);
  }

 private:
  static constexpr size_t kSinces = 14;
  static constexpr size_t kShares = 6;

  static uint8_t share(Recent recent);

  std::array<std::array<Rate, kShares>, kSinces> cells_{};
};

}  // namespace freshet::schedule
