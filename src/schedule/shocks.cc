#include "schedule/shocks.h"

#include <algorithm>
#include <cmath>

#include "change/exp_log.h"

namespace freshet::schedule {
namespace {

// The logarithm of how much more probable the visits must be with a shock than without. An interval
// is tested hundreds of times in the life of a site.
constexpr double kBelieved = 8;
// Where they are frequent, they are what the site does every day, and its pages' own rates and its
// clock tell of them better: each of these days asks for as much more.
constexpr double kRecentDays = 100;
// No page is relied on to stay as it is with more than this.
constexpr double kLeastChance = 0.02;
// How often pages change on their own is corrected by what was found, as if so many changes had
// been found as expected; that is forgotten over so many visits.
constexpr float kUsualWeight = 2;
constexpr float kVisitsRemembered = 1'000;
// Visits that were not drawn at random count so much, and more where there are few pages: a tenth
// of few visits would be seen too late.
constexpr float kWeightOfChosen = 0.1F;
constexpr float kFewPages = 20;
// A change that is explained as well as this says nothing of other explanations.
constexpr double kWellExplained = 2;
// An interval is over after so many visits, or after this part of the site's pages.
constexpr size_t kVisitsPerInterval = 16;
constexpr size_t kIntervalsPerRound = 64;
// So many are kept: small sites should not take much room.
constexpr size_t kPagesPerInterval = 8;
constexpr size_t kFewIntervals = 8;
constexpr size_t kManyIntervals = 64;
constexpr size_t kMostShocks = 32;

float weight_of_chosen(size_t pages) {
  return std::clamp(kFewPages / static_cast<float>(pages), kWeightOfChosen, 1.0F);
}

double hazard_of(double share) {
  return -std::log1p(-share);
}

}  // namespace

void Shocks::Evidence::add(const Evidence& other) {
  unchanged += other.unchanged;
  for (size_t i = 0; i < kChances; ++i) changed[i] += other.changed[i];
}

// Of two intervals that become one: no more visits can cover both.
void Shocks::Evidence::keep_common(const Evidence& other) {
  unchanged = std::min(unchanged, other.unchanged);
  for (size_t i = 0; i < kChances; ++i) changed[i] = std::min(changed[i], other.changed[i]);
}

size_t Shocks::chance(double own) {
  const double changed = std::max(-change::exp_minus_1(-own), kLeastChance);
  return static_cast<size_t>(std::clamp(-std::ilogb(changed) - 1, 0, int{kChances} - 1));
}

void Shocks::add(Evidence& evidence, const Noted& visit, float weight, double explained) {
  if (!visit.changed)
    evidence.unchanged += weight;
  else if (explained < kWellExplained)
    evidence.changed[chance(explained)] += weight;
}

double Shocks::sum_at(double day) const {
  if (shocks_.empty()) return 0;
  if (day >= shocks_.back().end) return shocks_.back().sum;
  const auto later = std::upper_bound(shocks_.begin(), shocks_.end(), day,
                                      [](double at, const Shock& its) { return at < its.end; });
  return later == shocks_.begin() ? 0 : (later - 1)->sum;
}

// By the shocks between its visits.
double Shocks::explained(const Noted& visit) const {
  double hazard = 0;
  for (const Shock& its : shocks_) {
    if (visit.from <= its.begin && visit.to >= its.end) hazard += hazard_of(its.share);
  }
  return hazard;
}

Shocks::Learned Shocks::saw(const Visit& visit, size_t pages) {
  if (!open_since_) open_since_ = visit.from;
  noted_[noted_count_++] = {.from = visit.from,
                            .to = visit.to,
                            .own = static_cast<float>(visit.own),
                            .changed = visit.changed,
                            .is_sample = visit.is_sample};
  const bool is_over = ++visits_ >= std::max(kVisitsPerInterval, pages / kIntervalsPerRound);
  if (is_over || noted_count_ == noted_.size()) take_in_noted(pages);
  if (!is_over) return Learned::kNothing;
  visits_ = 0;
  return learn(visit.to, pages) ? Learned::kOfShocks : Learned::kNoNews;
}

void Shocks::take_in_noted(size_t pages) {
  const float weight = weight_of_chosen(pages);
  for (size_t i = 0; i < noted_count_; ++i) take_in(noted_[i], weight);
  noted_count_ = 0;
}

void Shocks::take_in(const Noted& visit, float weight_of_chosen) {
  const float weight = visit.is_sample ? 1 : weight_of_chosen;
  const double known = explained(visit);
  if (known == 0) {
    constexpr float kKept = 1 - 1 / kVisitsRemembered;
    const size_t usual = chance(visit.own);
    visited_[usual] = visited_[usual] * kKept + 1;
    changed_[usual] = changed_[usual] * kKept + (visit.changed ? 1.0F : 0.0F);
  } else {
    for (Shock& its : shocks_) {
      if (visit.from <= its.begin && visit.to >= its.end)
        add(its.evidence, visit, weight, visit.own + known - hazard_of(its.share));
    }
  }
  const auto first =
      std::lower_bound(intervals_.begin(), intervals_.end(), visit.from,
                       [](const Interval& its, double from) { return its.begin < from; });
  if (first != intervals_.end()) {
    add(first->since_here, visit, weight, visit.own + known);
    has_found_changes_ |= visit.changed;
  }
}

bool Shocks::learn(double now, size_t pages) {
  Evidence sum;
  for (Interval& its : intervals_) {
    sum.add(its.since_here);
    its.since_here = {};
    its.all.add(sum);
  }
  bool has_changed = false;
  // Pages that were found unchanged make no new shock probable.
  const bool may_find_one = has_found_changes_ || suspected_;
  if (may_find_one || !shocks_.empty()) {
    const SpeaksFor speaks_for = calibrate();
    has_changed = fit_shocks(speaks_for);
    if (may_find_one) has_changed |= find_shock(speaks_for, now);
    sum_up(now);
    has_found_changes_ = false;
  }
  begin_interval(now, pages);
  return has_changed;
}

Shocks::SpeaksFor Shocks::calibrate() const {
  SpeaksFor speaks_for{};
  for (size_t i = 0; i < kChances; ++i) {
    const double nominal = std::max(0.75 * std::exp2(-static_cast<double>(i)), kLeastChance);
    const double usual =
        std::clamp(nominal * (changed_[i] + kUsualWeight) / (visited_[i] * nominal + kUsualWeight),
                   kLeastChance, 0.97);
    for (size_t share = 0; share < kShares.size(); ++share) {
      const double with_shock = 1 - (1 - kShares[share]) * (1 - usual);
      speaks_for[share][i] = static_cast<float>(std::log(with_shock / usual));
    }
  }
  return speaks_for;
}

// The share that explains the visits best; none if it does not gain more than that.
Shocks::Fit Shocks::fit(const Evidence& evidence, const SpeaksFor& speaks_for, double at_least) {
  Fit best{.gain = at_least};
  const auto speaks = [&](size_t share) {
    double sum = 0;
    for (size_t i = 0; i < kChances; ++i) sum += evidence.changed[i] * speaks_for[share][i];
    return sum;
  };
  static const std::array<double, kShares.size()> kHazards = [] {
    std::array<double, kShares.size()> hazards{};
    std::transform(kShares.begin(), kShares.end(), hazards.begin(), hazard_of);
    return hazards;
  }();
  // A concave function of the share that is 0 where the share is: what follows a fall is less.
  double before = 0;
  for (size_t share = 0; share < kShares.size(); ++share) {
    const double gain = speaks(share) - evidence.unchanged * kHazards[share];
    if (gain < before) break;
    if (gain > best.gain) best = {.gain = gain, .share = kShares[share]};
    before = gain;
  }
  return best.share > 0 ? best : Fit{};
}

bool Shocks::fit_shocks(const SpeaksFor& speaks_for) {
  bool has_changed = false;
  for (Shock& its : shocks_) {
    const Fit now = fit(its.evidence, speaks_for, 0);
    has_changed |= now.share != its.share;
    its.share = now.share;
    its.gain = now.gain;
  }
  std::erase_if(shocks_, [](const Shock& its) { return its.gain <= 0; });
  return has_changed;
}

// One that touches the interval is the same event, of which the time was not known exactly.
double Shocks::evidence_needed(const Interval& interval, double now) const {
  const auto others = std::count_if(shocks_.begin(), shocks_.end(), [&](const Shock& its) {
    const bool touches = its.end >= interval.begin && its.begin <= interval.end;
    return its.end > now - kRecentDays && !touches;
  });
  return kBelieved * static_cast<double>(1 + others);
}

bool Shocks::find_shock(const SpeaksFor& speaks_for, double now) {
  const Interval* best = nullptr;
  Fit most;
  for (const Interval& its : intervals_) {
    const Fit found = fit(its.all, speaks_for, most.gain);
    if (found.gain <= most.gain) continue;
    most = found;
    best = &its;
  }
  suspected_.reset();
  if (best == nullptr) return false;
  const double needed = evidence_needed(*best, now);
  if (most.gain < needed / 2) return false;
  if (most.gain < needed) {
    suspected_ = {.begin = best->begin, .end = best->end, .share = most.share, .gain = most.gain};
    return false;
  }
  accept(*best, most, now);
  return true;
}

void Shocks::accept(const Interval& interval, Fit fit, double now) {
  const Shock shock{.begin = interval.begin,
                    .end = interval.end,
                    .evidence = interval.all,
                    .share = fit.share,
                    .gain = fit.gain,
                    .believed_since = now};
  const auto later = std::upper_bound(shocks_.begin(), shocks_.end(), shock.end,
                                      [](double end, const Shock& its) { return end < its.end; });
  shocks_.insert(later, shock);
  if (shocks_.size() > kMostShocks) shocks_.erase(shocks_.begin());
  // What was seen until now spoke for other intervals without knowing of this shock.
  for (Interval& its : intervals_) its.all = {};
}

void Shocks::sum_up(double now) {
  double sum = 0;
  of_late_ = 0;
  for (Shock& its : shocks_) {
    const double hazard = hazard_of(its.share);
    its.sum = sum += hazard;
    if (its.end > now - kDaysOfLate) of_late_ += hazard;
  }
}

// Of the older half, each two become one where there are too many.
void Shocks::begin_interval(double now, size_t pages) {
  if (now <= *open_since_) return;
  intervals_.push_back({.begin = *open_since_, .end = now});
  open_since_ = now;
  if (intervals_.size() <= std::clamp(pages / kPagesPerInterval, kFewIntervals, kManyIntervals))
    return;
  const size_t pairs = intervals_.size() / 4;
  for (size_t i = 0; i < pairs; ++i) {
    Interval merged = intervals_[2 * i];
    merged.end = intervals_[2 * i + 1].end;
    merged.all.keep_common(intervals_[2 * i + 1].all);
    intervals_[i] = merged;
  }
  const auto begin = intervals_.begin() + static_cast<ptrdiff_t>(pairs);
  intervals_.erase(begin, begin + static_cast<ptrdiff_t>(pairs));
}

std::vector<Shocks::Event> Shocks::events() const {
  std::vector<Event> events;
  events.reserve(shocks_.size());
  for (const Shock& its : shocks_)
    events.push_back({.begin = its.begin,
                      .end = its.end,
                      .share = its.share,
                      .gain = its.gain,
                      .believed_since = its.believed_since});
  return events;
}

}  // namespace freshet::schedule
