#include "schedule/week_plan.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "schedule/value.h"

namespace freshet::schedule {
namespace {

constexpr size_t kWeek = kHoursOfWeek;
constexpr double kLongest = 28 * 24;  // hours that a plan is made for
// The end must be so many visits and weeks away that it does not show.
constexpr double kVisitsAhead = 8;
constexpr size_t kWeeksAhead = 4;

// A page through the hours of the week.
struct Week {
  std::array<double, kWeek> survival{};  // of a copy through the hour
  std::array<double, kWeek> fresh{};     // hours that it is current within the hour
  std::array<double, kWeek> lasts{};     // and from its beginning for ever
};

Week week_of(const WeekActivity& activity, double rate) {
  Week week;
  double all = 1;  // survival from 0 on
  double sum = 0;
  for (size_t hour = 0; hour < kWeek; ++hour) {
    const double events = rate / 24 * activity[week_bin(static_cast<int>(hour))];
    week.survival[hour] = std::exp(-events);
    week.fresh[hour] = events > 1e-12 ? -std::expm1(-events) / events : 1;
    sum += all * week.fresh[hour];
    all *= week.survival[hour];
  }
  double next = sum / (1 - all);
  for (size_t hour = kWeek; hour-- > 0;) {
    next = week.fresh[hour] + week.survival[hour] * next;
    week.lasts[hour] = next;
  }
  return week;
}

WeekPlan every(double hours) {
  WeekPlan plan;
  const double least = std::max(hours, 1.0);
  plan.hours.fill(least < 65'535 ? static_cast<uint16_t>(std::lround(least)) : WeekPlan::kNever);
  return plan;
}

struct Problem {
  double price;  // hours
  size_t furthest;
  size_t end;
  double each;  // what an hour is taken to bring beyond the end
};
struct Solved {
  WeekPlan plan;
  double each = 0;
};

Solved solve(const Week& week, const Problem& problem) {
  // What further visits add from an hour on, if one was made at its beginning: hours of a current
  // copy less what the visits cost. A visit at `next` replaces a copy that is stale by then with
  // probability 1 - survival by one that lasts.
  std::vector<double> added(problem.end + problem.furthest + 1);
  for (size_t at = problem.end; at < added.size(); ++at) {
    added[at] = problem.each * static_cast<double>(added.size() - 1 - at);
  }
  Solved solved;
  for (size_t at = problem.end; at-- > 0;) {
    double survival = 1;
    double best = 0;
    size_t wait = 0;
    for (size_t next = at + 1; next <= at + problem.furthest; ++next) {
      survival *= week.survival[(next - 1) % kWeek];
      const double all = week.lasts[next % kWeek] * (1 - survival) - problem.price + added[next];
      // Sums of many terms: what is better by less than their rounding is not better.
      if (all <= best + 1e-12 * std::abs(best)) continue;
      best = all;
      wait = next - at;
    }
    added[at] = best;
    if (at < kWeek) solved.plan.hours[at] = static_cast<uint16_t>(wait);
  }
  solved.each = (added[0] - added[kWeek]) / static_cast<double>(kWeek);
  return solved;
}

}  // namespace

WeekPlan plan_week(const WeekActivity& activity, double rate, double price) {
  const double gain = price * rate;
  const double plain = gain < 1 ? 24 * inverse_fresh_gain(gain) / rate : HUGE_VAL;
  if (plain < 1 || (gain < 1 && plain > kLongest)) return every(plain);
  // Not worth a visit where all hours are alike, it may be in hours when nothing happens.
  const double usual = std::isinf(plain) ? kWeek : plain;
  const auto furthest = static_cast<size_t>(4 * usual) + kWeek / 2;
  size_t end = static_cast<size_t>(kVisitsAhead * usual) + furthest;
  end = (end / kWeek + kWeeksAhead) * kWeek;

  const Week week = week_of(activity, rate);
  // Beyond the end every hour is taken to be as good as the next, or the plan would be made to fit
  // the end. What an hour brings there is first what it brings where all are alike.
  double each = std::isinf(plain) ? 0 : std::exp(-rate * plain / 24);
  Solved solved;
  for (int round = 0; round < 2; ++round) {
    solved = solve(week, {.price = 24 * price, .furthest = furthest, .end = end, .each = each});
    each = solved.each;
  }
  return solved.plan;
}

WeekFigures figures_of(const WeekPlan& plan, const WeekActivity& activity, double rate) {
  const Week week = week_of(activity, rate);
  // From any hour the plan comes into a round of visits; only the round counts.
  size_t hour = 0;
  for (size_t i = 0; i < kWeek; ++i) {
    if (plan.hours[hour] == WeekPlan::kNever) return {};
    hour = (hour + plan.hours[hour]) % kWeek;
  }
  const size_t first = hour;
  double fresh = 0;
  double hours = 0;
  double visits = 0;
  do {
    double survival = 1;
    for (size_t i = 0; i < plan.hours[hour]; ++i) {
      fresh += survival * week.fresh[(hour + i) % kWeek];
      survival *= week.survival[(hour + i) % kWeek];
    }
    hours += plan.hours[hour];
    ++visits;
    hour = (hour + plan.hours[hour]) % kWeek;
  } while (hour != first);
  return {.freshness = fresh / hours, .visits_per_day = 24 * visits / hours};
}

}  // namespace freshet::schedule
