// What a visit is worth: the part of Optimal that decides nothing and remembers nothing.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

#include "schedule/policies/optimal/optimal.h"

namespace freshet::schedule {

using change::Belief;

std::optional<Site> Optimal::clock_of(const ClassFacts& facts) {
  return facts.clock == kNoClock ? std::nullopt : std::optional(facts.clock);
}

Belief Optimal::belief_of(Page page, uint32_t now) const {
  const PageState& state = pages_[page];
  Belief belief = beliefs_.of(state, now);
  if (state.is_listed != 0 && signals_.is_watched(page))
    belief.b /= 1 - signals_.recall(state.site);
  return belief;
}

double Optimal::ratio_of(const PageState& page) const {
  return page.ratio * reachability_.next_succeeds(page.outcomes);
}

double Optimal::days_since(const PageState& page, double now) const {
  return beliefs_.waited(beliefs_.clock_of(page.site), page.last_visit, now);
}

ClassQueue::Worth Optimal::worth(ClassQueue::Class id, double days) const {
  const ClassFacts& facts = classes_[id];
  const Belief belief{.a = facts.a, .b = facts.b};
  return {facts.ratio * value(options_.objective, belief, days),
          facts.ratio * slope(options_.objective, belief, days)};
}

double Optimal::waited(ClassQueue::Class id, uint32_t since, double until) const {
  return beliefs_.waited(clock_of(classes_[id]), since, until);
}

double Optimal::when(ClassQueue::Class id, uint32_t since, double days) const {
  return beliefs_.when(clock_of(classes_[id]), since, days);
}

bool Optimal::holds(Page page, uint32_t last_visit, bool alone) const {
  const PageState& state = pages_[page];
  return state.waiting != 0 && state.last_visit == last_visit && (state.alone != 0) == alone;
}

// As in a class, and what listings add. That a page was announced is as if more time had passed: so
// much that it would be changed with that chance. Only freshness counts it: the harmonic penalty is
// of time that has really passed.
ClassQueue::Worth Optimal::worth_alone(Page page, double at) const {
  const PageState& state = pages_[page];
  // What will be believed then; the queue may ask for times that cannot be told.
  constexpr double kLastSecond = std::numeric_limits<uint32_t>::max();
  const auto second = static_cast<uint32_t>(std::min(at, kLastSecond));
  const Belief belief = belief_of(page, second);
  const double days = days_since(state, at);
  ClassQueue::Worth sum{value(options_.objective, belief, days),
                        slope(options_.objective, belief, days)};
  if (state.announced != 0) {
    const double left = unchanged_though_announced(state, second, days);
    const double as_if = std::max(belief.b * std::expm1(-std::log(left) / belief.a), days);
    const Objective fresh{.freshness = options_.objective.freshness};
    // What failed is not asked again at once.
    const double rest = Reachability::last_failed(state.outcomes) ? std::min(days, 1.0) : 1;
    sum.value += rest * (value(fresh, belief, as_if) - value(fresh, belief, days));
    sum.slope += rest * (slope(fresh, belief, as_if) - slope(fresh, belief, days));
  }
  const double ratio = ratio_of(state);
  sum = {ratio * sum.value, ratio * sum.slope};
  if (state.is_listing != 0) {
    const Signals::Worth directs = signals_.worth(page, state.site, at);
    const double chance = reachability_.next_succeeds(state.outcomes);
    sum.value += chance * directs.value;
    sum.slope += chance * directs.slope;
  }
  return sum;
}

double Optimal::worth(Page page, Instant now) const {
  return worth_alone(page, seconds_.at(now)).value;
}

double Optimal::worth_of_new(double weight, double days) const {
  return weight * value_of_new(options_.objective, beliefs_.of_any(), days);
}

std::optional<double> Optimal::current(Page page, Instant now) const {
  const PageState& state = pages_[page];
  const uint32_t second = seconds_.at(now);
  const double days = beliefs_.waited(beliefs_.clock_of(state.site), last_success(page), second);
  return state.announced != 0 ? unchanged_though_announced(state, second, days)
                              : belief_of(page, second).probability_of_no_change(days);
}

double Optimal::odds_of(const PageState& page) const {
  return page.pinged != 0 ? signals_.odds_of_pings(page.site) : signals_.odds(page.site);
}

double Optimal::unchanged_though_announced(const PageState& page, uint32_t now, double days) const {
  constexpr double kLeast = 1e-30;  // of which a logarithm can be taken
  const double unchanged = beliefs_.of(page, now).probability_of_no_change(days);
  return std::max(Signals::unchanged_after(odds_of(page), unchanged), kLeast);
}

// When it is worth what the last visits were.
std::optional<Instant> Optimal::expected(Page page, Instant now) const {
  constexpr double kFarthest = 3650 * kSecondsOfADay;
  if (pages_[page].waiting == 0) return std::nullopt;
  const double price = queue_.price();
  const double second = seconds_.at(now);
  const auto is_worth_it = [&](double after) {
    return worth_alone(page, second + after).value >= price;
  };
  if (is_worth_it(0)) return now;
  double high = 60;
  while (high < kFarthest && !is_worth_it(high)) high *= 2;
  if (high >= kFarthest) return std::nullopt;
  double low = high / 2;
  for (int i = 0; i < 20; ++i) {
    const double middle = (low + high) / 2;
    (is_worth_it(middle) ? high : low) = middle;
  }
  return now + Duration::from_seconds(high);
}

std::string Optimal::explain(Page page, Instant now) const {
  const PageState& state = pages_[page];
  const uint32_t second = seconds_.at(now);
  const double days = days_since(state, second);
  const Belief belief = belief_of(page, second);
  std::array<char, 384> text{};
  std::snprintf(
      text.data(), text.size(),
      "seen %.2f days ago; thought to change %.4f times a day (shape %.2f), so current with "
      "%.0f %%%s; a visit is worth %.4g, the price is %.4g",
      (second - state.last_visit) / kSecondsOfADay, belief.mean(), belief.a,
      100 * belief.probability_of_no_change(days),
      state.announced != 0 ? ", but said to have changed" : "", worth(page, now), queue_.price());
  return text.data();
}

}  // namespace freshet::schedule
