// Apache Nutch's AdaptiveFetchSchedule: an interval per page, shrunk by a fifth after a change and
// stretched by two fifths else, drawn towards the time since the last change ("sync_delta").
#include <algorithm>

#include "schedule/policies.h"
#include "schedule/policies/due_queue.h"

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
    pages_[page] = {.interval = options_.first, .last_change = now};
    due_.put(page, now + options_.first);
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
    due_.put(page, std::max(now - scaled(delta, kSyncRate) + state.interval, now + kShortest));
  }

  void removed(Page page, Instant) override { due_.remove(page); }
  void take(Page page, Instant) override { due_.remove(page); }
  std::optional<Page> next(Instant now) override { return due_.take(now); }
  Instant wake() const override { return due_.first(); }
  std::optional<Instant> expected(Page page, Instant now) const override {
    return due_.expected(page, now);
  }

  std::string explain(Page page, Instant now) const override {
    const State& state = pages_[page];
    return "every " + std::to_string(state.interval.in_days()) + " days; due in " +
           std::to_string((due_.due(page) - now).in_days()) + " days";
  }

 private:
  struct State {
    Duration interval;
    Instant last_change;
  };
  const NutchOptions options_;
  std::vector<State> pages_;
  DueQueue due_;
};

}  // namespace

std::unique_ptr<Policy> make_nutch_adaptive(const NutchOptions& options) {
  return std::make_unique<NutchAdaptive>(options);
}

}  // namespace freshet::schedule
