#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "schedule/growing_heap.h"
#include "schedule/policy.h"

namespace freshet::schedule {

// Any policy, with sites that must not be asked for a while, and sites that are dear at some hours.
// What the policy would visit on a resting site is held back, and the policy is asked again:
// resting sites do not use up the choice. A site that may be asked again presents the best of what
// was held back (Policy::worth), which competes with what the policy would visit now.
//
// A page of a site that is expensive now competes with its worth divided by that. For policies that
// do not tell worths nothing is expensive. Nothing waits for ever: no site counts as more expensive
// than kMostExpensive, none is expensive at all hours, and worths grow.
//
// A page is in exactly one place: with the policy, held back for its site, in hand (the policy gave
// it, and something else was worth more), or out with the caller. Each visit holds a page back once
// at most, so that the work is that of the policy and some looks at worths.
class SiteThrottle final : public Policy {
 public:
  // How many times as much a visit to the site costs now as in its cheap hours; asked once an hour.
  using CostFactor = std::function<double(Site, Instant)>;
  static constexpr double kMostExpensive = 4;

  explicit SiteThrottle(Policy& inner, CostFactor cost_factor = {})
      : inner_(inner), cost_factor_(std::move(cost_factor)) {}

  void rest(Site site, Instant until) override;
  bool is_resting(Site site, Instant now) const;
  // Remembered, with some that were cut short: twice as many as there are sites at most, or a few.
  size_t rests() const { return resting_.size(); }

  void add(Page page, const PageFacts& facts, Instant now) override;
  std::optional<Page> next(Instant now) override;
  void visited(Page page, const Seen& seen, Instant now) override;
  void failed(Page page, Instant now) override;
  void announced(Page page, Instant now) override;
  void pinged(Page page, Instant now) override;
  void listed(Page page, Page listing, Instant now) override { inner_.listed(page, listing, now); }
  bool uses_listings() const override { return inner_.uses_listings(); }
  void removed(Page page, Instant now) override;
  void take(Page page, Instant now) override;
  void take_at_random(Page page, Instant now) override;
  // A page that next() gave was not visited after all: it is the next of its site.
  void put_back(Page page, Instant now);
  Instant wake() const override;
  double worth(Page page, Instant now) const override { return inner_.worth(page, now); }
  std::optional<double> current(Page page, Instant now) const override {
    return inner_.current(page, now);
  }
  std::optional<Instant> expected(Page page, Instant now) const override;
  std::vector<Rewrite> rewrites(Site site) const override { return inner_.rewrites(site); }
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
    int64_t priced = 0;      // the hour (since 1970) of which the price is
    double price = 1;        // cost_factor, within bounds
  };
  // The least of the last kWindow to 2 kWindow that came, or of all.
  class RecentLeast {
   public:
    void add(double value);
    double least() const { return std::min(before_, now_); }

   private:
    static constexpr int kWindow = 256;
    double before_ = kMostExpensive;
    double now_ = kMostExpensive;
    int count_ = 0;
  };
  struct Rest {
    Instant until;
    Site site;
    bool operator<(const Rest& other) const { return until > other.until; }
  };

  SiteState& state_of(Site site);
  void came_inside(Page page);
  void left_inside(Page page);
  bool take_out(Page page);
  void wake_sites(Instant now);
  void drop_old_rests();
  void hold(Page page, Instant now);
  void worth_leapt(Page page);
  void present(Site site, Instant now);
  std::optional<GrowingHeap::Entry> best_held(Site site, Instant now);
  std::optional<GrowingHeap::Entry> best_ready(Instant now);
  void ask_inner(Instant now);
  void turn_hour(Instant now);
  double cost_factor(Site site, Instant now) const;
  double price_of(Site site, Instant now);
  // Of the page in hand.
  double worth_in_hand(Instant now);
  bool may_be_outdone(Instant now);

  Policy& inner_;
  const CostFactor cost_factor_;
  std::vector<Known> pages_;
  std::vector<SiteState> sites_;
  std::priority_queue<Rest> resting_;  // with old ones of sites that rest until another time
  GrowingHeap ready_;                  // sites that do not rest and hold pages
  std::optional<Page> in_hand_;
  RecentLeast prices_;         // of the pages that the policy gave
  int64_t hour_ = 0;           // since 1970
  uint64_t awake_inside_ = 0;  // pages with the policy whose sites do not rest
  uint64_t numbers_ = 0;
};

}  // namespace freshet::schedule
