#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace freshet::schedule {

// Moments at which many pages of a site changed at once: a redesign, a new template, a section that
// was moved. Days are counted from a beginning that the caller chooses.
//
// Time is cut into intervals by the number of visits. For each interval, the visits that wholly
// cover it say how much more probable what they found is if a share of the site's pages changed
// then, beside what each page does on its own: a quiet page that was found changed speaks for it,
// every page that was found unchanged speaks against it. When the best interval is e^8 times as
// probable with such an event (more where events are frequent), the event is taken for real: every
// page that was last visited before it has probably changed, by that share. Later visits correct
// the share, and undo the event when they speak against it.
//
// The pages that a policy chooses are not those of a fair sample: it chose them because it believed
// them changed. So visits that were drawn at random count in full, and all others a tenth.
//
// A visit is noted at once; what is believed changes after so many visits. For one thread.
class Shocks {
 public:
  struct Visit {
    double from = 0;  // the last before it
    double to = 0;
    bool changed = false;
    double own = 0;  // changes of the page's own that were expected in between
    bool is_sample = false;
  };
  enum class Learned : uint8_t {
    kNothing,   // not yet
    kNoNews,    // what was seen until now was looked at, and what is believed stays
    kOfShocks,  // what is believed of shocks has changed
  };
  // Of a site with so many pages.
  Learned saw(const Visit& visit, size_t pages);

  // It will be told of a visit.
  void soon() const { __builtin_prefetch(&noted_[noted_count_], 1); }

  // The hazard of shocks for a page that was last visited at `from`: exp(-it) is the chance that
  // none of them changed the page. It counts shocks that were over at `until`.
  double hazard(double from, double until) const { return sum_at(until) - sum_at(from); }
  // When the last of them was over.
  double last() const { return shocks_.empty() ? 0 : shocks_.back().end; }
  static constexpr double kDaysOfLate = 1'000;
  // The sum of the hazards of those of the last so many days.
  double of_late() const { return of_late_; }

  struct Event {
    double begin = 0;  // it happened between these
    double end = 0;
    double share = 0;  // of the pages
    double gain = 0;   // the logarithm of how much more probable it makes what was found
    std::optional<double> believed_since;  // none: it is suspected
  };
  // All that are believed, in the order of time.
  std::vector<Event> events() const;
  // What may be one, and has too little evidence yet.
  std::optional<Event> suspected() const { return suspected_; }

  size_t memory_bytes() const {
    return intervals_.capacity() * sizeof(Interval) + shocks_.capacity() * sizeof(Shock);
  }

 private:
  // Pages by the chance that they had changed on their own: halves, quarters, ...
  static constexpr size_t kChances = 8;
  static constexpr std::array<double, 9> kShares = {0.03, 0.06, 0.12, 0.25, 0.4,
                                                    0.6,  0.8,  0.93, 0.98};
  // Visits that cover an interval, by their weight.
  struct Evidence {
    float unchanged = 0;
    std::array<float, kChances> changed{};

    void add(const Evidence& other);
    void keep_common(const Evidence& other);
  };
  struct Interval {
    double begin;
    double end;
    Evidence all;
    Evidence since_here;  // of visits that cover this and all later ones, not yet in `all`
  };
  struct Shock {
    double begin;
    double end;
    Evidence evidence;
    double share;
    double gain;
    double believed_since;
    double sum = 0;  // of the hazards up to this one
  };
  struct Fit {
    double gain = 0;
    double share = 0;
  };

  // A visit that waits to be taken in together with others, so that most visits touch only one or
  // two cache lines.
  struct Noted {
    double from;
    double to;
    float own;
    bool changed;
    bool is_sample;
  };
  static constexpr size_t kMostNoted = 16;
  // The logarithm by which a page of each chance that was found changed speaks for a shock of each
  // share.
  using SpeaksFor = std::array<std::array<float, kChances>, kShares.size()>;

  static size_t chance(double own);
  static void add(Evidence& evidence, const Noted& visit, float weight, double explained);
  double explained(const Noted& visit) const;
  void take_in(const Noted& visit, float weight_of_chosen);
  void take_in_noted(size_t pages);
  double sum_at(double day) const;
  bool learn(double now, size_t pages);
  SpeaksFor calibrate() const;
  static Fit fit(const Evidence& evidence, const SpeaksFor& speaks_for, double at_least);
  bool fit_shocks(const SpeaksFor& speaks_for);
  double evidence_needed(const Interval& interval, double now) const;
  bool find_shock(const SpeaksFor& speaks_for, double now);
  void accept(const Interval& interval, Fit fit, double now);
  void sum_up(double now);
  void begin_interval(double now, size_t pages);

  size_t visits_ = 0;  // since the last interval was over
  size_t noted_count_ = 0;
  std::array<Noted, kMostNoted> noted_;
  std::vector<Interval> intervals_;  // that are over
  std::optional<double> open_since_;
  std::vector<Shock> shocks_;  // by their ends
  std::optional<Event> suspected_;
  bool has_found_changes_ = false;
  double of_late_ = 0;
  // How often pages of each chance were found changed, where no shock explains it; fading.
  std::array<float, kChances> visited_{};
  std::array<float, kChances> changed_{};
};

}  // namespace freshet::schedule
