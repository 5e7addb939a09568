#include <algorithm>
#include <array>
#include <utility>

#include "schedule/class_queue.h"
#include "schedule/grid.h"
#include "schedule/policies.h"
#include "schedule/policies/seconds.h"
#include "schedule/policies/sentence.h"

namespace freshet::schedule {
namespace {

constexpr double kGrid = 1.02;
constexpr double kSlowest = 1e-6;  // changes a day
constexpr size_t kCompared = 63;

class OptimalKnown final : public Policy, private ClassQueue::Model {
 public:
  OptimalKnown(const Objective& objective, std::vector<double> rates)
      : objective_(objective),
        rates_(std::move(rates)),
        grid_(kGrid),
        queue_(static_cast<const ClassQueue::Model&>(*this), kCompared) {}

  void add(Page page, const PageFacts& facts, Instant now) override {
    if (page >= pages_.size()) pages_.resize(page + size_t{1});
    const double rate = page < rates_.size() ? std::max(rates_[page], kSlowest) : kSlowest;
    pages_[page] = {.id = class_of(rate, facts.weight / facts.cost)};
    enqueue(page, now);
  }
  void visited(Page page, const Seen&, Instant now) override { enqueue(page, now); }
  void take(Page page, Instant now) override { removed(page, now); }
  void removed(Page page, Instant) override {
    if (std::exchange(pages_[page].waiting, false)) queue_.forget();
  }

  std::optional<Page> next(Instant now) override {
    const auto offer = queue_.pop(seconds_.begin_or(now));
    if (!offer) return std::nullopt;
    pages_[offer->page].waiting = false;
    return offer->page;
  }

  double worth(Page page, Instant now) const override {
    const Known& known = pages_[page];
    return worth(known.id, ClassQueue::Model::waited(known.id, known.last_visit, seconds_.at(now)))
        .value;
  }

  std::string explain(Page page, Instant now) const override {
    return "known to change " + in_words(classes_[pages_[page].id].rate) +
           " times a day; a visit is worth " + in_words(worth(page, now)) + ", the price is " +
           in_words(queue_.price());
  }

 private:
  struct Known {
    ClassQueue::Class id = 0;
    uint32_t last_visit = 0;
    bool waiting = false;
  };
  struct ClassFacts {
    double rate;
    double ratio;
  };

  ClassQueue::Worth worth(ClassQueue::Class id, double days) const override {
    const ClassFacts& facts = classes_[id];
    const double step = 1e-3 * (days + 1e-3);
    const double here = schedule::value(objective_, facts.rate, days);
    const double further = schedule::value(objective_, facts.rate, days + step);
    return {facts.ratio * here, facts.ratio * (further - here) / step};
  }
  bool holds(Page page, uint32_t last_visit,
             std::optional<ClassQueue::Class> /*id*/) const override {
    return pages_[page].waiting && pages_[page].last_visit == last_visit;
  }

  ClassQueue::Class class_of(double rate, double ratio) {
    const std::array<int, 2> steps = {grid_.step(rate), grid_.step(ratio)};
    const uint64_t key =
        (static_cast<uint64_t>(steps[0]) & 0xFFF) << 12 | (static_cast<uint64_t>(steps[1]) & 0xFFF);
    const auto [id, is_new] = queue_.find_class(key);
    if (is_new) classes_.push_back({grid_.middle(steps[0]), grid_.middle(steps[1])});
    return id;
  }

  void enqueue(Page page, Instant now) {
    Known& known = pages_[page];
    known.last_visit = seconds_.begin_or(now);
    known.waiting = true;
    queue_.push(known.id, page, known.last_visit);
  }

  const Objective objective_;
  const std::vector<double> rates_;
  const GeometricGrid grid_;
  Seconds seconds_;
  std::vector<Known> pages_;
  std::vector<ClassFacts> classes_;
  ClassQueue queue_;
};

}  // namespace

std::unique_ptr<Policy> make_optimal_known(const Objective& objective, std::vector<double> rates) {
  return std::make_unique<OptimalKnown>(objective, std::move(rates));
}

}  // namespace freshet::schedule
