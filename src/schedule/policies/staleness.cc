#include "schedule/staleness.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "result/check.h"
#include "schedule/policies.h"
#include "schedule/policies/page_list.h"
#include "schedule/policies/sentence.h"

namespace freshet::schedule {
namespace {

constexpr double kUsualSecondsPerByte = 1e-6;
constexpr double kUsualSize = 20'000;  // of a page on a site of which nothing is known
constexpr double kRatio = 1.25;
constexpr int64_t kNoPeriod = std::numeric_limits<int64_t>::min();

// The rule of staleness.h over pages that come and go. Pages of one site whose sizes round to the
// same step of a grid of ratio 1.25 form a queue: their fetch times count as equal, so the order of
// their last visits is the order of their indexes. In a period the front of each queue has a fixed
// index, and a heap finds the best in O(log queues); a new period weighs all fronts anew, O(queues)
// if anything is asked in it. Without a measure of the sites there is one queue a size. With one
// size and one site this is the longest unvisited page first.
class StalenessPolicy final : public Policy {
 public:
  explicit StalenessPolicy(const StalenessOptions& options) : options_(options) {
    FRESHET_CHECK(options.period > Duration() && options.periods > 0, "a horizon of no time");
  }

  void add(Page page, const PageFacts& facts, Instant now) override {
    if (page >= pages_.size()) pages_.resize(page + size_t{1});
    FRESHET_CHECK(pages_[page].state == State::kAbsent, "a page was added twice");
    if (facts.site >= sites_.size()) sites_.resize(facts.site + size_t{1});
    pages_[page] = {.site = facts.site};
    resize(page, facts.size);
    wait(page, now);
  }

  std::optional<Page> next(Instant now) override {
    if (const int64_t period = period_of(now); period != period_) begin(period, now);
    while (!heap_.empty()) {
      std::pop_heap(heap_.begin(), heap_.end());
      const Candidate best = heap_.back();
      heap_.pop_back();
      Queue& queue = queues_[best.queue];
      if (queue.pages.front != best.page) continue;  // it was removed
      links_.pop_front(queue.pages);
      pages_[best.page].state = State::kTaken;
      propose(best.queue);
      return best.page;
    }
    return std::nullopt;
  }

  void take(Page page, Instant /*now*/) override {
    FRESHET_CHECK(pages_[page].state == State::kWaiting, "a page was taken that does not wait");
    leave(page);
    pages_[page].state = State::kTaken;
  }

  void visited(Page page, const Seen& seen, Instant now) override {
    FRESHET_CHECK(pages_[page].state == State::kTaken, "a page was visited that was not given out");
    resize(page, seen.size);
    wait(page, now);
  }

  void removed(Page page, Instant /*now*/) override {
    PageState& state = pages_[page];
    FRESHET_CHECK(state.state != State::kAbsent, "a page was removed that is not there");
    if (state.state == State::kWaiting) leave(page);
    resize(page, 0);
    state.state = State::kAbsent;
  }

  std::string explain(Page page, Instant now) const override {
    const int64_t period = period_of(now);
    const Queue& queue = queues_[pages_[page].queue];
    const StalenessIndex index =
        index_of(pages_[page], queue.size * seconds_per_byte(queue, now), period);
    return "It missed " + in_words(index.staleness) + " periods of " + in_words(options_.period) +
           ", times " + in_words(index.periods_left) + " left of the horizon, less a fetch of " +
           in_words(index.fetch_time) + " periods: " + in_words(index.value()) +
           "; the page with the most goes first.";
  }

 private:
  enum class State : uint8_t { kAbsent, kWaiting, kTaken };
  struct PageState {
    Site site = 0;
    uint32_t queue = 0;
    uint32_t size = 0;  // 0: unknown
    State state = State::kAbsent;
    Instant last_visit;
  };
  struct SiteSizes {
    double sum = 0;
    uint32_t known = 0;
  };
  struct Queue {
    Site site = 0;
    double size = 0;
    double fetch_seconds = 0;  // in the period that was begun last
    PageList pages;
  };
  struct Candidate {
    double value = 0;
    int64_t last_visit = 0;
    uint32_t queue = 0;
    Page page = 0;

    // Of equals the longest unvisited.
    bool operator<(const Candidate& other) const {
      return std::tie(value, other.last_visit, other.page) <
             std::tie(other.value, last_visit, page);
    }
  };

  void leave(Page page) {
    const uint32_t number = pages_[page].queue;
    Queue& queue = queues_[number];
    const bool was_front = queue.pages.front == page;
    links_.unlink(queue.pages, page);
    if (was_front) propose(number);
  }

  int64_t period_of(Instant t) const {
    const int64_t length = options_.period.in_microseconds();
    const int64_t us = t.unix_microseconds();
    return us / length - (us % length < 0 ? 1 : 0);
  }

  double seconds_per_byte(const Queue& queue, Instant now) const {
    return options_.seconds_per_byte ? options_.seconds_per_byte(queue.site, now)
                                     : kUsualSecondsPerByte;
  }

  // Times are in periods, like staleness, so that the two can be weighed against each other.
  StalenessIndex index_of(const PageState& page, double fetch_seconds, int64_t period) const {
    const int64_t missed = period - period_of(page.last_visit) - 1;
    const int64_t horizon = options_.periods;
    const int64_t t = (period % horizon + horizon) % horizon;
    return {.periods_left = static_cast<double>(horizon - t),
            .staleness = static_cast<double>(std::max<int64_t>(0, missed)),
            .fetch_time = fetch_seconds / options_.period.in_seconds()};
  }

  void begin(int64_t period, Instant now) {
    period_ = period;
    heap_.clear();
    for (uint32_t i = 0; i < queues_.size(); ++i) {
      Queue& queue = queues_[i];
      if (queue.pages.empty()) continue;
      queue.fetch_seconds = queue.size * seconds_per_byte(queue, now);
      heap_.push_back(candidate(i));
    }
    std::make_heap(heap_.begin(), heap_.end());
  }

  Candidate candidate(uint32_t queue) const {
    const Page front = queues_[queue].pages.front;
    const PageState& page = pages_[front];
    return {.value = index_of(page, queues_[queue].fetch_seconds, period_).value(),
            .last_visit = page.last_visit.unix_microseconds(),
            .queue = queue,
            .page = front};
  }

  // The queue has a new front. Before the first period all are weighed when that begins.
  void propose(uint32_t queue) {
    if (queues_[queue].pages.empty() || period_ == kNoPeriod) return;
    heap_.push_back(candidate(queue));
    std::push_heap(heap_.begin(), heap_.end());
  }

  void wait(Page page, Instant now) {
    PageState& state = pages_[page];
    state.last_visit = now;
    state.state = State::kWaiting;
    state.queue = queue_of(state);
    Queue& queue = queues_[state.queue];
    const bool was_empty = queue.pages.empty();
    links_.push_back(queue.pages, page);
    if (!was_empty) return;
    queue.fetch_seconds = queue.size * seconds_per_byte(queue, now);
    propose(state.queue);
  }

  uint32_t queue_of(const PageState& page) {
    const SiteSizes& sizes = sites_[page.site];
    const double mean = sizes.known > 0 ? sizes.sum / sizes.known : kUsualSize;
    const double size = page.size > 0 ? page.size : mean;
    const int step = static_cast<int>(std::lround(std::log(size) / std::log(kRatio)));
    const Site site = options_.seconds_per_byte ? page.site : 0;
    const auto [place, is_new] =
        queue_numbers_.try_emplace({site, step}, static_cast<uint32_t>(queues_.size()));
    if (is_new) queues_.push_back({.site = site, .size = std::pow(kRatio, step)});
    return place->second;
  }

  void resize(Page page, uint32_t size) {
    PageState& state = pages_[page];
    SiteSizes& sizes = sites_[state.site];
    sizes.sum += static_cast<double>(size) - static_cast<double>(state.size);
    sizes.known += (size > 0 ? 1U : 0U) - (state.size > 0 ? 1U : 0U);
    state.size = size;
  }

  StalenessOptions options_;
  std::vector<PageState> pages_;
  std::vector<SiteSizes> sites_;
  PageLinks links_;
  std::vector<Queue> queues_;
  std::map<std::pair<Site, int>, uint32_t> queue_numbers_;
  std::vector<Candidate> heap_;  // the fronts, and some that were removed since
  int64_t period_ = kNoPeriod;
};

}  // namespace

std::unique_ptr<Policy> make_staleness(const StalenessOptions& options) {
  return std::make_unique<StalenessPolicy>(options);
}

}  // namespace freshet::schedule
