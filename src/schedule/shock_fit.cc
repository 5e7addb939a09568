#include "schedule/shock_fit.h"

namespace freshet::schedule {
namespace {

constexpr size_t kChances = ShockEvidence::kChances;

}  // namespace

ShockFit::SpeaksFor ShockFit::speaks_for() const {
  SpeaksFor speaks_for{};
  for (size_t i = 0; i < kChances; ++i) {
    for (size_t share = 0; share < kShares.size(); ++share) {
      const double with_shock = 1 - (1 - kShares[share]) * (1 - usual_[i]);
      speaks_for[share][i] = static_cast<float>(std::log(with_shock / usual_[i]));
    }
  }
  return speaks_for;
}

ShockFit::Slopes ShockFit::slopes() const {
  Slopes slopes{};
  for (size_t step = 0; step < slopes.size(); ++step) {
    const double share = step == 0 ? 0 : kShares[step - 1];
    for (size_t i = 0; i < kChances; ++i)
      slopes[step].changed[i] =
          static_cast<float>((1 - usual_[i]) / (usual_[i] + share * (1 - usual_[i])));
    slopes[step].unchanged = static_cast<float>(-1 / (1 - share));
  }
  return slopes;
}

// Whether fit() could gain as much. The gain is a concave function of the share that is 0 where the
// share is 0: from one share to the next it grows by no more than its slope at the first. Slopes
// take no logarithms, and most intervals are excluded by the first two or three.
bool ShockFit::may_gain(const ShockEvidence& evidence, const Slopes& slopes, double at_least) {
  const double rounding = 1e-3 + 1e-6 * static_cast<double>(evidence.unchanged);
  std::array<FourFloats, 2> seen;
  std::memcpy(seen.data(), &evidence, sizeof(seen));
  double share = 0;
  double gain = rounding;
  for (size_t step = 0; step < kShares.size(); ++step) {
    std::array<FourFloats, 2> its;
    std::memcpy(its.data(), &slopes[step], sizeof(its));
    const FourFloats sum = seen[0] * its[0] + seen[1] * its[1];
    const double slope = (sum[0] + sum[1]) + (sum[2] + sum[3]) + rounding;
    // Slopes only fall.
    if (gain + slope * (kShares.back() - share) < at_least) return false;
    gain += slope * (kShares[step] - share);
    if (gain >= at_least) return true;
    share = kShares[step];
  }
  return false;
}

ShockFit::Fit ShockFit::fit(const ShockEvidence& evidence, double more_than) {
  if (!speaks_for_) speaks_for_ = speaks_for();
  const auto speaks = [&](size_t share) {
    double sum = 0;
    for (size_t i = 0; i < kChances; ++i) sum += evidence.changed[i] * (*speaks_for_)[share][i];
    return sum;
  };
  static const std::array<double, kShares.size()> kHazards = [] {
    std::array<double, kShares.size()> hazards{};
    std::transform(kShares.begin(), kShares.end(), hazards.begin(), hazard_of_share);
    return hazards;
  }();
  Fit best{.gain = more_than};
  // A concave function of the share that is 0 where the share is: what follows a fall is less.
  double before = 0;
  for (size_t share = 0; share < kShares.size(); ++share) {
    const double gain = speaks(share) - evidence.unchanged * kHazards[share];
    if (gain < before) break;
    if (gain > best.gain) best = {.gain = gain, .share = kShares[share]};
    before = gain;
  }
  return best.share > 0 ? best : Fit{};
}

std::optional<ShockFit::Best> ShockFit::best_interval(std::span<const ShockEvidence> intervals,
                                                      double more_than) {
  const Slopes its_slopes = slopes();
  std::optional<Best> best;
  for (size_t i = 0; i < intervals.size(); ++i) {
    if (!may_gain(intervals[i], its_slopes, more_than)) continue;
    const Fit found = fit(intervals[i], more_than);
    if (found.gain <= more_than) continue;
    more_than = found.gain;
    best = {.interval = i, .fit = found};
  }
  return best;
}

}  // namespace freshet::schedule
