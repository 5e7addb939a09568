#include "schedule/policies/optimal/usual_rates.h"

namespace freshet::schedule {
namespace {

// Changes by which a rate is drawn to the more general one.
constexpr double kWeight = 3;
constexpr double kWeightOfFirstRate = 1;

}  // namespace

void UsualRates::give_states(OfSite& site) {
  if (site.states != kNone) return;
  site.states = static_cast<uint32_t>(states_of_sites_.size());
  states_of_sites_.emplace_back();
}

UsualRates::Rates UsualRates::rates(const OfSite& site, Hazard::State state) const {
  Rates rates{.of_all = of_any()};
  const double of_site = site.rate.or_usual(rates.of_all);
  rates.expected = everywhere_.rate(state, rates.of_all) * of_site / rates.of_all;
  rates.of_state = site.states == kNone ? rates.expected
                                        : states_of_sites_[site.states].rate(state, rates.expected);
  return rates;
}

void UsualRates::learn(OfSite& site, Hazard::State state, const Hazard::Spans& spans) {
  const Rates before = rates(site, state);
  learn(site, spans);
  everywhere_.saw(state, spans, before.of_all, kWeight);
  if (site.states != kNone)
    states_of_sites_[site.states].saw(state, spans, before.expected, kWeight);
}

void UsualRates::learn(OfSite& site, const Hazard::Spans& spans) {
  const double of_all = of_any();
  all_.add(spans, first_rate_, kWeightOfFirstRate);
  site.rate.add(spans, of_all, kWeight);
}

}  // namespace freshet::schedule
