#include "schedule/shocks.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "change/exp_log.h"

namespace freshet::schedule {
namespace {

// Where shocks are frequent, they are what the site does every day, and its pages' own rates and
// its clock tell of them better: each of these days asks for as much more evidence.
constexpr double kRecentDays = 100;
// No page is relied on to stay as it is with more than this.
constexpr double kLeastChance = 0.02;
// How often pages change on their own is corrected by what was found, as if so many changes had
// been found as expected; that is forgotten over so many visits.
constexpr float kUsualWeight = 2;
constexpr float kVisitsRemembered = 1'000;
// Visits that were not drawn at random count more where there are few pages: a tenth of few visits
// would be seen too late.
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

}  // namespace

size_t Shocks::chance(double own) {
  // 1 - exp(-own) is a half, a quarter, ... there.
  static const std::array<double, Evidence::kChances - 1> kBounds = [] {
    std::array<double, Evidence::kChances - 1> bounds{};
    for (size_t i = 0; i < bounds.size(); ++i)
      bounds[i] = -std::log1p(-std::exp2(-1.0 - static_cast<double>(i)));
    return bounds;
  }();
  size_t chance = 0;
  while (chance < kBounds.size() && own < kBounds[chance]) ++chance;
  return chance;
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
    if (visit.from <= its.begin && visit.to >= its.end) hazard += hazard_of_share(its.share);
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
  if (++visits_ < std::max(kVisitsPerInterval, pages / kIntervalsPerRound)) {
    if (noted_count_ == noted_.size()) {
      since_here_.resize(begins_.size());
      take_in_noted(pages, since_here_);
    }
    return Learned::kNothing;
  }
  visits_ = 0;
  return learn(visit.to, pages) ? Learned::kOfShocks : Learned::kNoNews;
}

void Shocks::take_in_noted(size_t pages, std::span<Evidence> since_here) {
  const float weight = std::clamp(kFewPages / static_cast<float>(pages),
                                  static_cast<float>(1 / options_.weight_of_sample), 1.0F);
  for (size_t i = 0; i < noted_count_; ++i) take_in(noted_[i], weight, since_here);
  noted_count_ = 0;
}

void Shocks::take_in(const Noted& visit, float weight_of_chosen, std::span<Evidence> since_here) {
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
        add(its.evidence, visit, weight, visit.own + known - hazard_of_share(its.share));
    }
  }
  const auto first = std::lower_bound(begins_.begin(), begins_.end(), visit.from);
  if (first == begins_.end()) return;
  add(since_here[static_cast<size_t>(first - begins_.begin())], visit, weight, visit.own + known);
  has_found_changes_ |= visit.changed;
}

// Takes in what was noted, and adds all that came since the last interval was over to the
// intervals.
void Shocks::add_to_intervals(size_t pages) {
  std::array<Evidence, kManyIntervals> few;
  const std::span<Evidence> since_here =
      std::span(since_here_.empty() ? few.data() : since_here_.data(), begins_.size());
  take_in_noted(pages, since_here);
  Evidence sum;
  for (size_t i = 0; i < begins_.size(); ++i) {
    sum.add(since_here[i]);
    evidence_[i].add(sum);
  }
  since_here_.clear();
}

bool Shocks::learn(double now, size_t pages) {
  add_to_intervals(pages);
  bool has_changed = false;
  // Pages that were found unchanged make no new shock probable.
  const bool may_find_one = has_found_changes_ || suspected_;
  if (may_find_one || !shocks_.empty()) {
    ShockFit fit(usual_shares());
    if (!shocks_.empty()) has_changed = fit_shocks(fit);
    if (may_find_one) has_changed |= find_shock(fit, now);
    sum_up(now);
    has_found_changes_ = false;
  }
  begin_interval(now, pages);
  return has_changed;
}

ShockFit::UsualShares Shocks::usual_shares() const {
  ShockFit::UsualShares usual{};
  for (size_t i = 0; i < usual.size(); ++i) {
    const double nominal = std::max(0.75 * std::exp2(-static_cast<double>(i)), kLeastChance);
    usual[i] =
        std::clamp(nominal * (changed_[i] + kUsualWeight) / (visited_[i] * nominal + kUsualWeight),
                   kLeastChance, 0.97);
  }
  return usual;
}

bool Shocks::fit_shocks(ShockFit& fit) {
  bool has_changed = false;
  for (Shock& its : shocks_) {
    const ShockFit::Fit now = fit.fit(its.evidence, 0);
    has_changed |= now.share != its.share;
    its.share = now.share;
    its.gain = now.gain;
  }
  std::erase_if(shocks_, [](const Shock& its) { return its.gain <= 0; });
  return has_changed;
}

double Shocks::end_of(size_t interval) const {
  return interval + 1 < begins_.size() ? begins_[interval + 1] : *open_since_;
}

// One that touches the interval is the same event, of which the time was not known exactly.
double Shocks::evidence_needed(size_t interval, double now) const {
  const double begin = begins_[interval];
  const double end = end_of(interval);
  const auto others = std::count_if(shocks_.begin(), shocks_.end(), [&](const Shock& its) {
    const bool touches = its.end >= begin && its.begin <= end;
    return its.end > now - kRecentDays && !touches;
  });
  return options_.evidence * static_cast<double>(1 + others);
}

bool Shocks::find_shock(ShockFit& fit, double now) {
  // Less than half of what is needed for the first shock is not even suspected.
  const auto best = fit.best_interval(evidence_, 0.999 * options_.evidence / 2);
  suspected_.reset();
  if (!best) return false;
  const double needed = evidence_needed(best->interval, now);
  if (best->fit.gain < needed / 2) return false;
  if (best->fit.gain < needed) {
    suspected_ = {.begin = begins_[best->interval],
                  .end = end_of(best->interval),
                  .share = best->fit.share,
                  .gain = best->fit.gain};
    return false;
  }
  accept(*best, now);
  return true;
}

void Shocks::accept(const ShockFit::Best& best, double now) {
  const Shock shock{.begin = begins_[best.interval],
                    .end = end_of(best.interval),
                    .evidence = evidence_[best.interval],
                    .share = best.fit.share,
                    .gain = best.fit.gain,
                    .believed_since = now};
  const auto later = std::upper_bound(shocks_.begin(), shocks_.end(), shock.end,
                                      [](double end, const Shock& its) { return end < its.end; });
  shocks_.insert(later, shock);
  if (shocks_.size() > kMostShocks) shocks_.erase(shocks_.begin());
  // What was seen until now spoke for other intervals without knowing of this shock.
  std::fill(evidence_.begin(), evidence_.end(), Evidence{});
}

void Shocks::sum_up(double now) {
  double sum = 0;
  of_late_ = 0;
  for (Shock& its : shocks_) {
    const double hazard = hazard_of_share(its.share);
    its.sum = sum += hazard;
    if (its.end > now - kDaysOfLate) of_late_ += hazard;
  }
}

// Of the older half, each two become one where there are too many.
void Shocks::begin_interval(double now, size_t pages) {
  if (now <= *open_since_) return;
  begins_.push_back(*open_since_);
  evidence_.emplace_back();
  open_since_ = now;
  if (begins_.size() <= std::clamp(pages / kPagesPerInterval, kFewIntervals, kManyIntervals))
    return;
  const size_t pairs = begins_.size() / 4;
  for (size_t i = 0; i < pairs; ++i) {
    begins_[i] = begins_[2 * i];
    Evidence merged = evidence_[2 * i];
    merged.keep_common(evidence_[2 * i + 1]);
    evidence_[i] = merged;
  }
  const auto first = static_cast<ptrdiff_t>(pairs);
  begins_.erase(begins_.begin() + first, begins_.begin() + 2 * first);
  evidence_.erase(evidence_.begin() + first, evidence_.begin() + 2 * first);
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
