#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "schedule/shock_fit.h"

namespace freshet::schedule {

// Moments at which many pages of a site changed at once: a redesign, a new template, a section that
// was moved. Days are counted from a beginning that the caller chooses.
//
// Time is cut into intervals by the number of visits. For each interval, the visits that wholly
// cover it say how much more probable what they found is if a share of the site's pages changed
// then, beside what each page does on its own: a quiet page that was found changed speaks for it,
// every page that was found unchanged speaks against it. When an event makes the visits of the best
// interval so many times as probable (more where events are frequent), it is taken for real: every
// page that was last visited before it has probably changed, by that share. Later visits correct
// the share, and undo the event when they speak against it.
//
// A policy chooses pages because it believes them changed. So visits that were drawn at random
// count more. A visit is noted at once; what is believed changes after so many visits. For one
// thread.
class Shocks {
 public:
  struct Options {
    double evidence = 8;  // the logarithm of how much more probable a shock must make the visits
    // A visit that was drawn at random counts so many times as much as one that a policy chose.
    double weight_of_sample = 10;
  };
  Shocks() : Shocks(Options{}) {}
  explicit Shocks(const Options& options) : options_(options) {}

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

  // It will be told of a visit: fetches what that takes.
  void prefetch() const {
    __builtin_prefetch(&noted_[noted_count_], 1);
    if (noted_count_ + 1 < kMostNoted) return;
    __builtin_prefetch(&shocks_, 1);
    __builtin_prefetch(&changed_, 1);
    constexpr size_t kPerLine = 64 / sizeof(double);
    for (size_t i = 0; i < begins_.size(); i += kPerLine) __builtin_prefetch(&begins_[i]);
    for (size_t i = 0; i < evidence_.size(); i += 2) __builtin_prefetch(&evidence_[i], 1);
  }

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
    return begins_.capacity() * sizeof(double) +
           (evidence_.capacity() + since_here_.capacity()) * sizeof(Evidence) +
           shocks_.capacity() * sizeof(Shock);
  }

 private:
  using Evidence = ShockEvidence;
  struct Shock {
    double begin;
    double end;
    Evidence evidence;
    double share;
    double gain;
    double believed_since;
    double sum = 0;  // of the hazards up to this one
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
  static size_t chance(double own);
  static void add(Evidence& evidence, const Noted& visit, float weight, double explained);
  double explained(const Noted& visit) const;
  void take_in(const Noted& visit, float weight_of_chosen, std::span<Evidence> since_here);
  void take_in_noted(size_t pages, std::span<Evidence> since_here);
  void add_to_intervals(size_t pages);
  double sum_at(double day) const;
  bool learn(double now, size_t pages);
  ShockFit::UsualShares usual_shares() const;
  bool fit_shocks(ShockFit& fit);
  double end_of(size_t interval) const;
  double evidence_needed(size_t interval, double now) const;
  bool find_shock(ShockFit& fit, double now);
  void accept(const ShockFit::Best& best, double now);
  void sum_up(double now);
  void begin_interval(double now, size_t pages);

  const Options options_;  // what most visits need comes first
  uint32_t visits_ = 0;    // since the last interval was over
  uint32_t noted_count_ = 0;
  std::optional<double> open_since_;
  // Intervals that are over: each ends where the next begins, the last one at open_since_.
  std::vector<double> begins_;  // apart, as most visits are only looked up in it
  std::vector<Evidence> evidence_;
  // By interval: visits that cover it and all later ones, not yet in `evidence_`. Empty while there
  // are few visits: these are taken in all at once, when the interval is over.
  std::vector<Evidence> since_here_;
  std::array<Noted, kMostNoted> noted_;
  std::vector<Shock> shocks_;  // by their ends
  std::optional<Event> suspected_;
  bool has_found_changes_ = false;
  double of_late_ = 0;
  // How often pages of each chance were found changed, where no shock explains it; fading.
  std::array<float, Evidence::kChances> visited_{};
  std::array<float, Evidence::kChances> changed_{};
};

}  // namespace freshet::schedule
