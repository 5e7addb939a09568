#include "simulate/experiments/held_out_constants.h"

#include <array>

namespace freshet::simulate {
namespace {

uint32_t whole(double value) {
  return static_cast<uint32_t>(value);
}

using Others = std::array<double, 2>;
constexpr Others kHarmonic = {0.1, 1};
constexpr Others kMemory = {150, 600};
constexpr Others kPagesForAClock = {50, 1'000};
constexpr Others kEvidence = {6, 11};
constexpr Others kUsualShocks = {0.2, 1.2};
constexpr Others kWeightOfSample = {5, 20};
constexpr Others kSampleShare = {0.05, 0.2};
constexpr Others kPagesOfASection = {50, 800};
constexpr Others kRounds = {1.5, 6};
constexpr Others kDeviations = {3, 8};
constexpr Others kLeastShare = {0.0025, 0.01};
constexpr Others kHoursScore = {5, 15};

}  // namespace

std::span<const OptimalConstant> optimal_constants() {
  static const OptimalSetup kShipped;
  static const schedule::OptimalOptions& kPolicy = kShipped.policy;
  static const std::array kConstants = {
      OptimalConstant{"harmonic weight", kPolicy.objective.harmonic, kHarmonic,
                      [](auto& setup, double value) { setup.policy.objective.harmonic = value; }},
      OptimalConstant{"memory, days", kPolicy.memory_days, kMemory,
                      [](auto& setup, double value) { setup.policy.memory_days = value; }},
      OptimalConstant{
          "pages for a clock", static_cast<double>(kPolicy.pages_for_a_clock), kPagesForAClock,
          [](auto& setup, double value) { setup.policy.pages_for_a_clock = whole(value); }},
      OptimalConstant{"pages of a section", static_cast<double>(kShipped.pages_of_a_section),
                      kPagesOfASection,
                      [](auto& setup, double value) { setup.pages_of_a_section = whole(value); }},
      OptimalConstant{"evidence for a rewrite, log", kPolicy.shocks.evidence, kEvidence,
                      [](auto& setup, double value) { setup.policy.shocks.evidence = value; }},
      OptimalConstant{
          "weight of a sampled visit", kPolicy.shocks.weight_of_sample, kWeightOfSample,
          [](auto& setup, double value) { setup.policy.shocks.weight_of_sample = value; }},
      OptimalConstant{"rewrites assumed in 250 days", kPolicy.usual_shocks, kUsualShocks,
                      [](auto& setup, double value) { setup.policy.usual_shocks = value; }},
      OptimalConstant{"share of the sample", kPolicy.sample_share, kSampleShare,
                      [](auto& setup, double value) { setup.policy.sample_share = value; }},
      OptimalConstant{"turns: rounds", kPolicy.turns.rounds, kRounds,
                      [](auto& setup, double value) { setup.policy.turns.rounds = value; }},
      OptimalConstant{"turns: deviations", kPolicy.turns.deviations, kDeviations,
                      [](auto& setup, double value) { setup.policy.turns.deviations = value; }},
      OptimalConstant{"turns: least share", kPolicy.turns.least_share, kLeastShare,
                      [](auto& setup, double value) { setup.policy.turns.least_share = value; }},
      OptimalConstant{"evidence for hours, log", kPolicy.hours_score, kHoursScore,
                      [](auto& setup, double value) { setup.policy.hours_score = value; }},
  };
  return kConstants;
}

}  // namespace freshet::simulate
