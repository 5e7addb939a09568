#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <optional>
#include <span>

namespace freshet::schedule {

// Four numbers at once, as the processor adds and multiplies them.
using FourFloats = float __attribute__((vector_size(16)));

// Visits that wholly cover an interval of time, by their weight. Half a cache line.
struct ShockEvidence {
  // Pages by the chance that they had changed on their own: at least a half, a quarter, ...
  static constexpr size_t kChances = 6;

  std::array<float, kChances> changed{};
  float unchanged = 0;
  float unused = 0;

  void add(const ShockEvidence& other) {
    std::array<FourFloats, 2> own;
    std::array<FourFloats, 2> its;
    std::memcpy(own.data(), this, sizeof(own));
    std::memcpy(its.data(), &other, sizeof(its));
    for (size_t half = 0; half < 2; ++half) own[half] += its[half];
    std::memcpy(static_cast<void*>(this), own.data(), sizeof(own));
  }
  // Of two intervals that become one: no more visits can cover both.
  void keep_common(const ShockEvidence& other) {
    unchanged = std::min(unchanged, other.unchanged);
    for (size_t i = 0; i < kChances; ++i) changed[i] = std::min(changed[i], other.changed[i]);
  }
};
static_assert(sizeof(ShockEvidence) == 32);

// The hazard of a change of this share of all pages.
inline double hazard_of_share(double share) {
  return -std::log1p(-share);
}

// How much more probable evidence is if a share of all pages changed in an interval, beside what
// each page does on its own. For one thread.
class ShockFit {
 public:
  // The share of the pages of each chance that are usually found changed.
  using UsualShares = std::array<double, ShockEvidence::kChances>;
  explicit ShockFit(const UsualShares& usual) : usual_(usual) {}

  struct Fit {
    double gain = 0;  // the logarithm of how much more probable the evidence is
    double share = 0;
  };
  // The share that explains the evidence best; none if it does not gain more than that.
  Fit fit(const ShockEvidence& evidence, double more_than);

  struct Best {
    size_t interval = 0;
    Fit fit;
  };
  // The interval whose evidence gains most, and more than that.
  std::optional<Best> best_interval(std::span<const ShockEvidence> intervals, double more_than);

 private:
  static constexpr std::array<double, 9> kShares = {0.03, 0.06, 0.12, 0.25, 0.4,
                                                    0.6,  0.8,  0.93, 0.98};
  // By how much each part of an evidence makes the gain of a shock grow with its share: where the
  // share is 0, and at each share.
  using Slopes = std::array<ShockEvidence, kShares.size() + 1>;
  // The logarithm by which a page of each chance that was found changed speaks for a shock of each
  // share.
  using SpeaksFor = std::array<std::array<float, ShockEvidence::kChances>, kShares.size()>;

  Slopes slopes() const;
  SpeaksFor speaks_for() const;
  static bool may_gain(const ShockEvidence& evidence, const Slopes& slopes, double at_least);

  UsualShares usual_;
  std::optional<SpeaksFor> speaks_for_;  // once it was needed
};

}  // namespace freshet::schedule
