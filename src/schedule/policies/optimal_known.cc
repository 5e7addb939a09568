#include <algorithm>
#include <cmath>

#include "schedule/class_queue.h"
#include "schedule/policies.h"

namespace freshet::schedule {
namespace {

constexpr double kDay = 86'400;
constexpr double kGrid = 1.02;
constexpr double kSlowest = 1e-6;  // changes a day

class OptimalKnown final : public Policy {
 public:
  OptimalKnown(const Objective& objective, std::vector<double> rates)
      : objective_(objective),
        rates_(std::move(rates)),
        queue_([this](ClassQueue::Class id, uint32_t last, double now) {
          const ClassFacts& facts = classes_[id];
          const double tau = (now - last) / kDay;
          const double step = 1e-3 * (tau + 1e-3);
          const double here = value(objective_, facts.rate, tau);
          const double further = value(objective_, facts.rate, tau + step);
          return ClassQueue::Worth{facts.ratio * here, facts.ratio * (further - here) / step};
        }) {}

  void add(Page page, const PageFacts& facts, Instant now) override {
    if (page >= pages_.size()) pages_.resize(page + size_t{1});
    const double rate = page < rates_.size() ? std::max(rates_[page], kSlowest) : kSlowest;
    pages_[page] = {.id = class_of(rate, facts.weight / facts.cost), .alive = true};
    enqueue(page, now);
  }
  void visited(Page page, const Seen&, Instant now) override { enqueue(page, now); }
  void removed(Page page, Instant) override { pages_[page].alive = false; }

  std::optional<Page> next(Instant now) override {
    while (const auto offer = queue_.pop(seconds(now))) {
      const Known& known = pages_[offer->page];
      if (known.alive && known.last_visit == offer->last_visit) return offer->page;
    }
    return std::nullopt;
  }

  std::string explain(Page page, Instant) const override {
    return "known to change " + std::to_string(classes_[pages_[page].id].rate) + " times a day";
  }

 private:
  struct Known {
    ClassQueue::Class id = 0;
    uint32_t last_visit = 0;
    bool alive = false;
  };
  struct ClassFacts {
    double rate;
    double ratio;
  };

  uint32_t seconds(Instant now) {
    if (!start_) start_ = now;
    return static_cast<uint32_t>(std::max<int64_t>((now - *start_).in_whole_seconds(), 0));
  }

  ClassQueue::Class class_of(double rate, double ratio) {
    const auto step = [](double x) { return std::lround(std::log(x) / std::log(kGrid)); };
    const auto r = step(rate);
    const auto w = step(ratio);
    const uint64_t key =
        (static_cast<uint64_t>(r) & 0xFFFFFF) << 24 | (static_cast<uint64_t>(w) & 0xFFFFFF);
    const auto [id, is_new] = queue_.find_class(key);
    if (is_new) {
      const auto middle = [](long n) { return std::pow(kGrid, static_cast<double>(n)); };
      classes_.push_back({middle(r), middle(w)});
    }
    return id;
  }

  void enqueue(Page page, Instant now) {
    Known& known = pages_[page];
    known.last_visit = seconds(now);
    queue_.push(known.id, page, known.last_visit);
  }

  const Objective objective_;
  const std::vector<double> rates_;
  std::optional<Instant> start_;
  std::vector<Known> pages_;
  std::vector<ClassFacts> classes_;
  ClassQueue queue_;
};

}  // namespace

std::unique_ptr<Policy> make_optimal_known(const Objective& objective, std::vector<double> rates) {
  return std::make_unique<OptimalKnown>(objective, std::move(rates));
}

}  // namespace freshet::schedule
