// What a visit is worth: the part of Optimal that decides nothing and remembers nothing.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

#include "schedule/policies/optimal/optimal.h"

namespace freshet::schedule {

using change::Belief;

Belief Optimal::belief_of(Page page) const {
  const PageState& state = pages_[page];
  Belief belief = beliefs_.of(state);
  if (state.flags.is_listed != 0 && signals_.is_watched(page))
    belief.b /= 1 - signals_.recall(groups_.site(state.group));
  return belief;
}

double Optimal::ratio_of(const PageState& page) const {
  return page.ratio * reachability_.next_succeeds(page.outcomes);
}

double Optimal::unchanged(const PageState& page, const Belief& own, uint32_t since,
                          double now) const {
  const Outlook outlook{.belief = own, .time = beliefs_.time_of(page.group, since)};
  return own.probability_of_no_change(beliefs_.as_if_waited(outlook, since, now));
}

ClassQueue::Worth Optimal::worth(ClassQueue::Class id, double days) const {
  const Belief belief = classes_.outlook(id).belief;
  return {value(id, days), classes_.ratio(id) * slope(options_.objective, belief, days)};
}

double Optimal::value(ClassQueue::Class id, double days) const {
  return classes_.ratio(id) *
         schedule::value(options_.objective, classes_.outlook(id).belief, days);
}

double Optimal::waited(ClassQueue::Class id, uint32_t since, double until) const {
  return beliefs_.as_if_waited(classes_.outlook(id), since, until);
}

double Optimal::when(ClassQueue::Class id, uint32_t since, double days) const {
  return beliefs_.when(classes_.outlook(id), since, days);
}

void Optimal::prefetch_clock(ClassQueue::Class id) const {
  if (const auto time = classes_.outlook(id).time) beliefs_.prefetch_clock(*time);
}

void Optimal::prefetch_clock(ClassQueue::Class id, uint32_t since) const {
  if (const auto time = classes_.outlook(id).time) beliefs_.prefetch_clock(*time, since);
}

bool Optimal::holds(Page page, uint32_t last_visit, std::optional<ClassQueue::Class> id) const {
  const PageState& state = pages_[page];
  if (state.flags.waiting == 0 || state.last_visit != last_visit) return false;
  if (!id) return state.flags.alone != 0;
  return state.flags.alone == 0 && (state.flags.by_group_time != 0) == classes_.has_group_time(*id);
}

// As in a class, and what listings add. That a page was announced is as if more time had passed: so
// much that it would be changed with that chance. Only freshness counts it: the harmonic penalty is
// of time that has really passed.
ClassQueue::Worth Optimal::worth_alone(Page page, double at) const {
  const PageState& state = pages_[page];
  // What will be believed then; the queue may ask for times that cannot be told.
  constexpr double kLastSecond = std::numeric_limits<uint32_t>::max();
  const auto second = static_cast<uint32_t>(std::min(at, kLastSecond));
  const Outlook outlook = beliefs_.outlook(state.group, belief_of(page), state.last_visit, second);
  const Belief belief = outlook.belief;
  const double days = beliefs_.as_if_waited(outlook, state.last_visit, at);
  ClassQueue::Worth sum{schedule::value(options_.objective, belief, days),
                        slope(options_.objective, belief, days)};
  if (state.flags.announced != 0) {
    const double left = unchanged_though_announced(state, state.last_visit, second);
    const double as_if = std::max(belief.b * std::expm1(-std::log(left) / belief.a), days);
    const Objective fresh{.freshness = options_.objective.freshness};
    // What failed is not asked again at once.
    const double rest = Reachability::last_failed(state.outcomes) ? std::min(days, 1.0) : 1;
    sum.value +=
        rest * (schedule::value(fresh, belief, as_if) - schedule::value(fresh, belief, days));
    sum.slope += rest * (slope(fresh, belief, as_if) - slope(fresh, belief, days));
  }
  const double ratio = ratio_of(state);
  sum = {ratio * sum.value, ratio * sum.slope};
  if (state.flags.is_listing != 0) {
    const Signals::Worth directs = signals_.worth(page, groups_.site(state.group), at);
    const double chance = reachability_.next_succeeds(state.outcomes);
    sum.value += chance * directs.value;
    sum.slope += chance * directs.slope;
  }
  return sum;
}

// What the sampler chose is to be visited, whatever is believed of it.
double Optimal::worth(Page page, Instant now) const {
  constexpr double kSampleOverPrice = 2;
  const double value = worth_alone(page, seconds_.at(now)).value;
  return pages_[page].flags.is_sample != 0 ? std::max(value, kSampleOverPrice * queue_.price())
                                           : value;
}

double Optimal::worth_of_new(double weight, double days) const {
  return weight * value_of_new(options_.objective, beliefs_.of_any(), days);
}

std::optional<double> Optimal::current(Page page, Instant now) const {
  const PageState& state = pages_[page];
  const uint32_t second = seconds_.at(now);
  const uint32_t since = last_success(page);
  return state.flags.announced != 0 ? unchanged_though_announced(state, since, second)
                                    : unchanged(state, belief_of(page), since, second);
}

double Optimal::odds_of(const PageState& page) const {
  const Site site = groups_.site(page.group);
  return page.flags.pinged != 0 ? signals_.odds_of_pings(site) : signals_.odds(site);
}

double Optimal::unchanged_though_announced(const PageState& page, uint32_t since,
                                           uint32_t now) const {
  constexpr double kLeast = 1e-30;  // of which a logarithm can be taken
  const double as_it_was = unchanged(page, beliefs_.of(page), since, now);
  return std::max(Signals::unchanged_after(odds_of(page), as_it_was), kLeast);
}

// When it is worth what the last visits were.
std::optional<Instant> Optimal::expected(Page page, Instant now) const {
  constexpr double kFarthest = 3650 * kSecondsOfADay;
  if (pages_[page].flags.waiting == 0) return std::nullopt;
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

std::vector<Rewrite> Optimal::rewrites(Site site) const {
  const auto at = [&](double day) {
    return seconds_.start() + Duration::from_seconds(day * kSecondsOfADay);
  };
  std::vector<Rewrite> rewrites;
  groups_.for_each(site, [&](Group group) {
    for (const Shocks::Event& event : beliefs_.events(group)) {
      rewrites.push_back({.begin = at(event.begin),
                          .end = at(event.end),
                          .section = groups_.section(group),
                          .share = event.share});
      if (event.believed_since) rewrites.back().confirmed = at(*event.believed_since);
    }
  });
  std::sort(rewrites.begin(), rewrites.end(),
            [](const Rewrite& a, const Rewrite& b) { return a.end < b.end; });
  return rewrites;
}

std::string Optimal::explain(Page page, Instant now) const {
  const PageState& state = pages_[page];
  const uint32_t second = seconds_.at(now);
  const Belief belief = belief_of(page);
  const double as_it_was = unchanged(state, belief, state.last_visit, second);
  std::array<char, 384> text{};
  std::snprintf(
      text.data(), text.size(),
      "seen %.2f days ago; thought to change %.4f times a day (shape %.2f), so current with "
      "%.0f %%%s; a visit is worth %.4g, the price is %.4g",
      (second - state.last_visit) / kSecondsOfADay, belief.mean(), belief.a, 100 * as_it_was,
      state.flags.announced != 0 ? ", but said to have changed" : "", worth(page, now),
      queue_.price());
  std::string words = text.data();
  if (const double intact = beliefs_.probability_of_no_shock(state.group, state.last_visit, second);
      intact < 1) {
    std::snprintf(
        text.data(), text.size(),
        "; since it was seen, %.0f %% of its site's pages were probably rewritten at once",
        100 * (1 - intact));
    words += text.data();
  }
  if (state.flags.is_sample != 0)
    words += "; its visit belongs to the sample, which does not go by what is believed";
  return words;
}

}  // namespace freshet::schedule
