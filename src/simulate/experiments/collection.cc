#include "simulate/experiments/collection.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "result/check.h"

namespace freshet::simulate {
namespace {

constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();
constexpr double kNothing = 1e-12;  // work left by rounding errors

struct Robot {
  uint32_t server = kNone;
  double free_at = 0;  // the part of this hour after which it is free
};

class Run {
 public:
  Run(std::span<const LoadedServer> servers, size_t robots, const CollectionOrder& order)
      : state_{.servers = servers, .robots = robots}, order_(order), robots_(robots) {
    for (const LoadedServer& server : servers) state_.work_left.push_back(server.work);
    all_ = left();
  }

  Collected run() {
    Collected result;
    while (left() > 0) {
      FRESHET_CHECK(state_.hour < 10'000, "a collection that never ends");
      result.hours = static_cast<double>(state_.hour) + work_an_hour();
      result.done_by_hour.push_back(1 - left() / all_);
      ++state_.hour;
    }
    return result;
  }

 private:
  double left() const {
    return std::accumulate(state_.work_left.begin(), state_.work_left.end(), 0.0);
  }

  // Returns the part of this hour after which the last robot had no work.
  double work_an_hour() {
    const schedule::ServerOrder queue = refill();
    size_t front = 0;
    double last = 0;
    for (;;) {
      Robot& robot =
          *std::min_element(robots_.begin(), robots_.end(),
                            [](const Robot& a, const Robot& b) { return a.free_at < b.free_at; });
      if (robot.free_at >= 1) return last;
      if (robot.server == kNone) {
        if (front == queue.size()) {
          robot.free_at = 1;
          continue;
        }
        robot.server = queue[front++];
      }
      work(robot);
      last = std::max(last, robot.free_at);
    }
  }

  // The queue of this hour, without the servers that robots are collecting.
  schedule::ServerOrder refill() {
    std::vector<bool> has_robot(state_.servers.size());
    for (Robot& robot : robots_) {
      robot.free_at = 0;
      if (robot.server == kNone) continue;
      if (order_.stops(state_.servers[robot.server].load, state_.hour_of_day()))
        robot.server = kNone;
      else
        has_robot[robot.server] = true;
    }
    schedule::ServerOrder queue = order_.order(state_);
    std::erase_if(queue, [&](uint32_t i) { return has_robot[i] || state_.work_left[i] <= 0; });
    return queue;
  }

  void work(Robot& robot) {
    double& left = state_.work_left[robot.server];
    const double rate = state_.servers[robot.server].rate(state_.hour);
    const double done = std::min(left, rate * (1 - robot.free_at));
    left -= done;
    if (left > kNothing || done <= 0) {
      robot.free_at = 1;
      return;
    }
    left = 0;
    robot.free_at += done / rate;
    robot.server = kNone;
  }

  Collection state_;
  const CollectionOrder& order_;
  std::vector<Robot> robots_;
  double all_ = 0;
};

}  // namespace

Collected collect(std::span<const LoadedServer> servers, size_t robots,
                  const CollectionOrder& order) {
  FRESHET_CHECK(robots > 0, "a collection without robots");
  return Run(servers, robots, order).run();
}

}  // namespace freshet::simulate
