#include "schedule/policies/optimal/reachability.h"

#include <bit>

namespace freshet::schedule {
namespace {

using change::Availability;
using change::Outcome;

constexpr int kVisits = Availability::kVisits;
constexpr int kKept = 2 * kVisits;  // what the table learns from at once
// All of the first pages are learned from, then one in so many; chances are taken from the table
// each time that so many were learned from.
constexpr uint64_t kAllLearned = 4'096;
constexpr uint64_t kLearnedOneIn = 8;
constexpr uint64_t kWorkedOutEach = 256;

int count(uint32_t outcomes) {
  return std::bit_width(outcomes) - 1;
}

}  // namespace

Reachability::Reachability() {
  work_out();
}

uint32_t Reachability::with(uint32_t outcomes, bool succeeded) {
  const uint32_t next = outcomes << 1 | (succeeded ? 1 : 0);
  constexpr uint32_t kTop = 1U << kKept;
  return count(next) <= kKept ? next : (next & (kTop - 1)) | kTop;
}

size_t Reachability::state(uint32_t outcomes) {
  constexpr uint32_t kFive = (1U << kVisits) - 1;
  const int known = count(outcomes);
  if (known == 0) return kStates - 1;
  uint32_t last = outcomes & kFive;
  if (known < kVisits) {
    const bool first = (outcomes >> (known - 1) & 1) != 0;
    const uint32_t before = kFive & ~((1U << known) - 1);
    last = (outcomes & ((1U << known) - 1)) | (first ? before : 0);
  }
  return 2 * static_cast<size_t>(std::popcount(last)) + (last & 1);
}

void Reachability::saw(uint32_t outcomes) {
  ++seen_;
  if (count(outcomes) < kKept) return;
  if (seen_ > kAllLearned && seen_ % kLearnedOneIn != 0) return;
  std::array<Outcome, kKept> oldest_first{};
  for (size_t i = 0; i < oldest_first.size(); ++i) {
    const bool succeeded = (outcomes >> (kKept - 1 - i) & 1) != 0;
    oldest_first[i] = succeeded ? Outcome::kSuccess : Outcome::kFailed;
  }
  table_.learn(0, oldest_first);
  if (seen_ % kWorkedOutEach == 0) work_out();
}

void Reachability::work_out() {
  for (size_t successes = 0; successes <= kVisits; ++successes) {
    for (const bool last : {false, true}) {
      std::array<Outcome, kVisits> five{};
      five.fill(Outcome::kFailed);
      // Those that cannot be (no success, and the last was one) are never asked for.
      for (size_t i = 0; i < successes; ++i) five[last ? kVisits - 1 - i : i] = Outcome::kSuccess;
      chances_[2 * successes + (last ? 1 : 0)] = table_.next_succeeds(0, five);
    }
  }
}

}  // namespace freshet::schedule
