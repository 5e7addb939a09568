// StormCrawler's AdaptiveScheduler: an interval per page, multiplied by 1.5 while nothing changes
// (14 days at most), halved towards 60 minutes when something did.
#include <algorithm>

#include "schedule/policies.h"
#include "schedule/policies/due_queue.h"

namespace freshet::schedule {
namespace {

constexpr double kFirst = 1'440;  // minutes, as all here
constexpr double kLongest = 20'160;

class StormCrawlerAdaptive final : public Policy {
 public:
  void add(Page page, const PageFacts&, Instant now) override {
    if (page >= minutes_.size()) minutes_.resize(page + size_t{1});
    minutes_[page] = kFirst;
    wait(page, now);
  }
  void visited(Page page, const Seen& seen, Instant now) override {
    double& minutes = minutes_[page];
    minutes = seen.changed ? 0.5 * minutes + 30 : std::min(1.5 * minutes, kLongest);
    wait(page, now);
  }
  void removed(Page page, Instant) override { due_.remove(page); }
  void take(Page page, Instant) override { due_.remove(page); }
  std::optional<Page> next(Instant now) override { return due_.take(now); }
  Instant wake() const override { return due_.first(); }
  std::optional<Instant> expected(Page page, Instant now) const override {
    return due_.expected(page, now);
  }

  std::string explain(Page page, Instant now) const override {
    return "every " + std::to_string(minutes_[page]) + " minutes; due in " +
           std::to_string((due_.due(page) - now).in_seconds() / 60) + " minutes";
  }

 private:
  void wait(Page page, Instant now) {
    due_.put(page, now + Duration::from_seconds(60 * minutes_[page]));
  }

  std::vector<double> minutes_;  // by page
  DueQueue due_;
};

}  // namespace

std::unique_ptr<Policy> make_stormcrawler_adaptive() {
  return std::make_unique<StormCrawlerAdaptive>();
}

}  // namespace freshet::schedule
