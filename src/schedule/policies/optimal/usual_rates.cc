#include "schedule/policies/optimal/usual_rates.h"

namespace freshet::schedule {

void UsualRates::give_states(OfSite& site) {
  if (site.states != kNone) return;
  site.states = static_cast<uint32_t>(states_of_sites_.size());
  states_of_sites_.emplace_back();
}

UsualRates::Rates UsualRates::rates(const OfSite& site, Hazard::State state) const {
  Rates rates{.of_any = of_any()};
  rates.everywhere = everywhere_.rate(state, rates.of_any, kWeight);
  rates.expected = rates.everywhere * site.factor.rate(1, kWeight);
  rates.of_state = site.states == kNone
                       ? rates.expected
                       : states_of_sites_[site.states].rate(state, rates.expected, kWeight);
  return rates;
}

void UsualRates::learn(OfSite& site, Hazard::State state, const Hazard::Span& span,
                       const Rates& before) {
  learn(site, span, before.everywhere);
  everywhere_.saw(state, span, before.of_any, kWeight);
  if (site.states != kNone)
    states_of_sites_[site.states].saw(state, span, before.expected, kWeight);
}

void UsualRates::learn(OfSite& site, const Hazard::Span& span) {
  learn(site, span, of_any());
}

void UsualRates::learn(OfSite& site, Hazard::Span span, double expected) {
  all_.add(span, first_rate_, kWeightOfFirstRate);
  span.days *= expected;
  site.factor.add(span, 1, kWeight);
}

}  // namespace freshet::schedule
