#include "aquarium/manners.h"

#include <algorithm>
#include <map>

#include "aquarium/route.h"

namespace freshet::aquarium {
namespace {

class HostJudge {
 public:
  HostJudge(const World& world, uint32_t host) : world_(world), facts_(world.host(host)) {
    manners_.host = host;
  }

  // In the order of their arrival.
  void hear(const LoggedRequest& request) {
    ++manners_.requests;
    const Destination to = find_route(world_, manners_.host, request.target);
    const bool is_robots = to.route == Route::kRobots;
    if (!is_robots) {
      if (!robots_answered_ || request.received < *robots_answered_) ++manners_.before_robots;
      if (facts_.is_held_back()) ++manners_.held_back;
      if (facts_.has_rules() && request.target.starts_with("/private/")) ++manners_.forbidden;
    } else if (!robots_answered_) {
      robots_answered_ = request.answered;
    }
    // A request that arrived with the refusal still under way could not know.
    if (request.received > refused_ && request.virtual_time < wait_until_) ++manners_.impatient;
    if (request.status == 429 || request.status == 503) {
      wait_until_ =
          std::max(wait_until_,
                   request.virtual_time + world_.trouble_left(manners_.host, request.virtual_time));
      refused_ = request.answered;
    }
    count_overlap(request);
  }

  HostManners manners() const { return manners_; }

 private:
  void count_overlap(const LoggedRequest& request) {
    if (manners_.requests > 1) {
      const Duration gap = std::max(request.received - latest_answer_, Duration());
      manners_.shortest_gap = std::min(gap, manners_.shortest_gap.value_or(gap));
    }
    latest_answer_ = std::max(latest_answer_, request.answered);
    std::erase_if(open_, [&](Instant answered) { return answered <= request.received; });
    open_.push_back(request.answered);
    manners_.most_at_once = std::max(manners_.most_at_once, open_.size());
  }

  const World& world_;
  const HostFacts& facts_;
  HostManners manners_;
  std::optional<Instant> robots_answered_;
  Instant wait_until_;
  Instant refused_ = Instant::never();
  Instant latest_answer_;
  std::vector<Instant> open_;
};

}  // namespace

std::vector<HostManners> judge(const World& world, const std::vector<LoggedRequest>& log) {
  std::vector<const LoggedRequest*> by_arrival;
  by_arrival.reserve(log.size());
  for (const LoggedRequest& request : log) by_arrival.push_back(&request);
  std::stable_sort(by_arrival.begin(), by_arrival.end(),
                   [](const auto* a, const auto* b) { return a->received < b->received; });
  std::map<uint32_t, HostJudge> judges;
  for (const LoggedRequest* request : by_arrival) {
    const auto host = world.find_host(request->host);
    if (!host) continue;
    judges.try_emplace(*host, world, *host).first->second.hear(*request);
  }
  std::vector<HostManners> all;
  all.reserve(judges.size());
  for (const auto& [host, judge] : judges) all.push_back(judge.manners());
  return all;
}

}  // namespace freshet::aquarium
