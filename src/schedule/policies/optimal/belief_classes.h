#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "schedule/grid.h"
#include "schedule/policies/optimal/beliefs.h"

namespace freshet::schedule {

// Classes of pages of which about the same is believed, and that weigh about the same: beliefs and
// weights are rounded to a grid. Classes are numbered 0, 1, 2, ... in the order of their first use.
class BeliefClasses {
 public:
  using Class = uint32_t;

  // The key of the class of pages with this outlook and weight over cost.
  uint64_t key_of(const Outlook& outlook, double ratio) const;
  // To be told of the key of each class when it is first used, in the order of numbers.
  void add(uint64_t key);

  Outlook outlook(Class id) const {
    const Facts& its = classes_[id];
    return {.belief = {.a = its.a, .b = its.b},
            .time = its.time == kNoTime ? std::nullopt : std::optional(its.time)};
  }
  double ratio(Class id) const { return classes_[id].ratio; }
  // Whether the clock and the shocks of a group count for its pages.
  bool has_group_time(Class id) const { return classes_[id].time != kNoTime; }

  size_t memory_bytes() const { return classes_.capacity() * sizeof(Facts); }

 private:
  // Beliefs in one class differ by this factor at most, in shape and in rate.
  static constexpr double kRatio = 1.2;
  static constexpr Group kNoTime = std::numeric_limits<Group>::max();
  // A key: the group whose time counts, and 1, or 0; then the steps of shape, b and ratio.
  static constexpr int kStepBits = 9;
  static constexpr int kMostStep = (1 << (kStepBits - 1)) - 1;
  struct Facts {
    float a;  // of the outlook
    float b;
    float ratio;
    Group time;  // the outlook's; kNoTime
  };

  GeometricGrid grid_{kRatio};
  std::vector<Facts> classes_;
};

}  // namespace freshet::schedule
