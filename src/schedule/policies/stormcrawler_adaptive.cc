// StormCrawler's AdaptiveScheduler: an interval per page, multiplied by 1.5 while nothing changes
// (14 days at most), halved towards 60 minutes when something did.
#include <algorithm>
#include <queue>

#include "schedule/policies.h"

namespace freshet::schedule {
namespace {

constexpr double kFirst = 1'440;  // minutes, as all here
constexpr double kLongest = 20'160;

class StormCrawlerAdaptive final : public Policy {
 public:
  void add(Page page, const PageFacts&, Instant now) override {
    if (page >= pages_.size()) pages_.resize(page + size_t{1});
    pages_[page].minutes = kFirst;
    wait(page, now);
  }
  void visited(Page page, const Seen& seen, Instant now) override {
    double& minutes = pages_[page].minutes;
    minutes = seen.changed ? 0.5 * minutes + 30 : std::min(1.5 * minutes, kLongest);
    wait(page, now);
  }
  void removed(Page page, Instant) override { pages_[page].due = Instant::never(); }

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
    return "every " + std::to_string(pages_[page].minutes) + " minutes; due in " +
           std::to_string((pages_[page].due - now).in_seconds() / 60) + " minutes";
  }

 private:
  struct State {
    double minutes = kFirst;
    Instant due;
  };
  struct Due {
    Instant at;
    Page page;
    bool operator<(const Due& other) const { return at > other.at; }
  };

  void wait(Page page, Instant now) {
    State& state = pages_[page];
    state.due = now + Duration::from_seconds(60 * state.minutes);
    due_.push({state.due, page});
  }

  std::vector<State> pages_;
  std::priority_queue<Due> due_;
};

}  // namespace

std::unique_ptr<Policy> make_stormcrawler_adaptive() {
  return std::make_unique<StormCrawlerAdaptive>();
}

}  // namespace freshet::schedule
