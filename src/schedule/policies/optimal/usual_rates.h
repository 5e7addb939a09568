#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "memory/large_vector.h"
#include "schedule/hazard.h"

namespace freshet::schedule {

// How often pages change, before their own evidence counts: by group and by state. Each rate is
// drawn towards the more general ones as long as little was seen.
class UsualRates {
 public:
  // Of one group; whoever knows the group keeps it.
  struct OfGroup {
    // By how much its pages change more often than pages in the same states elsewhere.
    Hazard::Rate factor;
    // Small groups do without states of their own: they would tell little and take much room.
    uint32_t states = kNone;  // in states_of_groups_
  };

  // `first_rate`: changes a day that pages are thought to have before any was seen.
  explicit UsualRates(double first_rate) : first_rate_(first_rate) {}

  // From now on the group has states of its own.
  void give_states(OfGroup& group);
  struct Rates {
    double of_any = 0;
    double everywhere = 0;  // of the state
    double expected = 0;    // by that and by how the group differs
    double of_state = 0;    // as seen, where the group has states of its own
  };
  Rates rates(const OfGroup& group, Hazard::State state) const;
  double of(const OfGroup& group, Hazard::State state) const {
    return rates(group, state).of_state;
  }
  double of_any() const { return all_.rate(first_rate_, kWeightOfFirstRate); }
  // A visit of a page in this state; of one in a state that is not known.
  void learn(OfGroup& group, Hazard::State state, const Hazard::Span& span) {
    learn(group, state, span, rates(group, state));
  }
  // The same, by one who knows the rates before it.
  void learn(OfGroup& group, Hazard::State state, const Hazard::Span& span, const Rates& before);
  void learn(OfGroup& group, const Hazard::Span& span);

  // It will be asked about the state, or told of it.
  void prefetch(const OfGroup& group, Hazard::State state) const {
    if (group.states != kNone) states_of_groups_[group.states].prefetch(state);
  }
  size_t memory_bytes() const { return states_of_groups_.size() * sizeof(Hazard); }

 private:
  // Changes by which a rate is drawn to the more general one.
  static constexpr double kWeight = 3;
  static constexpr double kWeightOfFirstRate = 1;
  static constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();
  void learn(OfGroup& group, Hazard::Span span, double expected);

  const double first_rate_;
  Hazard::Rate all_;
  Hazard everywhere_;
  LargeVector<Hazard> states_of_groups_;
};

}  // namespace freshet::schedule
