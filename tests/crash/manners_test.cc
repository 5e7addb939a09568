// Tests of politeness across a kill: the delays and rests of a host also hold for the next run.
#include <algorithm>
#include <map>

#include "crash/crawl_program.h"

namespace freshet::crash {
namespace {

using aquarium::Mix;
using aquarium::RobotsKind;

class Manners : public CrawlProgram {
 protected:
  // Returns the requests for one URL.
  size_t asked_for(const std::string& host, std::string_view target) const {
    const auto log = aquarium_.requests();
    return static_cast<size_t>(std::count_if(log.begin(), log.end(), [&](const auto& request) {
      return request.host == host && request.target == target;
    }));
  }
};

TEST_F(Manners, CrawlDelayHoldsAcrossAKill) {
  constexpr Duration kDelay = Duration::milliseconds(800);
  aquarium::WorldOptions world{.seed = 10, .hosts = 1, .pages_per_host = 20};
  world.robots = Mix<RobotsKind>::only(RobotsKind::kRules);
  world.crawl_delay_share = 1;
  world.crawl_delay = kDelay;
  start(world);
  // The first run lasts long enough for the rules to be committed.
  run_and_kill_after(3);
  for (int kills = 0; kills < 4; ++kills) run_and_kill_after(1);

  const auto log = aquarium_.requests();
  ASSERT_GE(log.size(), 7u);
  for (size_t i = 1; i < log.size(); ++i) {
    // The clocks of two processes may differ by 5 ms.
    EXPECT_GE(log[i].received - log[i - 1].answered, kDelay - Duration::milliseconds(5))
        << log[i - 1].target << ", then " << log[i].target;
  }
}

TEST_F(Manners, DelayHoldsAcrossAKill) {
  constexpr Duration kDelay = Duration::milliseconds(600);
  start({.seed = 11, .hosts = 1, .pages_per_host = 20});
  run_and_kill_after(2, {"--delay", "0.6"});
  for (int kills = 0; kills < 4; ++kills) run_and_kill_after(1, {"--delay", "0.6"});

  const auto log = aquarium_.requests();
  ASSERT_GE(log.size(), 6u);
  for (size_t i = 1; i < log.size(); ++i) {
    EXPECT_GE(log[i].received - log[i - 1].answered, kDelay - Duration::milliseconds(5))
        << log[i - 1].target << ", then " << log[i].target;
  }
}

TEST_F(Manners, RobotsTxtIsNotRequestedAgainAfterAKill) {
  aquarium::WorldOptions world{.seed = 12, .hosts = 2, .pages_per_host = 250};
  world.robots = Mix<RobotsKind>::only(RobotsKind::kRules);
  world.pages = world.pages.with(aquarium::PageKind::kPrivate, 0.3);
  world.latency = Duration::milliseconds(10);
  start(world);
  for (int kills = 0; kills < 3; ++kills) run_and_kill_after(120);
  EXPECT_EQ(run().status, 0);
  EXPECT_EQ(asked_for("h0.aquarium.test", "/robots.txt"), 1u);
  EXPECT_EQ(asked_for("h1.aquarium.test", "/robots.txt"), 1u);
  expect_collected_once(read_collection(data()), to_collect());
  expect_manners(1);
}

// The host answers the request for robots.txt with "Retry-After: 60".
TEST_F(Manners, RetryAfterHoldsAcrossAKill) {
  aquarium::WorldOptions world{.seed = 2, .hosts = 4, .pages_per_host = 200};
  world.robots = Mix<RobotsKind>::only(RobotsKind::kRules).with(RobotsKind::kTooMany, 1);
  world.latency = Duration::milliseconds(10);
  start(world);
  std::vector<std::string> busy;
  for (uint32_t host = 0; host < 4; ++host) {
    if (aquarium_.world().host(host).is_held_back()) {
      busy.push_back(aquarium_.world().host_name(host));
    }
  }
  ASSERT_FALSE(busy.empty());
  for (int kills = 0; kills < 2; ++kills) run_and_kill_after(150);
  EXPECT_EQ(run({"--set", "crawl.patience=5s"}).status, 0);
  for (const std::string& host : busy) EXPECT_EQ(asked_for(host, "/robots.txt"), 1u) << host;
  expect_collected_once(read_collection(data()), to_collect());
  expect_manners(1);
}

}  // namespace
}  // namespace freshet::crash
