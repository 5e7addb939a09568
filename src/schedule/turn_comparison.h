#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "schedule/policy.h"

namespace freshet::schedule {

// Compares how long copies are out of date under a policy with how long they would be if all pages
// were visited in turn, with as many visits. It learns from the policy's own visits: it imagines a
// second copy of each page, which is visited in turn. A visit that finds a change says that both
// copies were out of date from some moment since the visit before: ours until now, the imagined one
// until its next turn, unless it was out of date already.
//
// The time of a page is cut by its visits without a gap, and every change is found by one of them.
// So the sums tell of all pages, whichever the policy chose, and do not depend on what it believes.
// They assume that a change is as likely at any moment between two visits. Of pages that changed at
// all visits before and are visited late, nothing is counted: they are out of date nearly all the
// time either way.
//
// For one thread.
class TurnComparison {
 public:
  struct Options {
    double rounds = 3;  // in which sums fade
    // A loss counts if it is larger than so many standard deviations and than this share of the
    // time, until it is half as large.
    double deviations = 5;
    double least_share = 0.005;
  };
  TurnComparison() : TurnComparison(Options{}) {}
  explicit TurnComparison(const Options& options) : options_(options) {}

  struct Visit {
    Page page = 0;
    uint32_t group = 0;
    double weight = 1;
    double wait = 0;         // since the visit before, in rounds
    double last_change = 0;  // before this visit, that was seen: so many rounds ago
    bool changed = false;
    bool is_fast = false;  // all visits before found a change, and there were some
  };
  // saw() will be called for a page of the group: a hint to prefetch.
  void prefetch(uint32_t group) const {
    if (group < groups_.size()) __builtin_prefetch(&groups_[group], 1);
  }
  // When so many rounds are over, a number that never decreases.
  void saw(const Visit& visit, double rounds);

  // Whether the policy has clearly lost against visiting in turn: over all pages; and, if so, with
  // this group.
  bool is_behind() const { return all_.is_behind; }
  bool is_behind(uint32_t group) const {
    return all_.is_behind && group < groups_.size() && groups_[group].is_behind;
  }
  // By how much smaller the share of current copies was than in turn, of late.
  double behind() const { return all_.exposure > 0 ? all_.lost / all_.exposure : 0; }

  size_t memory_bytes() const { return groups_.capacity() * sizeof(Sums); }

 private:
  // In rounds of pages, by weight.
  struct Sums {
    float lost = 0;
    float variance = 0;  // of that
    float exposure = 0;
    bool is_behind = false;

    void add(double loss, double rounds);
    void fade(float kept);
    void judge(double least_share, double deviations);
  };
  double loss_of(const Visit& visit, double rounds);
  void judge(double rounds);

  Options options_;
  Sums all_;
  std::vector<Sums> groups_;
  double judged_ = 0;  // the rounds that were over then
  uint64_t random_ = 0;
};

}  // namespace freshet::schedule
