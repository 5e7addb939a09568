// Tests of runs of hours and days on the synthetic web: sitemaps with wrong dates, hosts that are
// down for a day, a host that is slow by day, and the budget.
#include <algorithm>
#include <array>

#include "aquarium/host_facts.h"
#include "engine/kept_world.h"

namespace freshet::test {
namespace {

using aquarium::Mix;

class Days : public KeptWorld {};

// On half of the hosts, the sitemap says that every page has just changed; on the others, that none
// ever has. The simulator, which has no sitemaps, predicts the freshness without them.
TEST_F(Days, SitemapsWithWrongDatesCostLittleFreshnessAndBudget) {
  constexpr double kVisitsPerPageDay = 0.3;
  aquarium::WorldOptions world = small_world();
  world.robots = Mix<aquarium::RobotsKind>::only(aquarium::RobotsKind::kRules);
  world.sitemaps = Mix<aquarium::SitemapKind>::only(aquarium::SitemapKind::kPlain);
  world.lastmods = Mix<aquarium::LastmodKind>()
                       .with(aquarium::LastmodKind::kLying, 0.5)
                       .with(aquarium::LastmodKind::kFrozen, 0.5);
  start(world);
  set_run("optimal", kVisitsPerPageDay);
  keep(18);
  EXPECT_GT(measured_freshness(), predicted_freshness("optimal", kVisitsPerPageDay) - 0.03);

  const auto all = served();
  const auto sitemaps = std::count_if(
      all.begin(), all.end(), [](const Served& one) { return one.target.starts_with("/sitemap"); });
  EXPECT_GT(sitemaps, 0) << "no sitemap was read";
  EXPECT_LT(static_cast<double>(sitemaps), 0.15 * static_cast<double>(all.size()));
}

class Outages : public KeptWorld {
 protected:
  static constexpr uint32_t kHosts = 6;
  static constexpr Duration kOutage = Duration::days(1);
  static constexpr Duration kNotBefore = Duration::hours(30);  // everything is collected by then
  static constexpr Duration kWithin = Duration::days(3);

  // Half of the hosts are down for a day, between the second and the fourth. All pages are alike,
  // so that hosts can be compared.
  static aquarium::WorldOptions world_with_outages() {
    aquarium::WorldOptions world = small_world();
    world.hosts = kHosts;
    world.pages_per_host = 30;
    world.changes = Mix<aquarium::ChangeKind>::only(aquarium::ChangeKind::kPoisson);
    world.changes_per_day = 0.5;
    world.rate_sigma_host = world.rate_sigma_page = 0;
    world.faults = Mix<aquarium::HostFault>()
                       .with(aquarium::HostFault::kNone, 0.5)
                       .with(aquarium::HostFault::kOutage, 0.5);
    world.outage_length = kOutage;
    world.outage_within = kWithin;
    while (first_outage(world) < kNotBefore) ++world.seed;
    return world;
  }
  static Duration first_outage(const aquarium::WorldOptions& options) {
    const aquarium::World world(options, kNewYear);
    Duration first = kWithin;
    for (uint32_t host = 0; host < kHosts; ++host) {
      const aquarium::HostFacts& facts = world.host(host);
      if (facts.fault == aquarium::HostFault::kOutage) first = std::min(first, facts.fault_phase);
    }
    return first;
  }
  std::map<std::string, Instant> outages() const {  // by host: when it began
    std::map<std::string, Instant> outages;
    for (uint32_t host = 0; host < kHosts; ++host) {
      const aquarium::HostFacts& facts = world_->host(host);
      if (facts.fault != aquarium::HostFault::kOutage) continue;
      outages.emplace(world_->host_name(host), kNewYear + facts.fault_phase);
    }
    return outages;
  }
};

TEST_F(Outages, HostsThatWereDownLoseNoPageAndBecomeFreshAgain) {
  start(world_with_outages());
  set_run("optimal", 2);
  keep(6.5);
  const auto down = outages();
  ASSERT_GE(down.size(), 2u);  // the first host is always healthy
  for (const auto& [host, began] : down) {
    int refused = 0;
    int before = 0;
    int after = 0;
    for (const Served& one : served()) {
      if (one.host != host) continue;
      ++(one.at < began ? before : one.at < began + kOutage ? refused : after);
    }
    EXPECT_GT(before, 10) << host;
    EXPECT_GT(refused, 2) << host << " was not missed";
    // The budget alone would allow sixty; the back-off doubles from half a minute to hours.
    EXPECT_LT(refused, 25) << host;
    EXPECT_GT(after, 30) << host << " is not visited any more";
  }
  for (const auto& [url, known] : pages_) {
    const store::PageState state = page(url);
    EXPECT_TRUE(state.result == store::VisitResult::kChanged ||
                state.result == store::VisitResult::kUnchanged ||
                state.result == store::VisitResult::kNew)
        << url;
  }
  const Instant last_day = end_ - Duration::days(1);
  const auto was_down = [&](const Page& page) { return down.contains(page.host); };
  const double theirs = freshness(last_day, end_, was_down);
  const double others = freshness(last_day, end_, [&](const Page& p) { return !was_down(p); });
  EXPECT_GT(others, 0.7);
  EXPECT_GT(theirs, others - 0.15);
}

TEST_F(Days, BudgetAndDelaysAreKeptForAnHour) {
  constexpr double kRate = 0.5;
  start(small_world());
  set_run("optimal", 1);
  options_.run->requests_per_second = kRate;
  options_.collection.refresh.floor.min_gain = 0;
  options_.politeness.delay = Duration::seconds(10);
  options_.politeness.per_address = 100;
  keep(1.0 / 24);
  EXPECT_NEAR(static_cast<double>(served().size()), kRate * 3'600, 2);
  EXPECT_EQ(served().size(), requests_) << "the run counts what it sends";
  for (uint32_t host = 0; host < small_world().hosts; ++host) {
    const std::string site = "http://" + world_->host_name(host);
    EXPECT_GT(web_.count(site), 40u);
    for (const Duration gap : web_.gaps(site)) EXPECT_GE(gap, Duration::seconds(10)) << site;
  }
}

// One of several hosts answers slowly by day.
class SlowByDay : public KeptWorld {
 protected:
  static constexpr uint32_t kHosts = 5;
  static bool is_office_hour(Instant t) {
    const int64_t hour = t.unix_seconds() % 86'400 / 3'600;
    return hour >= 9 && hour < 17;
  }
};

TEST_F(SlowByDay, HostIsVisitedAtNightAndDelaysNoOther) {
  aquarium::WorldOptions world = small_world();
  world.hosts = kHosts;
  world.changes = Mix<aquarium::ChangeKind>::only(aquarium::ChangeKind::kPoisson);
  world.changes_per_day = 2;
  world.rate_sigma_host = 0;
  world.rate_sigma_page = 0.5;
  world.slow_by_day_share = 1.0 / kHosts;
  world.slow = Duration::seconds(10);
  start(world);
  uint32_t slow = 0;
  for (uint32_t host = 0; host < kHosts; ++host) {
    if (world_->host(host).slow_by_day) slow = host;
  }
  ASSERT_GT(slow, 0u);
  set_run("optimal", 4);
  options_.collection.importance = collection::Importance::kLinks;
  std::string belief;
  every(Duration::minutes(30), [&] {
    if (!is_running() || !options_.run || belief.find("at this hour") != std::string::npos) return;
    if (elapsed() < Duration::days(2) || !is_office_hour(now())) return;
    belief = why(world_->url({slow, 0})).belief;
  });
  keep(4);
  EXPECT_NE(belief.find("at this hour"), std::string::npos) << belief;

  // Visits per hour, by host, in office hours and outside; the first day and a half is for
  // learning.
  const Instant from = kNewYear + Duration::hours(41);
  const Instant to = from + Duration::hours(48);
  std::map<std::string, std::array<double, 2>> rates;
  for (const Served& one : served()) {
    if (one.at < from || one.at >= to) continue;
    const bool office = is_office_hour(one.at);
    rates[one.host][office ? 1 : 0] += office ? 1.0 / 16 : 1.0 / 32;
  }
  ASSERT_EQ(rates.size(), kHosts);
  for (const auto& [host, rate] : rates) {
    if (host == world_->host_name(slow)) {
      EXPECT_LT(rate[1], 0.7 * rate[0]) << host;
    } else {
      EXPECT_GT(rate[1], 0.9 * rate[0]) << host;
    }
  }
}

}  // namespace
}  // namespace freshet::test
