// Apache Nutch's AdaptiveFetchSchedule: an interval per page, shrunk by a fifth after a change and
// stretched by two fifths else, drawn towards the time since the last change ("sync_delta").
#include <algorithm>
#include <queue>

#include "schedule/policies.h"

namespace freshet::schedule {
namespace {

constexpr double kStretch = 1.4;
constexpr double kShrink = 0.8;
constexpr double kSyncRate = 0.3;
constexpr Duration kShortest = Duration::seconds(60);
constexpr Duration kLongest = Duration::days(365);

class NutchAdaptive final : public Policy {
 public:
  explicit NutchAdaptive(const NutchOptions& options) : options_(options) {}

  void add(Page page, const PageFacts&, Instant now) override {
    if (page >= pages_.size()) pages_.resize(page + size_t{1});
    pages_[page] = {.interval = options_.first, .last_change = now, .due = now + options_.first};
    due_.push({pages_[page].due, page});
  }

  void visited(Page page, const Seen& seen, Instant now) override {
    State& state = pages_[page];
    if (seen.changed) state.last_change = now;
    const auto scaled = [](Duration d, double by) {
      return Duration::from_seconds(d.in_seconds() * by);
    };
    state.interval = scaled(state.interval, seen.changed ? kShrink : kStretch);
    const Duration delta = now - state.last_change;
    state.interval = std::clamp(std::max(state.interval, delta), kShortest, kLongest);
    state.due = std::max(now - scaled(delta, kSyncRate) + state.interval, now + kShortest);
    due_.push({state.due, page});
  }

  void removed(Page page, Instant) override { pages_[page].due = Instant::never(); }

  // Most overdue first.
  std::optional<Page> next(Instant now) override {
    while (!due_.empty() && due_.top().at <= now) {
      const Due first = due_.top();
      due_.pop();
      if (pages_[first.page].due == first.at) return first.page;
    }
    return std::nullopt;
  }
  Instant wake() const override { return due_.empty() ? Instant::never() : due_.top().at; }

  std::string explain(Page page, Instant now) const override {
    const State& state = pages_[page];
    return "every " + std::to_string(state.interval.in_days()) + " days; due in " +
           std::to_string((state.due - now).in_days()) + " days";
  }

 private:
  struct State {
    Duration interval;
    Instant last_change;
    Instant due;
  };
  struct Due {
    Instant at;
    Page page;
    bool operator<(const Due& other) const { return at > other.at; }
  };
  const NutchOptions options_;
  std::vector<State> pages_;
  std::priority_queue<Due> due_;
};

}  // namespace

std::unique_ptr<Policy> make_nutch_adaptive(const NutchOptions& options) {
  return std::make_unique<NutchAdaptive>(options);
}

}  // namespace freshet::schedule
