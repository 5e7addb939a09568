#include "schedule/policies/optimal/belief_classes.h"

#include <algorithm>
#include <array>

namespace freshet::schedule {

uint64_t BeliefClasses::key_of(const Outlook& outlook, double ratio) const {
  constexpr uint64_t kStepMask = (uint64_t{1} << kStepBits) - 1;
  const std::array<int, 3> steps = {grid_.step(outlook.belief.a), grid_.step(outlook.belief.b),
                                    grid_.step(ratio)};
  uint64_t key = outlook.time ? uint64_t{*outlook.time} + 1 : 0;
  for (const int step : steps)
    key = key << kStepBits |
          (static_cast<uint64_t>(std::clamp(step, -kMostStep, kMostStep)) & kStepMask);
  return key;
}

void BeliefClasses::add(uint64_t key) {
  const auto middle = [&](int place) {
    const auto bits = static_cast<int>(key >> (place * kStepBits)) & ((1 << kStepBits) - 1);
    return static_cast<float>(grid_.middle(bits > kMostStep ? bits - (1 << kStepBits) : bits));
  };
  const uint64_t time = key >> (3 * kStepBits);
  classes_.push_back({.a = middle(2),
                      .b = middle(1),
                      .ratio = middle(0),
                      .time = time == 0 ? kNoTime : static_cast<Group>(time - 1)});
}

}  // namespace freshet::schedule
