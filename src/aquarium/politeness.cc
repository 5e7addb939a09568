#include "aquarium/politeness.h"

#include <algorithm>
#include <map>

#include "aquarium/route.h"

namespace freshet::aquarium {
namespace {

class HostMeter {
 public:
  HostMeter(const World& world, uint32_t host) : world_(world), facts_(world.host(host)) {
    result_.host = host;
  }

  // Requests must be added in the order in which they were received.
  void add(const LoggedRequest& request) {
    ++result_.requests;
    const Destination to = find_route(world_, result_.host, request.target);
    const bool is_robots = to.route == Route::kRobots;
    if (!is_robots) {
      if (!robots_answered_ || request.received < *robots_answered_) ++result_.before_robots;
      if (facts_.is_held_back()) ++result_.held_back;
      const std::string_view forbidden = world_.options().shop ? "/cart" : "/private/";
      if (facts_.has_rules() && request.target.starts_with(forbidden)) ++result_.forbidden;
    } else if (!robots_answered_) {
      robots_answered_ = request.answered;
    }
    // A request that was received before the refusal was sent cannot have taken it into account.
    if (request.received > refused_ && request.virtual_time < wait_until_) ++result_.impatient;
    if (request.status == 429 || request.status == 503) {
      wait_until_ =
          std::max(wait_until_,
                   request.virtual_time + world_.trouble_left(result_.host, request.virtual_time));
      refused_ = request.answered;
    }
    count_overlap(request);
  }

  HostPoliteness result() const { return result_; }

 private:
  void count_overlap(const LoggedRequest& request) {
    if (result_.requests > 1) {
      const Duration gap = std::max(request.received - latest_answer_, Duration());
      result_.shortest_gap = std::min(gap, result_.shortest_gap.value_or(gap));
    }
    latest_answer_ = std::max(latest_answer_, request.answered);
    std::erase_if(open_, [&](Instant answered) { return answered <= request.received; });
    open_.push_back(request.answered);
    result_.most_at_once = std::max(result_.most_at_once, open_.size());
  }

  const World& world_;
  const HostFacts& facts_;
  HostPoliteness result_;
  std::optional<Instant> robots_answered_;
  Instant wait_until_;
  Instant refused_ = Instant::never();
  Instant latest_answer_;
  std::vector<Instant> open_;
};

}  // namespace

std::vector<HostPoliteness> measure_politeness(const World& world,
                                               const std::vector<LoggedRequest>& log) {
  std::vector<const LoggedRequest*> by_arrival;
  by_arrival.reserve(log.size());
  for (const LoggedRequest& request : log) by_arrival.push_back(&request);
  std::stable_sort(by_arrival.begin(), by_arrival.end(),
                   [](const auto* a, const auto* b) { return a->received < b->received; });
  std::map<uint32_t, HostMeter> meters;
  for (const LoggedRequest* request : by_arrival) {
    const auto host = world.find_host(request->host);
    if (!host) continue;
    meters.try_emplace(*host, world, *host).first->second.add(*request);
  }
  std::vector<HostPoliteness> all;
  all.reserve(meters.size());
  for (const auto& [host, meter] : meters) all.push_back(meter.result());
  return all;
}

}  // namespace freshet::aquarium
