#include "simulate/experiments/change_models.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "change/site_prior.h"
#include "schedule/hazard.h"
#include "schedule/site_clock.h"

namespace freshet::simulate {
namespace {

using change::Belief;
using schedule::Hazard;
using schedule::Page;

constexpr double kFirstRate = 0.2;  // changes a day; used before any visit

// The expected number of changes in so many days at this rate, if there is at least one.
double expected_changes(double rate, double days) {
  const double x = rate * days;
  return x < 1e-9 ? 1 : x / -std::expm1(-x);
}

// The probability of at least one change.
double some_change(double rate, double days) {
  return -std::expm1(-rate * days);
}

template <typename Value>
Value& of_page(std::vector<Value>& values, Page page) {
  if (page >= values.size()) values.resize(page + size_t{1});
  return values[page];
}

// The sums of changes and of days, over all pages of a site.
struct Tally {
  double changes = 0;
  double days = 0;

  double rate() const { return (changes + 1) / (days + 1 / kFirstRate); }
  void add(double more_changes, double more_days) {
    changes += more_changes;
    days += more_days;
  }
};

// The estimated number of changes before a visit. It is at most three, so that a single surprise
// does not have too much weight.
double changes_seen(bool changed, double rate, double days) {
  return changed ? std::min(expected_changes(rate, days), 3.0) : 0;
}

class SiteRate final : public ChangeModel {
 public:
  void added(Page, double) override {}
  double predict(const VisitInterval& interval) override {
    return some_change(all_.rate(), interval.days());
  }
  void learn(const VisitInterval& interval, bool changed) override {
    all_.add(changes_seen(changed, all_.rate(), interval.days()), interval.days());
  }

 private:
  Tally all_;
};

class PageRatio final : public ChangeModel {
 public:
  void added(Page page, double) override { of_page(pages_, page) = {}; }
  double predict(const VisitInterval& interval) override {
    const Seen& seen = pages_[interval.page];
    return some_change(seen.days > 0 ? seen.changes / seen.days : kFirstRate, interval.days());
  }
  void learn(const VisitInterval& interval, bool changed) override {
    Seen& seen = pages_[interval.page];
    seen.changes += changed ? 1 : 0;
    seen.days += interval.days();
  }

 private:
  struct Seen {
    double changes = 0;
    double days = 0;
  };
  std::vector<Seen> pages_;
};

// The belief of a page is the site's prior plus the evidence of its own visits. The prior is fitted
// again every month.
class GammaBelief final : public ChangeModel {
 public:
  explicit GammaBelief(double memory) : memory_(memory) {}
  void added(Page page, double now) override {
    of_page(pages_, page) = {.a = 0, .b = 0, .known = true};
    if (now >= refit_at_) refit(now);
  }
  double predict(const VisitInterval& interval) override {
    Belief belief = of(interval.page);
    belief.forget(interval.days(), prior_, memory_);
    return 1 - belief.probability_of_no_change(interval.days());
  }
  void learn(const VisitInterval& interval, bool changed) override {
    Belief belief = of(interval.page);
    belief.forget(interval.days(), prior_, memory_);
    changed ? belief.saw_change(interval.days()) : belief.saw_no_change(interval.days());
    pages_[interval.page].a = belief.a - prior_.a;
    pages_[interval.page].b = belief.b - prior_.b;
    if (interval.now >= refit_at_) refit(interval.now);
  }

 private:
  struct Evidence {
    double a = 0;
    double b = 0;
    bool known = false;
  };
  Belief of(Page page) const {
    constexpr double kLeast = 0.02;
    return {.a = std::max(prior_.a + pages_[page].a, kLeast),
            .b = std::max(prior_.b + pages_[page].b, kLeast)};
  }
  void refit(double now) {
    constexpr double kEvery = 30;
    refit_at_ = now + kEvery;
    change::PageRates rates;
    for (Page page = 0; page < pages_.size(); ++page) {
      if (pages_[page].known && pages_[page].b > 0) rates.add(of(page));
    }
    if (rates.pages > 0) prior_ = change::site_prior(rates, start_);
  }

  const double memory_;
  const Belief start_ = change::starting_prior({});
  Belief prior_ = start_;
  double refit_at_ = 0;
  std::vector<Evidence> pages_;
};

// The state of a page, for the two models that use it.
struct StateOfPage {
  double last_change = 0;
  schedule::Recent recent;

  Hazard::State at(double now) const { return Hazard::state(now - last_change, recent); }
  void add(bool changed, double now) {
    recent.add(changed);
    if (changed) last_change = now;
  }
};

constexpr double kHazardWeight = 3;  // as in `optimal`

Hazard::Span span_of(bool changed, double days) {
  return {.days = days, .changed = changed ? 1.0 : 0.0};
}

class RateOfState final : public ChangeModel {
 public:
  void added(Page page, double now) override { of_page(pages_, page) = {.last_change = now}; }
  double predict(const VisitInterval& interval) override {
    return some_change(rate(interval), interval.days());
  }
  void learn(const VisitInterval& interval, bool changed) override {
    const double events = changes_seen(changed, rate(interval), interval.days());
    all_.add(events, interval.days());
    hazard_.saw(pages_[interval.page].at(interval.last), span_of(changed, interval.days()),
                all_.rate(), kHazardWeight);
    pages_[interval.page].add(changed, interval.now);
  }

 private:
  double rate(const VisitInterval& interval) const {
    return hazard_.rate(pages_[interval.page].at(interval.last), all_.rate(), kHazardWeight);
  }
  std::vector<StateOfPage> pages_;
  Hazard hazard_;
  Tally all_;
};

// As the policy `optimal` without shocks: the page's own evidence, measured on the site's clock, is
// added to a prior from the rate of its state. Of several shapes of the prior, the one with the
// best predictions is used.
class StateAndPage final : public ChangeModel {
 public:
  struct Options {
    double memory_days = 300;
    bool has_clock = true;
  };
  explicit StateAndPage(const Options& options) : options_(options) {}
  void added(Page page, double now) override {
    of_page(pages_, page) = {.state = {.last_change = now}};
  }
  double predict(const VisitInterval& interval) override {
    return 1 - belief(interval, shape_).probability_of_no_change(waited(interval));
  }
  void learn(const VisitInterval& interval, bool changed) override {
    const double days = waited(interval);
    for (size_t i = 0; i < kShapes.size(); ++i) {
      const double same = belief(interval, kShapes[i]).probability_of_no_change(days);
      scores_[i] += std::log(std::max(changed ? 1 - same : same, 1e-9));
    }
    Known& known = pages_[interval.page];
    const double rate = belief(interval, shape_).mean();
    if (options_.has_clock) clock_.saw(interval.last, interval.now, changed, rate);
    const double events = changes_seen(changed, rate, days);
    all_.add(events, days);
    hazard_.saw(known.state.at(interval.last), span_of(changed, days), all_.rate(), kHazardWeight);
    const double kept = std::exp(-interval.days() / options_.memory_days);
    known.events = kept * known.events + events;
    known.days = kept * known.days + days;
    known.state.add(changed, interval.now);
    const auto best = std::max_element(scores_.begin(), scores_.end()) - scores_.begin();
    shape_ = kShapes[static_cast<size_t>(best)];
  }

 private:
  static constexpr std::array<double, 5> kShapes = {0.35, 0.7, 1.4, 2.8, 5.6};
  struct Known {
    StateOfPage state;
    double events = 0;
    double days = 0;
  };
  double waited(const VisitInterval& interval) const {
    if (!options_.has_clock) return std::max(interval.days(), 1e-6);
    return std::max(clock_.at(interval.now) - clock_.at(interval.last), 1e-6);
  }
  Belief belief(const VisitInterval& interval, double shape) const {
    const Known& known = pages_[interval.page];
    const double usual = hazard_.rate(known.state.at(interval.last), all_.rate(), kHazardWeight);
    return {.a = shape + known.events, .b = shape / usual + known.days};
  }

  const Options options_;
  std::vector<Known> pages_;
  Hazard hazard_;
  Tally all_;
  schedule::SiteClock clock_;
  double shape_ = 1.4;
  std::array<double, kShapes.size()> scores_{};
};

}  // namespace

std::vector<NamedModel> change_models() {
  std::vector<NamedModel> models;
  const auto add = [&](std::string name, std::unique_ptr<ChangeModel> model) {
    models.push_back({std::move(name), std::move(model)});
  };
  constexpr double kForever = 1e9;
  add("site", std::make_unique<SiteRate>());
  add("ratio", std::make_unique<PageRatio>());
  add("Gamma", std::make_unique<GammaBelief>(kForever));
  add("Gamma 45 d", std::make_unique<GammaBelief>(45));
  add("Gamma 200 d", std::make_unique<GammaBelief>(200));
  add("Gamma 300 d", std::make_unique<GammaBelief>(300));
  add("state", std::make_unique<RateOfState>());
  add("state, page", std::make_unique<StateAndPage>(StateAndPage::Options{.has_clock = false}));
  add("as optimal", std::make_unique<StateAndPage>(StateAndPage::Options{}));
  return models;
}

}  // namespace freshet::simulate
