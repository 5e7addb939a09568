#include "crash/repeats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

namespace freshet::crash {
namespace {

// Returns the first kill after the request arrived; never() if there was none.
Instant kill_after(const aquarium::LoggedRequest& request, const std::vector<Instant>& kills) {
  const auto next = std::upper_bound(kills.begin(), kills.end(), request.received);
  return next == kills.end() ? Instant::never() : *next;
}

// Measures the time in which the server was busy. A longer pause in which nothing was answered
// counts as kPause, because the machine or its disk was blocked and no program could continue.
class BusyTime {
 public:
  BusyTime(const std::vector<aquarium::LoggedRequest>& log, const std::vector<Instant>& kills)
      : events_(kills) {
    for (const aquarium::LoggedRequest& request : log) events_.push_back(request.answered);
    std::sort(events_.begin(), events_.end());
    passed_.resize(events_.size());
    for (size_t i = 1; i < events_.size(); ++i) {
      passed_[i] = passed_[i - 1] + std::min(events_[i] - events_[i - 1], kPause);
    }
  }

  // Returns the busy time from an answer to a kill.
  Duration between(Instant answer, Instant kill) const { return at(kill) - at(answer); }

 private:
  static constexpr Duration kPause = Duration::milliseconds(50);

  Duration at(Instant event) const {
    const auto found = std::lower_bound(events_.begin(), events_.end(), event);
    return passed_[static_cast<size_t>(found - events_.begin())];
  }

  std::vector<Instant> events_;
  std::vector<Duration> passed_;  // the busy time until each of them
};

}  // namespace

Repeats expect_repeats_only_after_kills(const std::vector<aquarium::LoggedRequest>& log,
                                        const std::vector<Instant>& kills, Duration window) {
  Repeats repeats{.requests = log.size()};
  const BusyTime busy(log, kills);
  std::map<std::string, const aquarium::LoggedRequest*> last;
  for (const aquarium::LoggedRequest& request : log) {
    const Instant kill = kill_after(request, kills);
    if (kill != Instant::never() && busy.between(request.answered, kill) <= window) {
      ++repeats.at_risk;
    }
    const auto [known, is_new] = last.try_emplace(request.host + request.target, &request);
    if (is_new) continue;
    const aquarium::LoggedRequest& before = *std::exchange(known->second, &request);
    ++repeats.repeated;
    const Instant at = kill_after(before, kills);
    EXPECT_LT(at, request.received) << known->first << " is requested again without a kill";
    if (at > request.received) continue;
    const Duration age = busy.between(before.answered, at);
    repeats.oldest = std::max(repeats.oldest, age);
    EXPECT_LE(age.in_seconds(), window.in_seconds())
        << known->first
        << " is requested again, although it was answered this long before the kill";
  }
  return repeats;
}

std::vector<aquarium::LoggedRequest> cut_at_kills(std::vector<aquarium::LoggedRequest> log,
                                                  const std::vector<Instant>& kills) {
  for (aquarium::LoggedRequest& request : log) {
    request.answered = std::min(request.answered, kill_after(request, kills));
  }
  return log;
}

}  // namespace freshet::crash
