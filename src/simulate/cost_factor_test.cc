// Tests with hosts whose visits cost four times as much by day, each in a time zone of its own.
#include <gtest/gtest.h>

#include <algorithm>

#include "schedule/load_profile.h"
#include "schedule/registry.h"
#include "simulate/engine.h"
#include "simulate/synthetic.h"

namespace freshet::simulate {
namespace {

using schedule::Site;

constexpr uint32_t kHosts = 48;
constexpr Duration kLearning = Duration::days(40);

bool is_day(Site site, Instant now) {
  const int hour = (schedule::hour_of_week(now) + static_cast<int>(site)) % schedule::kHoursOfDay;
  return hour >= 8 && hour < 20;
}

Synthetic web() {
  return make_synthetic({.pages = 2'000, .hosts = kHosts, .zipf_weights = false, .days = 60});
}

struct Spent {
  double freshness = 0;
  double cost = 0;  // mean cost of a visit after the time for learning; 1 by night
  std::vector<std::pair<schedule::Page, Instant>> visits;
};

// The cost is learned from the visits, as in a crawl.
Spent spend(const Synthetic& synthetic, double visits_per_page_day, double by_day, bool informed) {
  std::vector<schedule::LoadProfile> profiles(kHosts);
  Spent spent;
  double counted = 0;
  RunOptions options{.visits_per_page_day = visits_per_page_day};
  options.log = [&](const Visit& visit) {
    const double cost = is_day(visit.site, visit.at) ? by_day : 1;
    if (visit.at >= synthetic.world.start + kLearning) {
      spent.cost += cost;
      ++counted;
    }
    spent.visits.emplace_back(visit.page, visit.at);
    profiles[visit.site].add({.first_byte = Duration::from_seconds(0.1 * cost)}, visit.at);
  };
  if (informed)
    options.cost_factor = [&](Site s, Instant now) { return profiles[s].cost_factor(now); };
  const auto policy =
      schedule::find_policy("optimal")->make({.visits_per_page_day = visits_per_page_day});
  spent.freshness = run(synthetic.world, *policy, options).freshness;
  spent.cost /= counted;
  return spent;
}

Duration longest_wait(const Spent& spent, const World& world) {
  std::vector<Instant> last(world.pages.size(), world.start);
  Duration longest;
  for (const auto& [page, at] : spent.visits) {
    longest = std::max(longest, at - last[page]);
    last[page] = at;
  }
  for (const Instant visit : last) longest = std::max(longest, world.end - visit);
  return longest;
}

TEST(CostFactor, NearlyTheSameFreshnessCostsLess) {
  const Synthetic synthetic = web();
  const struct {
    double visits_per_page_day;
    double saved;  // at least this share of the cost
    double lost;   // at most this share of the freshness
  } lines[] = {{0.2, 0.3, 0.003}, {1, 0.3, 0.006}, {4, 0.3, 0.008}};
  for (const auto& line : lines) {
    const Spent blind = spend(synthetic, line.visits_per_page_day, 4, false);
    const Spent informed = spend(synthetic, line.visits_per_page_day, 4, true);
    RecordProperty("blind", std::to_string(blind.freshness) + " " + std::to_string(blind.cost));
    RecordProperty("informed",
                   std::to_string(informed.freshness) + " " + std::to_string(informed.cost));
    EXPECT_EQ(informed.visits.size(), blind.visits.size());
    EXPECT_NEAR(blind.cost, 2.5, 0.05) << "by day as by night";
    EXPECT_LT(informed.cost, blind.cost * (1 - line.saved)) << line.visits_per_page_day;
    EXPECT_GT(informed.freshness, blind.freshness * (1 - line.lost)) << line.visits_per_page_day;
    // A visit that is delayed until the night waits for a day at most.
    EXPECT_LE(longest_wait(informed, synthetic.world),
              longest_wait(blind, synthetic.world) * 5 / 4 + Duration::days(1))
        << line.visits_per_page_day << ": some page starves";
  }
}

TEST(CostFactor, HasNoEffectIfAllHoursCostTheSame) {
  const Synthetic synthetic = web();
  EXPECT_EQ(spend(synthetic, 1, 1, true).visits, spend(synthetic, 1, 1, false).visits);
}

}  // namespace
}  // namespace freshet::simulate
