#include "aquarium/politeness.h"

#include "gtest/gtest.h"

namespace freshet::aquarium {
namespace {

constexpr Instant kStart = Instant::from_unix_seconds(1'768'200'000);

struct Visit {
  int from_ms;
  int to_ms;
  std::string target = "/";
  int status = 200;
  std::string host = "h0.aquarium.test";
};

HostPoliteness measured(const WorldOptions& options, const std::vector<Visit>& visits) {
  const World world(options, kStart);
  std::vector<LoggedRequest> log;
  for (const Visit& visit : visits) {
    LoggedRequest request;
    request.received = kStart + Duration::milliseconds(visit.from_ms);
    request.answered = kStart + Duration::milliseconds(visit.to_ms);
    request.virtual_time = request.answered;
    request.target = visit.target;
    request.status = visit.status;
    request.host = visit.host;
    log.push_back(request);
  }
  const auto all = measure_politeness(world, log);
  return all.empty() ? HostPoliteness() : all.front();
}

WorldOptions with(RobotsKind robots) {
  WorldOptions options;
  options.robots = Mix<RobotsKind>::only(robots);
  return options;
}

TEST(Politeness, APoliteCrawlerHasNoViolations) {
  const HostPoliteness politeness = measured(
      with(RobotsKind::kRules), {{0, 10, "/robots.txt"}, {20, 40}, {60, 80, "/s0/p1.html"}});
  EXPECT_EQ(politeness.requests, 3U);
  EXPECT_EQ(politeness.most_at_once, 1U);
  EXPECT_EQ(politeness.shortest_gap, Duration::milliseconds(10));
  EXPECT_EQ(
      politeness.before_robots + politeness.forbidden + politeness.held_back + politeness.impatient,
      0U);
}

TEST(Politeness, OverlapsDoNotDependOnTheOrderOfTheLog) {
  const HostPoliteness politeness =
      measured(with(RobotsKind::kRules), {{30, 35}, {0, 10, "/robots.txt"}, {20, 50}, {31, 33}});
  EXPECT_EQ(politeness.most_at_once, 3U);
  EXPECT_EQ(politeness.shortest_gap, Duration());
}

TEST(Politeness, RobotsTxtMustBeAnsweredFirst) {
  EXPECT_EQ(measured(with(RobotsKind::kRules), {{0, 10}, {20, 30, "/robots.txt"}}).before_robots,
            1U);
  EXPECT_EQ(measured(with(RobotsKind::kRules), {{0, 10, "/robots.txt"}, {5, 15}}).before_robots,
            1U);
}

TEST(Politeness, RequestsAgainstTheRulesAreCounted) {
  const std::vector<Visit> visits = {{0, 1, "/robots.txt"}, {2, 3, "/private/p7.html"}};
  EXPECT_EQ(measured(with(RobotsKind::kRules), visits).forbidden, 1U);
  EXPECT_EQ(measured(with(RobotsKind::kMissing), visits).forbidden, 0U);
  EXPECT_EQ(measured(with(RobotsKind::kServerError), visits).held_back, 1U);
}

TEST(Politeness, RetryAfterAppliesToTheWholeHost) {
  WorldOptions options = with(RobotsKind::kRules);
  options.faults = Mix<HostFault>::only(HostFault::kBusy429);
  const World world(options, kStart);
  int busy = 0;
  while (!world.is_troubled(0, kStart + Duration::milliseconds(busy))) busy += 100;
  const auto left = static_cast<int>(
      world.trouble_left(0, kStart + Duration::milliseconds(busy)).in_microseconds() / 1'000);
  const auto visits = [&](int second) {
    return std::vector<Visit>{{0, 0, "/robots.txt"},
                              {busy, busy, "/", 429},
                              {busy + second, busy + second, "/s0/p1.html", 429}};
  };
  EXPECT_EQ(measured(options, visits(left - 50)).impatient, 1U);
  EXPECT_EQ(measured(options, visits(left + 50)).impatient, 0U);
}

TEST(Politeness, RequestsForUnknownHostsAreIgnored) {
  EXPECT_EQ(measured(with(RobotsKind::kRules), {{0, 1, "/", 421, "127.0.0.1"}}).requests, 0U);
}

}  // namespace
}  // namespace freshet::aquarium
