#pragma once

#include <optional>
#include <queue>
#include <vector>

#include "schedule/growing_heap.h"
#include "schedule/policy.h"

namespace freshet::schedule {

// Any policy, with sites that must not be asked for a while. What the policy would visit on a
// resting site is held back, and the policy is asked again: resting sites do not use up the choice.
// A site that may be asked again presents the best of what was held back (Policy::worth), which
// competes with what the policy would visit now.
//
// A page is in exactly one place: with the policy, held back for its site, in hand (the policy gave
// it, and something else was worth more), or out with the caller. Each visit holds a page back once
// at most, so that the work is that of the policy and some looks at worths.
class Polite final : public Policy {
 public:
  explicit Polite(Policy& inner) : inner_(inner) {}

  // No page of the site before then; the last call counts.
  void rest(Site site, Instant until);
  bool is_resting(Site site, Instant now) const;

  void add(Page page, const PageFacts& facts, Instant now) override;
  std::optional<Page> next(Instant now) override;
  void visited(Page page, const Seen& seen, Instant now) override;
  void failed(Page page, Instant now) override;
  void announced(Page page, Instant now) override { inner_.announced(page, now); }
  bool uses_listings() const override { return inner_.uses_listings(); }
  void removed(Page page, Instant now) override;
  void take(Page page, Instant now) override;
  // A page that next() gave was not visited after all: it is the next of its site.
  void put_back(Page page, Instant now);
  Instant wake() const override;
  double worth(Page page, Instant now) const override { return inner_.worth(page, now); }
  std::optional<double> current(Page page, Instant now) const override {
    return inner_.current(page, now);
  }
  std::string explain(Page page, Instant now) const override;

 private:
  enum class Place : uint8_t { kNowhere, kInside, kHeld, kInHand, kOut };
  struct Known {
    Site site = 0;
    Place place = Place::kNowhere;
    uint64_t held = 0;  // the number under which it was held back
  };
  struct SiteState {
    Instant until;
    bool resting = false;
    uint32_t inside = 0;  // pages that are with the policy
    GrowingHeap held;
    uint64_t presented = 0;  // the number under which it is in ready_; 0: it is not
  };
  struct Rest {
    Instant until;
    Site site;
    bool operator<(const Rest& other) const { return until > other.until; }
  };

  SiteState& state_of(Site site);
  void came_inside(Page page);
  void left_inside(Page page);
  void wake_sites(Instant now);
  void hold(Page page, Instant now);
  void present(Site site, Instant now);
  std::optional<GrowingHeap::Entry> best_held(Site site, Instant now);
  std::optional<GrowingHeap::Entry> best_ready(Instant now);
  void ask_inner(Instant now);

  Policy& inner_;
  std::vector<Known> pages_;
  std::vector<SiteState> sites_;
  std::priority_queue<Rest> resting_;  // with old entries of sites that rest until another time
  GrowingHeap ready_;                  // sites that do not rest and hold pages
  std::optional<Page> in_hand_;
  uint64_t awake_inside_ = 0;  // pages with the policy whose sites do not rest
  uint64_t numbers_ = 0;
};

}  // namespace freshet::schedule
