#include <algorithm>
#include <cmath>

#include "change/belief.h"
#include "schedule/class_queue.h"
#include "schedule/policies.h"

namespace freshet::schedule {
namespace {

constexpr double kDay = 86'400;
constexpr double kGrid = 1.1;

class Proportional final : public Policy {
 public:
  Proportional()
      : queue_([this](ClassQueue::Class id, uint32_t last, double now) {
          return ClassQueue::Worth{rates_[id] * (now - last) / kDay, rates_[id]};
        }) {}

  void add(Page page, const PageFacts&, Instant now) override {
    if (page >= pages_.size()) pages_.resize(page + size_t{1});
    pages_[page] = {.last_visit = seconds(now), .alive = true};
    enqueue(page);
  }
  void visited(Page page, const Seen& seen, Instant now) override {
    Known& known = pages_[page];
    const uint32_t second = seconds(now);
    const double days = std::max((second - known.last_visit) / kDay, 1e-6);
    if (seen.changed)
      known.belief.saw_change(days);
    else
      known.belief.saw_no_change(days);
    known.last_visit = second;
    enqueue(page);
  }
  void removed(Page page, Instant) override { pages_[page].alive = false; }

  std::optional<Page> next(Instant now) override {
    while (const auto offer = queue_.pop(seconds(now))) {
      const Known& known = pages_[offer->page];
      if (known.alive && known.last_visit == offer->last_visit) return offer->page;
    }
    return std::nullopt;
  }

  std::string explain(Page page, Instant) const override {
    return "thought to change " + std::to_string(pages_[page].belief.mean()) +
           " times a day, and visited as often, as far as the budget goes";
  }

 private:
  struct Known {
    change::Belief belief;
    uint32_t last_visit = 0;
    bool alive = false;
  };

  uint32_t seconds(Instant now) {
    if (!start_) start_ = now;
    return static_cast<uint32_t>(std::max<int64_t>((now - *start_).in_whole_seconds(), 0));
  }

  void enqueue(Page page) {
    const Known& known = pages_[page];
    const auto step = std::lround(std::log(known.belief.mean()) / std::log(kGrid));
    const auto [id, is_new] = queue_.find_class(static_cast<uint64_t>(step));
    if (is_new) rates_.push_back(std::pow(kGrid, static_cast<double>(step)));
    queue_.push(id, page, known.last_visit);
  }

  std::optional<Instant> start_;
  std::vector<Known> pages_;
  std::vector<double> rates_;  // by class
  ClassQueue queue_;
};

}  // namespace

std::unique_ptr<Policy> make_proportional() {
  return std::make_unique<Proportional>();
}

}  // namespace freshet::schedule
