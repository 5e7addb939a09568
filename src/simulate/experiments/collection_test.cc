#include "simulate/experiments/collection.h"

#include <gtest/gtest.h>

#include "simulate/experiments/chance.h"
#include "simulate/experiments/shortest_collection.h"

namespace freshet::simulate {
namespace {

LoadedServer server_with(double work, double load, std::initializer_list<double> first_hours = {}) {
  LoadedServer server{.work = work};
  server.load.fill(load);
  std::copy(first_hours.begin(), first_hours.end(), server.load.begin());
  return server;
}

const CollectionOrder kListOrder = {
    [](const Collection& s) { return schedule::list_order(s.servers.size()); },
    [](const schedule::HourlyLoad&, int) { return false; }};
const CollectionOrder kMixedSorting = {[](const Collection& s) {
                                         std::vector<schedule::HourlyLoad> loads;
                                         for (const LoadedServer& server : s.servers)
                                           loads.push_back(server.load);
                                         return schedule::mixed_sorting(loads, s.hour_of_day());
                                       },
                                       schedule::stops_at_turn};

TEST(Collection, OneRobotTakesOneServerAfterTheOther) {
  const std::vector<LoadedServer> servers = {server_with(0.5, 0.5), server_with(1.5, 0)};
  const Collected run = collect(servers, 1, kListOrder);
  EXPECT_DOUBLE_EQ(run.hours, 2.5);
  ASSERT_EQ(run.done_by_hour.size(), 3U);
  EXPECT_DOUBLE_EQ(run.done_by_hour[0], 0.25);
  EXPECT_DOUBLE_EQ(run.done_by_hour[2], 1);
}

TEST(Collection, NoServerHasTwoRobots) {
  EXPECT_DOUBLE_EQ(collect(std::vector{server_with(2, 0)}, 4, kListOrder).hours, 2);
}

TEST(Collection, AFreeRobotTakesTheNextServerWithinTheHour) {
  const std::vector<LoadedServer> servers = {server_with(0.25, 0), server_with(1, 0),
                                             server_with(0.75, 0)};
  EXPECT_DOUBLE_EQ(collect(servers, 2, kListOrder).hours, 1);
}

TEST(Collection, AStoppedServerIsContinuedLater) {
  // Half is done in hour 0; the rest is done in hour 2, which is better than hour 1.
  const std::vector<LoadedServer> servers = {server_with(1, 0.9, {0.5, 0.8, 0.5})};
  const Collected mixed = collect(servers, 1, kMixedSorting);
  // If the queue has no other server, the robot continues at once: 0.5 + 0.2, then 0.3 / 0.5 h.
  EXPECT_DOUBLE_EQ(mixed.hours, 2.6);
}

TEST(Collection, TheBoundIsExactInSimpleCases) {
  // Two robots, three equal servers that are always idle: 4.5 robot-hours.
  const std::vector<LoadedServer> idle(3, server_with(1.5, 0));
  EXPECT_NEAR(shortest_collection(idle, 2, 5), 2.25, 0.011);
  // A server has at most one robot, so four robots are no faster.
  EXPECT_NEAR(shortest_collection(std::vector{server_with(1.5, 0)}, 4, 5), 1.5, 0.011);
  // Hour 0 does half, hour 1 a tenth, hour 2 the rest at full rate.
  EXPECT_NEAR(shortest_collection(std::vector{server_with(1, 0, {0.5, 0.9})}, 1, 9), 2.4, 0.011);
}

TEST(Collection, NoOrderIsFasterThanTheBound) {
  Chance chance(11);
  for (int round = 0; round < 20; ++round) {
    std::vector<LoadedServer> servers;
    for (int i = 0; i < 8; ++i) {
      servers.push_back({.work = chance.between(0.1, 1)});
      for (double& load : servers.back().load) load = chance.between(0, 0.9);
    }
    const double bound = shortest_collection(servers, 2, 48);
    EXPECT_LE(bound, collect(servers, 2, kListOrder).hours) << "round " << round;
    EXPECT_LE(bound, collect(servers, 2, kMixedSorting).hours) << "round " << round;
    EXPECT_GT(undone_work(servers, 2, bound - 0.05), 0) << "round " << round;
  }
}

}  // namespace
}  // namespace freshet::simulate
