#include "schedule/policies/optimal/usual_rates.h"

namespace freshet::schedule {

void UsualRates::give_states(OfGroup& group) {
  if (group.states != kNone) return;
  group.states = static_cast<uint32_t>(states_of_groups_.size());
  states_of_groups_.emplace_back();
}

UsualRates::Rates UsualRates::rates(const OfGroup& group, Hazard::State state) const {
  Rates rates{.of_any = of_any()};
  rates.everywhere = everywhere_.rate(state, rates.of_any, kWeight);
  rates.expected = rates.everywhere * group.factor.rate(1, kWeight);
  rates.of_state = group.states == kNone
                       ? rates.expected
                       : states_of_groups_[group.states].rate(state, rates.expected, kWeight);
  return rates;
}

void UsualRates::learn(OfGroup& group, Hazard::State state, const Hazard::Span& span,
                       const Rates& before) {
  learn(group, span, before.everywhere);
  everywhere_.saw(state, span, before.of_any, kWeight);
  if (group.states != kNone)
    states_of_groups_[group.states].saw(state, span, before.expected, kWeight);
}

void UsualRates::learn(OfGroup& group, const Hazard::Span& span) {
  learn(group, span, of_any());
}

void UsualRates::learn(OfGroup& group, Hazard::Span span, double expected) {
  all_.add(span, first_rate_, kWeightOfFirstRate);
  span.days *= expected;
  group.factor.add(span, 1, kWeight);
}

}  // namespace freshet::schedule
