// A run among hosts of which one answers slowly by day, on a clock on which days pass in seconds.
#include <array>
#include <functional>
#include <map>
#include <thread>

#include "aquarium/aquarium.h"
#include "integration/crawling.h"

namespace freshet::test {
namespace {

constexpr double kScale = 14'400;  // a day in six seconds
constexpr int kDays = 4;
constexpr uint32_t kHosts = 5;
// A Monday.
const Instant kStart = Instant::from_unix_seconds(1'767'571'200);

bool is_office_hour(Instant t) {
  const int64_t hour = t.unix_seconds() % 86'400 / 3'600;
  return hour >= 9 && hour < 17;
}

class RunLoad : public Crawling {
 protected:
  void SetUp() override {
    aquarium::AquariumOptions options;
    options.world.hosts = kHosts;
    options.world.pages_per_host = 40;
    options.world.page_bytes = 2'000;
    options.world.links_within = 10;
    options.world.links_across = 2;
    options.world.changes =
        aquarium::Mix<aquarium::ChangeKind>::only(aquarium::ChangeKind::kPoisson);
    options.world.changes_per_day = 2;
    options.world.rate_sigma_host = 0;
    options.world.rate_sigma_page = 0.5;
    options.world.slow_by_day_share = 1.0 / kHosts;
    options.world.slow = Duration::milliseconds(150);
    options.virtual_clock = &clock_;
    const auto port = aquarium_.start(options);
    ASSERT_TRUE(port) << port.error().message;
    address_ = "127.0.0.1:" + std::to_string(*port);
    for (uint32_t host = 0; host < kHosts; ++host) {
      if (aquarium_.world().host(host).slow_by_day) slow_ = host;
    }
    ASSERT_GT(slow_, 0u);
  }

  crawl::CrawlOptions options() const {
    crawl::CrawlOptions o = hasty(address_);
    o.seeds = {aquarium_.world().url({0, 0})};
    o.scope.kind = crawl::ScopeKind::kAny;
    o.robots_lifetime = Duration::days(10'000);
    o.retry.patience = Duration::days(10);
    o.run.emplace();
    o.run->refresh.audit_share = 0;
    o.run->refresh.visits_per_page_day = 4;
    o.run->requests_per_second = 4.0 * kHosts * 40 / 86'400;
    o.run->saved_up_for = Duration::hours(1);
    o.limits.max_time = Duration::days(kDays);
    return o;
  }

  // Until it says something that has these words, while office hours last.
  std::string belief_of_slow(crawl::Crawl& crawl, const std::string& words) const {
    std::string belief;
    const std::string url = aquarium_.world().url({slow_, 0});
    const Instant end = kStart + Duration::days(kDays);
    while (clock_.now() < end && belief.find(words) == std::string::npos) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      if (clock_.now() < end - Duration::days(2) || !is_office_hour(clock_.now())) continue;
      const auto answer = crawl.perform(crawl::AskWhy{url});
      if (!answer) break;
      belief = std::get<crawl::PageReport>(*answer).belief;
    }
    return belief;
  }

  const ScaledClock clock_{kStart, kScale};
  aquarium::Aquarium aquarium_;
  std::string address_;
  uint32_t slow_ = 0;
};

TEST_F(RunLoad, AHostThatIsSlowByDayIsVisitedAtNightAndHoldsUpNobody) {
  auto crawl = crawl::Crawl::open(options(), clock_, log_);
  ASSERT_TRUE(crawl) << crawl.error().message;
  std::thread runner([&] { EXPECT_TRUE((*crawl)->run()); });
  const std::string belief = belief_of_slow(**crawl, "dear at this hour");
  runner.join();
  EXPECT_NE(belief.find("dear at this hour"), std::string::npos) << belief;

  // Visits an hour, by host, in office hours and outside; the first day and a half is for learning.
  const Instant from = kStart + Duration::hours(41);
  const Instant to = from + Duration::hours(48);
  std::map<std::string, std::array<double, 2>> rates;
  for (const aquarium::LoggedRequest& request : aquarium_.requests()) {
    if (request.virtual_time < from || request.virtual_time >= to) continue;
    const bool office = is_office_hour(request.virtual_time);
    rates[request.host][office ? 1 : 0] += office ? 1.0 / 16 : 1.0 / 32;
  }
  ASSERT_EQ(rates.size(), kHosts);
  for (const auto& [host, rate] : rates) {
    RecordProperty(host, std::to_string(rate[0]) + " " + std::to_string(rate[1]));
    if (host == aquarium_.world().host_name(slow_)) {
      EXPECT_LT(rate[1], 0.7 * rate[0]) << host;
    } else {
      EXPECT_GT(rate[1], 0.9 * rate[0]) << host;
    }
  }
}

}  // namespace
}  // namespace freshet::test
