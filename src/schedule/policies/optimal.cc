#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "schedule/class_queue.h"
#include "schedule/hazard.h"
#include "schedule/policies.h"
#include "schedule/site_clock.h"

namespace freshet::schedule {
namespace {

using change::Belief;

constexpr double kDay = 86'400;
constexpr double kHazardWeight = 3;  // events by which a state's rate is drawn to what is usual
// Beliefs in one class differ by this factor at most, in shape and in rate.
constexpr double kGrid = 1.2;
// How alike the pages of one state are: candidates for the prior's shape, of which the one that
// foretells best is used.
constexpr std::array<double, 5> kShapes = {0.35, 0.7, 1.4, 2.8, 5.6};

class Optimal final : public Policy {
 public:
  explicit Optimal(const OptimalOptions& options)
      : options_(options),
        first_rate_(1 / std::min(1 / options.visits_per_page_day, 5.0)),
        queue_([this](ClassQueue::Class id, uint32_t last, double now) {
          return worth_of(classes_[id], last, now);
        }) {}

  void add(Page page, const PageFacts& facts, Instant now) override {
    const uint32_t second = seconds(now);
    if (page >= pages_.size()) pages_.resize(page + size_t{1});
    if (facts.site >= sites_.size()) sites_.resize(facts.site + size_t{1});
    Known& known = pages_[page];
    known = {.site = facts.site,
             .ratio = static_cast<float>(facts.weight / facts.cost),
             .last_visit = second,
             .last_change = second,
             .alive = true};
    ++sites_[facts.site].pages;
    enqueue(page, second);
  }

  std::optional<Page> next(Instant now) override {
    const uint32_t second = seconds(now);
    while (const auto offer = queue_.pop(second)) {
      const Known& known = pages_[offer->page];
      // One that was removed, and perhaps added again, has an old entry.
      if (known.alive && known.last_visit == offer->last_visit) return offer->page;
    }
    return std::nullopt;
  }

  void visited(Page page, const Seen& seen, Instant now) override {
    const uint32_t second = seconds(now);
    learn(pages_[page], seen.changed, second);
    enqueue(page, second);
  }

  void removed(Page page, Instant now) override {
    learn(pages_[page], true, seconds(now));  // a copy of what is gone is not current either
    pages_[page].alive = false;
    --sites_[pages_[page].site].pages;
  }

  std::string explain(Page page, Instant now) const override;

 private:
  struct Known {
    Site site = 0;
    float ratio = 1;  // weight over cost
    uint32_t last_visit = 0;
    uint32_t last_change = 0;
    // Changes thought to have been seen, and the days in which, on the site's clock; fading.
    float events = 0;
    float days = 0;
    Recent recent;
    bool alive = false;
  };
  struct SiteModel {
    SiteClock clock;
    Hazard hazard;
    uint32_t pages = 0;
  };
  struct ClassFacts {
    Belief belief;
    double ratio = 1;
    std::optional<Site> clock;  // whose clock its pages wait by
  };

  uint32_t seconds(Instant now) {
    if (!start_) start_ = now;
    return static_cast<uint32_t>(std::max<int64_t>((now - *start_).in_whole_seconds(), 0));
  }

  bool has_clock(Site site) const { return sites_[site].pages >= options_.pages_for_a_clock; }

  // The rate that pages of this state and site have, all together.
  double usual_rate(const Known& known, Hazard::State state) const {
    const double of_all = everywhere_.rate_of_all(first_rate_, 1);
    const double of_state = everywhere_.rate(state, of_all, kHazardWeight);
    const Hazard& site = sites_[known.site].hazard;
    const double site_ratio = site.rate_of_all(of_all, kHazardWeight) / of_all;
    return site.rate(state, of_state * site_ratio, kHazardWeight);
  }

  Belief belief_of(const Known& known, double usual, double shape) const {
    return {.a = shape + known.events, .b = shape / usual + known.days};
  }

  double waited(std::optional<Site> clock, uint32_t last, double now) const {
    if (!clock) return (now - last) / kDay;
    const SiteClock& its = sites_[*clock].clock;
    return its.at(now / kDay) - its.at(last / kDay);
  }

  ClassQueue::Worth worth_of(const ClassFacts& facts, uint32_t last, double now) const {
    const double tau = waited(facts.clock, last, now);
    return {facts.ratio * value(options_.objective, facts.belief, tau),
            facts.ratio * slope(options_.objective, facts.belief, tau)};
  }

  void learn(Known& known, bool changed, uint32_t now) {
    const std::optional<Site> clock =
        has_clock(known.site) ? std::optional(known.site) : std::nullopt;
    const double days = std::max(waited(clock, known.last_visit, now), 1e-6);
    const double since_visit = (now - known.last_visit) / kDay;
    const auto state = Hazard::state((now - known.last_change) / kDay, known.recent);
    const double usual = usual_rate(known, state);
    score_shapes(known, usual, days, changed);
    const double rate = belief_of(known, usual, shape_).mean();
    sites_[known.site].clock.saw(known.last_visit / kDay, now / kDay, changed, rate);

    const double seen = changed ? std::min(rate * days / -std::expm1(-rate * days), 3.0) : 0;
    everywhere_.saw(state, seen, days);
    sites_[known.site].hazard.saw(state, seen, days);
    const double kept = std::exp(-since_visit / options_.memory_days);
    known.events = static_cast<float>(kept * known.events + seen);
    known.days = static_cast<float>(kept * known.days + days);
    known.recent.add(changed);
    known.last_visit = now;
    if (changed) known.last_change = now;
  }

  void score_shapes(const Known& known, double usual, double days, bool changed) {
    for (size_t i = 0; i < kShapes.size(); ++i) {
      const double same = belief_of(known, usual, kShapes[i]).probability_of_no_change(days);
      scores_[i] += std::log(std::max(changed ? 1 - same : same, 1e-9));
    }
    const auto best = std::max_element(scores_.begin(), scores_.end()) - scores_.begin();
    shape_ = kShapes[static_cast<size_t>(best)];
  }

  void enqueue(Page page, uint32_t now) {
    const Known& known = pages_[page];
    const auto state = Hazard::state((now - known.last_change) / kDay, known.recent);
    const Belief belief = belief_of(known, usual_rate(known, state), shape_);
    const auto step = [](double x) { return std::lround(std::log(x) / std::log(kGrid)); };
    const auto a = step(belief.a);
    const auto b = step(belief.b);
    const auto ratio = step(known.ratio);
    const bool clock = has_clock(known.site);
    const uint64_t key =
        (clock ? uint64_t{known.site} + 1 : 0) << 36 | (static_cast<uint64_t>(a) & 0xFFF) << 24 |
        (static_cast<uint64_t>(b) & 0xFFF) << 12 | (static_cast<uint64_t>(ratio) & 0xFFF);
    const auto [id, is_new] = queue_.find_class(key);
    if (is_new) {
      const auto middle = [](long n) { return std::pow(kGrid, static_cast<double>(n)); };
      classes_.push_back({.belief = {.a = middle(a), .b = middle(b)},
                          .ratio = middle(ratio),
                          .clock = clock ? std::optional(known.site) : std::nullopt});
    }
    queue_.push(id, page, now);
  }

  const OptimalOptions options_;
  const double first_rate_;
  std::optional<Instant> start_;
  std::vector<Known> pages_;
  std::vector<SiteModel> sites_;
  Hazard everywhere_;
  double shape_ = 1.4;
  std::array<double, kShapes.size()> scores_{};
  std::vector<ClassFacts> classes_;
  ClassQueue queue_;
};

std::string Optimal::explain(Page page, Instant now) const {
  const Known& known = pages_[page];
  const auto second = static_cast<uint32_t>((now - *start_).in_whole_seconds());
  const double days = (second - known.last_visit) / kDay;
  const auto state = Hazard::state((second - known.last_change) / kDay, known.recent);
  const Belief belief = belief_of(known, usual_rate(known, state), shape_);
  char text[256];
  std::snprintf(
      text, sizeof text,
      "seen %.2f days ago; thought to change %.4f times a day (shape %.2f), so current with "
      "%.0f %%; a visit is worth %.4g, the price is %.4g",
      days, belief.mean(), belief.a, 100 * belief.probability_of_no_change(days),
      known.ratio * value(options_.objective, belief, days), queue_.price());
  return text;
}

}  // namespace

std::unique_ptr<Policy> make_optimal(const OptimalOptions& options) {
  return std::make_unique<Optimal>(options);
}

}  // namespace freshet::schedule
