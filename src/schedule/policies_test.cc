// What every policy promises.
#include "schedule/policies.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "clock/civil.h"

namespace freshet::schedule {
namespace {

constexpr uint64_t kSeed = 7;
// A Monday, 0:00 UTC.
const Instant kStart = *to_instant({.year = 2026, .month = 1, .day = 5});

struct Case {
  std::string name;
  std::function<std::unique_ptr<Policy>()> make;
};

// Sites are idle at different hours.
HourlyLoad load_of(Site site) {
  HourlyLoad load;
  for (size_t h = 0; h < load.size(); ++h) load[h] = static_cast<double>((h + 5 * site) % 24 + 1);
  return load;
}

std::vector<Case> cases() {
  const ServerOrderOptions sites{.load = load_of};
  return {
      {"uniform", [] { return make_uniform(); }},
      {"staleness", [] { return make_staleness({}); }},
      {"staleness_by_site",
       [] {
         return make_staleness(
             {.period = Duration::minutes(5),
              .periods = 10,
              .seconds_per_byte = [](Site s, Instant) { return 1e-3 * (s + 1); }});
       }},
      {"change_frequency", [] { return make_change_frequency({}); }},
      {"importance_order", [] { return make_importance_order({}); }},
      {"list_order", [=] { return make_list_order(sites); }},
      {"sorting", [=] { return make_sorting(sites); }},
      {"mixed_sorting", [=] { return make_mixed_sorting(sites); }},
      {"relative_load", [=] { return make_relative_load(sites); }},
      {"cycle", [] { return make_cycle({}); }},
      {"nutch_adaptive", [] { return make_nutch_adaptive({.first = Duration::hours(2)}); }},
      {"stormcrawler_adaptive", [] { return make_stormcrawler_adaptive(); }},
      {"optimal", [] { return make_optimal({}); }},
      {"optimal_known", [] { return make_optimal_known({}, std::vector<double>(20'000, 0.1)); }},
  };
}

class EveryPolicy : public testing::TestWithParam<Case> {};

PageFacts facts_of(Page page) {
  return {.site = page % 5, .weight = 1.0 + page % 7, .size = 1000 * (page % 4)};
}

// Adds, visits and removes at random; returns what was chosen.
std::vector<Page> play(Policy& policy, uint64_t seed, int steps) {
  std::mt19937_64 random(seed);
  std::set<Page> held;
  std::set<Page> taken;
  std::vector<Page> chosen;
  Page fresh = 0;
  Instant now = kStart;
  const auto some = [&](const std::set<Page>& of) {
    return *std::next(of.begin(), static_cast<ptrdiff_t>(random() % of.size()));
  };
  for (int i = 0; i < steps; ++i) {
    now += Duration::minutes(static_cast<int64_t>(random() % 40));
    switch (random() % 9) {
      case 8:
        if (held.empty()) break;
        {
          // Somebody else decided so.
          const Page page = some(held);
          policy.take(page, now);
          held.erase(page);
          taken.insert(page);
        }
        break;
      case 0:
        policy.add(fresh, facts_of(fresh), now);
        held.insert(fresh++);
        break;
      case 1:
        if (held.size() + taken.size() < 30 || held.empty()) break;
        policy.removed(*held.begin(), now);
        held.erase(held.begin());
        break;
      case 2:
        if (taken.empty()) break;
        policy.removed(*taken.begin(), now);
        taken.erase(taken.begin());
        break;
      case 3:
      case 4:
        if (taken.empty()) break;
        {
          const Page page = some(taken);
          policy.visited(page, {.changed = random() % 3 == 0, .size = 500 + page}, now);
          taken.erase(page);
          held.insert(page);
        }
        break;
      default:
        const std::optional<Page> page = policy.next(now);
        if (!page) break;
        EXPECT_TRUE(held.contains(*page)) << "page " << *page << " is gone or in other hands";
        EXPECT_FALSE(policy.explain(*page, now).empty());
        held.erase(*page);
        taken.insert(*page);
        chosen.push_back(*page);
    }
  }
  return chosen;
}

TEST_P(EveryPolicy, OffersOnlyWhatItHoldsAndTheSameForTheSameCalls) {
  const auto one = GetParam().make();
  const auto two = GetParam().make();
  const std::vector<Page> chosen = play(*one, kSeed, 20'000);
  EXPECT_GT(chosen.size(), 100U);
  EXPECT_EQ(play(*two, kSeed, 20'000), chosen);
}

TEST_P(EveryPolicy, HasNothingBeforeAPageCame) {
  const auto policy = GetParam().make();
  EXPECT_EQ(policy->next(kStart), std::nullopt);
  policy->add(3, {}, kStart);
  policy->removed(3, kStart);
  EXPECT_EQ(policy->next(kStart + Duration::days(60)), std::nullopt);
}

TEST_P(EveryPolicy, ForgetsNoPage) {
  const auto policy = GetParam().make();
  constexpr Page kPages = 50;
  for (Page page = 0; page < kPages; ++page) policy->add(page, facts_of(page), kStart);
  std::vector<int> visits(kPages);
  for (int hour = 1; hour <= 24 * 60; ++hour) {
    const Instant now = kStart + Duration::hours(hour);
    for (int i = 0; i < 4; ++i)
      if (const std::optional<Page> page = policy->next(now)) {
        ++visits[*page];
        policy->visited(*page, {.changed = visits[*page] % 3 == 0}, now);
      }
  }
  for (Page page = 0; page < kPages; ++page) EXPECT_GE(visits[page], 2) << page;
}

INSTANTIATE_TEST_SUITE_P(Policies, EveryPolicy, testing::ValuesIn(cases()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace freshet::schedule
