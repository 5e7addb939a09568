#include "schedule/turn_comparison.h"

#include <algorithm>
#include <cmath>

#include "digest/split_mix.h"

namespace freshet::schedule {
namespace {

constexpr double kJudgedPerRound = 8;

double drawn(uint64_t number) {  // between 0 and 1
  return static_cast<double>(digest::split_mix(number) >> 11) * 0x1p-53;
}

}  // namespace

void TurnComparison::Sums::add(double loss, double rounds) {
  lost += static_cast<float>(loss);
  variance += static_cast<float>(loss * loss);
  exposure += static_cast<float>(rounds);
}

void TurnComparison::Sums::fade(float kept) {
  lost *= kept;
  variance *= kept * kept;
  exposure *= kept;
}

void TurnComparison::Sums::judge(double least_share, double deviations) {
  const double share = exposure > 0 ? lost / exposure : 0;
  is_behind = is_behind ? share > least_share / 2
                        : share > least_share && lost > deviations * std::sqrt(variance);
}

void TurnComparison::saw(const Visit& visit, double rounds) {
  if (visit.group >= groups_.size()) groups_.resize(visit.group + size_t{1});
  const double loss = visit.changed ? visit.weight * loss_of(visit, rounds) : 0;
  all_.add(loss, visit.weight * visit.wait);
  groups_[visit.group].add(loss, visit.weight * visit.wait);
  if (rounds - judged_ > 1 / kJudgedPerRound) judge(rounds);
}

double TurnComparison::loss_of(const Visit& visit, double rounds) {
  // The imagined copy had a turn in between: the mean of both is half of the time between visits.
  if (visit.wait > 1) return visit.is_fast ? 0 : (visit.wait - 1) / 2;
  const double ours = drawn(++random_) * visit.wait;
  const double changed = rounds - ours;
  const double turn = drawn(~uint64_t{visit.page});
  const double next_turn = std::ceil(changed - turn) + turn;
  // The change before was found after about as long a wait.
  const double changed_before = rounds - visit.last_change - drawn(++random_) * visit.wait;
  const bool was_stale = changed_before > next_turn - 1;
  return was_stale ? ours : ours - (next_turn - changed);
}

void TurnComparison::judge(double rounds) {
  const auto kept = static_cast<float>(std::exp((judged_ - rounds) / options_.rounds));
  judged_ = rounds;
  all_.judge(options_.least_share, options_.deviations);
  all_.fade(kept);
  for (Sums& its : groups_) {
    its.judge(0, 0);
    its.fade(kept);
  }
}

}  // namespace freshet::schedule
