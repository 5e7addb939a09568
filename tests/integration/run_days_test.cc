// Runs of days and hours, judged by the server: sitemaps that lie, hosts that are down for a day,
// and what was spent.
#include <algorithm>
#include <set>

#include "aquarium/host_facts.h"
#include "integration/kept_world.h"

namespace freshet::test {
namespace {

using aquarium::LoggedRequest;
using aquarium::Mix;

bool is_sitemap(const LoggedRequest& request) {
  return request.target.starts_with("/sitemap");
}

class RunOnLies : public KeptWorld {
 protected:
  RunOnLies() : KeptWorld(600'000) {}
};

// Of half the hosts every page has always just changed, of the others none ever does. The
// simulator, which is offered no sitemaps, says how fresh their pages would be without.
TEST_F(RunOnLies, SitemapsCostNeitherFreshnessNorBudget) {
  constexpr double kVisitsPerPageDay = 0.3;
  constexpr double kDays = 18;
  aquarium::WorldOptions world = small_world();
  world.robots = Mix<aquarium::RobotsKind>::only(aquarium::RobotsKind::kRules);
  world.sitemaps = Mix<aquarium::SitemapKind>::only(aquarium::SitemapKind::kPlain);
  world.lastmods = Mix<aquarium::LastmodKind>()
                       .with(aquarium::LastmodKind::kLying, 0.5)
                       .with(aquarium::LastmodKind::kFrozen, 0.5);
  start(world);
  keep(run_options("optimal", kVisitsPerPageDay), kDays);
  const double measured = measured_freshness();
  const double without = foretold_freshness("optimal", kVisitsPerPageDay);
  RecordProperty("measured", std::to_string(measured));
  RecordProperty("without", std::to_string(without));
  EXPECT_GT(measured, without - 0.03);

  const auto all = served();
  const auto sitemaps = std::count_if(all.begin(), all.end(), is_sitemap);
  RecordProperty("requests", std::to_string(all.size()));
  RecordProperty("sitemaps", std::to_string(sitemaps));
  EXPECT_GT(sitemaps, 0) << "nobody was lied to";
  EXPECT_LT(static_cast<double>(sitemaps), 0.15 * static_cast<double>(all.size()));
}

class RunOnOutages : public KeptWorld {
 protected:
  static constexpr double kScale = 150'000;
  static constexpr uint32_t kHosts = 6;
  static constexpr Duration kOutage = Duration::days(1);
  static constexpr Duration kNotBefore = Duration::hours(30);  // everything is collected by then
  static constexpr Duration kWithin = Duration::days(3);

  RunOnOutages() : KeptWorld(kScale) {}

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
    const aquarium::World world(options, kStart);
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
      const aquarium::HostFacts& facts = aquarium_.world().host(host);
      if (facts.fault != aquarium::HostFault::kOutage) continue;
      outages.emplace("h" + std::to_string(host) + ".aquarium.test", kStart + facts.fault_phase);
    }
    return outages;
  }
};

TEST_F(RunOnOutages, NothingIsLostVisitsRestAndFreshnessRecovers) {
  constexpr double kVisitsPerPageDay = 2;
  start(world_with_outages());
  crawl::CrawlOptions o = run_options("optimal", kVisitsPerPageDay);
  o.politeness.first_backoff = Duration::seconds(30);
  keep(o, 6.5);
  const auto down = outages();
  ASSERT_GE(down.size(), 2u);  // the first host is always healthy
  for (const auto& [host, began] : down) {
    int refused = 0;
    int before = 0;
    int after = 0;
    for (const LoggedRequest& request : served()) {
      if (request.host != host) continue;
      if (request.virtual_time < began)
        ++before;
      else if (request.virtual_time < began + kOutage)
        ++refused;
      else
        ++after;
    }
    EXPECT_GT(before, 10) << host;
    EXPECT_GT(refused, 2) << host << " was not missed";
    // A budget's worth would be sixty; the rests double from half a minute to hours.
    EXPECT_LT(refused, 25) << host;
    EXPECT_GT(after, 30) << host << " is not visited any more";
  }
  for (const auto& [url, page] : pages_) {
    const store::PageState state = pages().at(url);
    EXPECT_TRUE(state.result == store::VisitResult::kChanged ||
                state.result == store::VisitResult::kUnchanged ||
                state.result == store::VisitResult::kNew)
        << url;
    if (::testing::Test::HasFailure()) break;
  }
  const Instant last_day = end_ - Duration::days(1);
  const auto was_down = [&](const Page& page) { return down.contains(page.host); };
  const double theirs = freshness(last_day, end_, was_down);
  const double others = freshness(last_day, end_, [&](const Page& p) { return !was_down(p); });
  RecordProperty("theirs", std::to_string(theirs));
  RecordProperty("others", std::to_string(others));
  EXPECT_GT(others, 0.7);
  EXPECT_GT(theirs, others - 0.15);
}

class RunForAnHour : public KeptWorld {
 protected:
  static constexpr double kScale = 300;
  RunForAnHour() : KeptWorld(kScale) {}
};

TEST_F(RunForAnHour, KeepsItsBudgetAndEveryHostsPeace) {
  constexpr double kRate = 0.5;
  constexpr Duration kDelay = Duration::seconds(10);
  start(small_world());
  crawl::CrawlOptions o = run_options("optimal", 1);
  o.run->requests_per_second = kRate;
  o.run->saved_up_for = Duration::minutes(10);
  o.politeness.delay = kDelay;
  o.politeness.per_address = 100;
  keep(o, 1.0 / 24);
  const std::vector<LoggedRequest> all = served();
  const double expected = kRate * (end_ - begin_).in_seconds();
  EXPECT_NEAR(static_cast<double>(all.size()), kRate * 3'600, 0.01 * kRate * 3'600);
  EXPECT_LE(static_cast<double>(all.size()), expected + 1);
  EXPECT_EQ(all.size(), requests_) << "the run counts what it sends";

  std::map<std::string, const LoggedRequest*> last;
  for (const LoggedRequest& request : all) {
    const LoggedRequest*& before = last[request.host];
    if (before != nullptr) {
      const Duration gap = request.received - before->answered;  // real
      EXPECT_GE(gap.in_seconds() * kScale, 0.99 * kDelay.in_seconds()) << request.host;
    }
    before = &request;
  }
  EXPECT_EQ(last.size(), small_world().hosts);
}

}  // namespace
}  // namespace freshet::test
