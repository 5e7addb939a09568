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
  // Each of the last few visits found a change: it changes at least so often, and who knows how
  // much more often.
  bool always_changed() const {
    constexpr uint8_t kLastFew = 0b1111;
    return visits >= 4 && (changes & kLastFew) == kLastFew;
  }
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
  static State state(double days_since_change, Recent recent);

  // Spans between two visits of a page: how many ended with a change, the days of those, and the
  // days of all others. Parts of a span may count for each.
  struct Spans {
    double changes = 0;
    double changed_days = 0;
    double unchanged_days = 0;

    void add(const Spans& more);
    // Changes a day that make these spans most probable, were those that ended with a change all
    // equally long; drawn towards `usual` as by `weight` more of them where little was seen.
    double rate(double usual, double weight) const;
  };

  // The rate by all spans that were seen, at hand: it is worked out anew only when they have grown
  // by a part.
  class Rate {
   public:
    void add(const Spans& more, double usual, double weight);
    // `usual` before anything was seen.
    double or_usual(double usual) const { return rate_ > 0 ? rate_ : usual; }

   private:
    Spans seen_;
    float rate_ = 0;
    float due_days_ = 0;  // it is worked out anew when so many have been seen
  };

  void soon(State state) const { __builtin_prefetch(&cells_[state.since][state.share]); }
  void saw(State state, const Spans& spans, double usual, double weight) {
    cells_[state.since][state.share].add(spans, usual, weight);
  }
  double rate(State state, double usual) const {
    return cells_[state.since][state.share].or_usual(usual);
  }

 private:
  static constexpr size_t kSinces = 14;
  static constexpr size_t kShares = 6;

  std::array<std::array<Rate, kShares>, kSinces> cells_{};
};

}  // namespace freshet::schedule
