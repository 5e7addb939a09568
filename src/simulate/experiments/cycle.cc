#include "schedule/cycle.h"

#include <algorithm>
#include <array>
#include <functional>

#include "schedule/policies.h"
#include "simulate/experiments/chance.h"
#include "simulate/experiments/experiments.h"

namespace freshet::simulate {
namespace {

using schedule::CycleGroup;

constexpr std::array<schedule::GroupShare, 6> kShares = {
    {{{14, 1}, 240}, {{7, 1}, 144}, {{3, 1}, 216}, {{1, 1}, 480}, {{1, 2}, 60}, {{1, 4}, 60}}};
constexpr double kPages = 1200;
constexpr Duration kLearning = Duration::days(8 * 7);
constexpr Duration kMeasured = Duration::days(40 * 7);
constexpr Instant kEnd = Instant() + kLearning + kMeasured;

using Times = std::vector<Instant>;  // ascending

struct SimulatedPage {
  CycleGroup group;  // the page changes as often, in the mean, as its group is visited
  Times changes;
};

std::vector<SimulatedPage> random_pages(uint64_t seed) {
  Chance chance(seed);
  std::vector<SimulatedPage> pages;
  for (const schedule::GroupShare& share : kShares)
    for (int i = 0; i < static_cast<int>(share.pages); ++i) {
      pages.push_back({.group = share.group});
      const auto gap = [&] {
        return Duration::from_seconds(86'400 * chance.exponential(share.group.visits_a_day()));
      };
      for (Instant t = Instant() + gap(); t < kEnd; t += gap()) pages.back().changes.push_back(t);
    }
  return pages;
}

// Totals over all pages, after the time for learning.
struct Outcome {
  double visits = 0;
  double current = 0;  // days in which the copies were current
  double changes = 0;
  double delay = 0;  // days from a change to the visit that finds it

  void add(const Times& changes_of, const Times& visits_to) {
    const Instant from = Instant() + kLearning;
    Instant copy = Instant();  // when the copy was made
    auto change = changes_of.begin();
    const auto until = [&](Instant visit) {
      const auto first = change;
      for (; change != changes_of.end() && *change <= visit; ++change)
        if (*change >= from) {
          changes += 1;
          delay += (visit - *change).in_days();
        }
      const Instant stale = first == change ? visit : *first;
      current += std::max(Duration(), stale - std::max(copy, from)).in_days();
      copy = visit;
    };
    for (const Instant visit : visits_to) {
      if (visit >= from) visits += 1;
      until(visit);
    }
    until(kEnd);
  }
};

Outcome of_plan(const std::vector<SimulatedPage>& pages,
                const std::function<Instant(size_t, Instant)>& next) {
  Outcome outcome;
  for (size_t i = 0; i < pages.size(); ++i) {
    Times visits;
    for (Instant t = next(i, Instant()); t < kEnd; t = next(i, t)) visits.push_back(t);
    outcome.add(pages[i].changes, visits);
  }
  return outcome;
}

// Visits every page equally often, with the pages spread evenly over the interval.
Outcome of_uniform(const std::vector<SimulatedPage>& pages, double requests_a_day) {
  const Duration interval = Duration::from_seconds(86'400 * kPages / requests_a_day);
  return of_plan(pages, [&](size_t i, Instant t) {
    const Duration shift = interval * static_cast<int64_t>(i) / static_cast<int64_t>(kPages);
    return t == Instant() ? t + shift + interval : t + interval;
  });
}

// The policy, which must learn the groups. Its budget is not limited.
Outcome of_policy(const std::vector<SimulatedPage>& pages) {
  const auto policy = schedule::make_cycle({});
  std::vector<Times> visits(pages.size());
  for (uint32_t i = 0; i < pages.size(); ++i) policy->add(i, {}, Instant());
  for (Instant now = policy->wake(); now < kEnd; now = policy->wake())
    while (const auto page = policy->next(now)) {
      Times& before = visits[*page];
      const Instant last = before.empty() ? Instant() : before.back();
      const Times& changes = pages[*page].changes;
      const auto first = std::upper_bound(changes.begin(), changes.end(), last);
      before.push_back(now);
      policy->visited(*page, {.changed = first != changes.end() && *first <= now}, now);
    }
  Outcome outcome;
  for (size_t i = 0; i < pages.size(); ++i) outcome.add(pages[i].changes, visits[i]);
  return outcome;
}

std::vector<std::string> assumptions() {
  return {
      "1,200 pages in the paper's proportions: 240 twice a day, 144 daily, 216 three times a "
      "week, 480 weekly, 60 every second week, 60 every fourth.",
      "Pages change by Poisson processes at the rate of their group; 40 weeks are measured "
      "after 8 weeks of learning.",
      "groups: visits by the table, the groups known. cycle: the policy, which learns them "
      "from its own visits. uniform: all pages equally often, at the spend of groups. daily: "
      "what the paper compares with.",
      "The published 644 a day is an error: its table has 7 and 6 requests where 216 pages "
      "three times a week are 92.6 and 480 once a week are 68.6."};
}

}  // namespace

Table cycle_experiment(uint64_t seed) {
  const std::vector<SimulatedPage> pages = random_pages(seed);
  const double planned = schedule::requests_a_day(kShares);
  Table table{.title = "Refresh cycles in groups: 1,200 pages",
              .assumptions = assumptions(),
              .columns = {{"plan"},
                          {"requests a day"},
                          {"% of 1,200"},
                          {"% current"},
                          {"hours until a change is seen"},
                          {"published requests", 0}}};
  const auto row = [&](const char* name, const Outcome& o, Cell published) {
    const double requests = o.visits / kMeasured.in_days();
    table.rows.push_back({name, requests, 100 * requests / kPages,
                          100 * o.current / (kPages * kMeasured.in_days()),
                          24 * o.delay / o.changes, std::move(published)});
  };
  table.rows.push_back({"by arithmetic", planned, 100 * planned / kPages, {}, {}, 644.0});
  row("groups",
      of_plan(pages,
              [&](size_t i, Instant t) {
                return schedule::next_collection({.group = pages[i].group}, t, {});
              }),
      {});
  row("cycle", of_policy(pages), {});
  row("uniform", of_uniform(pages, planned), {});
  row("daily", of_uniform(pages, kPages), 1200.0);
  return table;
}

}  // namespace freshet::simulate
