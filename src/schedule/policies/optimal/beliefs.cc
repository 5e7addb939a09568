#include "schedule/policies/optimal/beliefs.h"

#include <algorithm>
#include <cmath>

#include "schedule/policies/seconds.h"

namespace freshet::schedule {
namespace {

using change::Belief;

constexpr double kHazardWeight = 3;  // events by which a state's rate is drawn to what is usual
// From so many pages on, a site has states of its own.
constexpr uint32_t kPagesForStates = 50;
// A clock is used once it has foretold clearly better than plain time (sites without rhythm seldom
// get beyond 5), and given up when it foretold worse: the classes of a site with a clock are its
// own, and would be too many if every site had one. Large sites have pages enough for that, and
// need not wait.
constexpr float kClockIsBetter = 20;
constexpr float kClockIsWorse = -8;
constexpr uint32_t kPagesForAClockAtOnce = 5'000;
// Assumptions are compared at each of the first visits, then at one in so many.
constexpr uint64_t kAllScored = 4'096;
constexpr int kScoredOneIn = 8;

double in_days(uint32_t seconds) {
  return seconds / kSecondsOfADay;
}

double log_likelihood(const Belief& belief, double days, bool changed) {
  const double same = belief.probability_of_no_change(days);
  return std::log(std::max(changed ? 1 - same : same, 1e-9));
}

}  // namespace

void Beliefs::add_page(Site site) {
  if (site >= sites_.size()) sites_.resize(site + size_t{1});
  SiteModel& its = sites_[site];
  ++its.pages;
  if (its.pages == kPagesForStates && its.hazard == kNoHazard) {
    its.hazard = static_cast<uint32_t>(hazards_.size());
    hazards_.emplace_back();
  }
  if (its.pages == options_.pages_for_a_clock && !its.clock)
    its.clock = std::make_unique<SiteClock>();
}

std::optional<Site> Beliefs::clock_of(Site site) const {
  const SiteModel& its = sites_[site];
  if (!its.clock) return std::nullopt;
  const bool used = its.pages >= kPagesForAClockAtOnce || its.clock_score >= kClockIsBetter;
  return used ? std::optional(site) : std::nullopt;
}

double Beliefs::waited(std::optional<Site> clock, uint32_t since, double until) const {
  if (!clock || !sites_[*clock].clock) return (until - since) / kSecondsOfADay;
  const SiteClock& its = *sites_[*clock].clock;
  return its.at(until / kSecondsOfADay) - its.at(in_days(since));
}

double Beliefs::when(std::optional<Site> clock, uint32_t since, double days) const {
  if (!clock || !sites_[*clock].clock) return since + days * kSecondsOfADay;
  const SiteClock& its = *sites_[*clock].clock;
  return its.when(its.at(in_days(since)) + days) * kSecondsOfADay;
}

// The rate that pages of this state and site have, all together.
double Beliefs::usual_rate(const PageState& page, Hazard::State state) const {
  const SiteModel& site = sites_[page.site];
  const double of_all = all_.rate(options_.first_rate, 1);
  const double of_state = everywhere_.rate(state, of_all, kHazardWeight);
  const double usual = of_state * site.all.rate(of_all, kHazardWeight) / of_all;
  return site.hazard == kNoHazard ? usual : hazards_[site.hazard].rate(state, usual, kHazardWeight);
}

Belief Beliefs::belief_of(const PageState& page, double usual, double shape) {
  return {.a = shape + page.events, .b = shape / usual + page.days};
}

Belief Beliefs::of(const PageState& page, uint32_t now) const {
  const auto state = Hazard::state(in_days(now - page.last_change), page.recent());
  return belief_of(page, usual_rate(page, state), shape_);
}

Belief Beliefs::of_any() const {
  return {.a = shape_, .b = shape_ / all_.rate(options_.first_rate, 1)};
}

void Beliefs::remember(PageState& page, double changes, double days) {
  if (days <= 0) return;
  page.events += static_cast<float>(changes);
  page.days += static_cast<float>(days);
  all_.add(changes, days);
  sites_[page.site].all.add(changes, days);
}

void Beliefs::learn(PageState& page, const Visit& visit) {
  SiteModel& site = sites_[page.site];
  const auto state = Hazard::state(in_days(visit.now - page.last_change), page.recent());
  // Where there are many sites, none of this is at hand: let it come all at once.
  if (site.hazard != kNoHazard) hazards_[site.hazard].soon(state);
  if (site.clock) site.clock->soon(in_days(visit.since), in_days(visit.now));
  const std::optional<Site> clock = clock_of(page.site);
  const double usual = usual_rate(page, state);
  const Belief belief = belief_of(page, usual, shape_);
  double days = std::max(waited(clock, visit.since, visit.now), 1e-6);
  if (const double weight = stands_for(); weight > 0) {
    score_shapes(page, usual, days, visit.changed, weight);
    if (site.clock) score_clock(site, belief, visit, weight);
  }

  double events = 0;
  if (visit.changed_at) {
    // The last change and the time since are known exactly; what was before is not told.
    events = 1;
    days = std::max(waited(clock, *visit.changed_at, visit.now), 1e-6);
    if (site.clock)
      site.clock->saw_change_at(in_days(*visit.changed_at), in_days(visit.now), belief.mean());
  } else {
    const double rate = belief.mean();
    if (visit.changed) events = std::min(rate * days / -std::expm1(-rate * days), 3.0);
    if (site.clock) site.clock->saw(in_days(visit.since), in_days(visit.now), visit.changed, rate);
  }
  all_.add(events, days);
  everywhere_.saw(state, events, days);
  site.all.add(events, days);
  if (site.hazard != kNoHazard) hazards_[site.hazard].saw(state, events, days);

  const double kept = std::exp(-in_days(visit.now - visit.since) / options_.memory_days);
  page.events = static_cast<float>(kept * page.events + events);
  page.days = static_cast<float>(kept * page.days + days);
  page.add_to_recent(visit.changed);
  if (visit.changed) page.last_change = visit.changed_at.value_or(visit.now);
}

// How many visits this one stands for in comparisons; 0 if it is not looked at.
double Beliefs::stands_for() {
  if (++visits_ <= kAllScored) return 1;
  return visits_ % kScoredOneIn == 0 ? kScoredOneIn : 0;
}

void Beliefs::score_shapes(const PageState& page, double usual, double days, bool changed,
                           double weight) {
  for (size_t i = 0; i < kShapes.size(); ++i)
    scores_[i] += weight * log_likelihood(belief_of(page, usual, kShapes[i]), days, changed);
  const auto best = std::max_element(scores_.begin(), scores_.end()) - scores_.begin();
  shape_ = kShapes[static_cast<size_t>(best)];
}

void Beliefs::score_clock(SiteModel& site, const Belief& belief, const Visit& visit,
                          double weight) {
  const double by_clock = site.clock->at(in_days(visit.now)) - site.clock->at(in_days(visit.since));
  const double plain = in_days(visit.now - visit.since);
  const double gain = log_likelihood(belief, std::max(by_clock, 1e-6), visit.changed) -
                      log_likelihood(belief, std::max(plain, 1e-6), visit.changed);
  site.clock_score += static_cast<float>(weight * gain);
  if (site.clock_score < kClockIsWorse) site.clock.reset();
}

size_t Beliefs::memory_bytes() const {
  size_t bytes = sites_.size() * sizeof(SiteModel) + hazards_.size() * sizeof(Hazard);
  for (const SiteModel& site : sites_) {
    if (site.clock) bytes += sizeof(SiteClock) + site.clock->memory_bytes();
  }
  return bytes;
}

}  // namespace freshet::schedule
