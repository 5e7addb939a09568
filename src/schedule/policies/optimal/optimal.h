#pragma once

#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "memory/large_vector.h"
#include "schedule/class_queue.h"
#include "schedule/policies.h"
#include "schedule/policies/optimal/belief_classes.h"
#include "schedule/policies/optimal/beliefs.h"
#include "schedule/policies/optimal/page_groups.h"
#include "schedule/policies/optimal/reachability.h"
#include "schedule/policies/optimal/signals.h"
#include "schedule/policies/optimal/visit_hours.h"
#include "schedule/policies/seconds.h"
#include "schedule/sampler.h"
#include "schedule/turn_comparison.h"

namespace freshet::schedule {

// Chooses the page whose visit has the largest expected value: what the visit saves (value.h),
// times weight over cost, times the chance that the visit succeeds. One visit in ten goes to a page
// that the sampler chooses, whatever is believed about it. Pages with about the same belief wait in
// one class; pages for which their group's clock or shocks count wait in classes of their group.
// Listings wait alone, and so do announced pages of sites whose announcements have proved useful.
class Optimal final : public Policy, private ClassQueue::Model {
 public:
  explicit Optimal(const OptimalOptions& options);

  void add(Page page, const PageFacts& facts, Instant now) override;
  std::optional<Page> next(Instant now) override;
  void visited(Page page, const Seen& seen, Instant now) override;
  void failed(Page page, Instant now) override;
  void announced(Page page, Instant now) override;
  void pinged(Page page, Instant now) override;
  void listed(Page page, Page listing, Instant now) override;
  bool uses_listings() const override { return true; }
  void removed(Page page, Instant now) override;
  void take(Page page, Instant now) override;
  void take_at_random(Page page, Instant now) override;
  void reweighed(Page page, double factor) override;
  double worth(Page page, Instant now) const override;
  double worth_of_new(double weight, double days) const override;
  bool tells_current() const override { return true; }
  std::optional<double> current(Page page, Instant now) const override;
  std::optional<Instant> expected(Page page, Instant now) const override;
  std::vector<Rewrite> rewrites(Site site) const override;
  std::string explain(Page page, Instant now) const override;

  struct Footprint {
    size_t queue = 0;  // bytes
    size_t pages = 0;
    size_t sites = 0;    // and all that is not of every page
    size_t classes = 0;  // their number
  };
  Footprint footprint() const;

 private:
  // ClassQueue::Model.
  ClassQueue::Worth worth(ClassQueue::Class id, double days) const override;
  double value(ClassQueue::Class id, double days) const override;
  double waited(ClassQueue::Class id, uint32_t since, double until) const override;
  double when(ClassQueue::Class id, uint32_t since, double days) const override;
  bool holds(Page page, uint32_t last_visit, std::optional<ClassQueue::Class> id) const override;
  ClassQueue::Worth worth_alone(Page page, double at) const override;
  void prefetch(Page page) const override { __builtin_prefetch(&pages_[page]); }
  void prefetch_clock(ClassQueue::Class id) const override;
  void prefetch_clock(ClassQueue::Class id, uint32_t since) const override;

  enum class Announcer : uint8_t { kListing, kPing };
  void announce(Page page, Announcer by, Instant now);
  void expect_visit(Page page, uint32_t now);
  void enqueue(Page page, uint32_t now);
  void enqueue_by_class(Page page);
  void move_to_own_classes(Group group);
  void apply_news(Beliefs::News news, Group group);
  void count_for_listing(Page page);
  bool postpone(Page page, uint32_t now);
  void compare_with_turns(Page page, bool changed, uint32_t since, uint32_t now);
  bool waits_alone(const PageState& page) const;
  // By how much the announcement of this page multiplies the odds of a change.
  double odds_of(const PageState& page) const;
  double unchanged_though_announced(const PageState& page, uint32_t since, uint32_t now) const;
  // The belief about changes that are not announced.
  change::Belief belief_of(Page page) const;
  double ratio_of(const PageState& page) const;  // with the chance of success
  // The probability that the page is as it was at `since`, by this belief about its own changes.
  double unchanged(const PageState& page, const change::Belief& own, uint32_t since,
                   double now) const;
  uint32_t last_success(Page page) const;
  void stop_relying_on(Page listing, uint32_t now);
  void learn_of_signals(Page page, bool changed, uint32_t now);
  std::optional<uint32_t> dated_change(PageState& page, const Seen& seen, uint32_t since,
                                       Instant now);
  ClassQueue::Class class_of(const Outlook& outlook, double ratio);

  const OptimalOptions options_;
  Seconds seconds_;
  LargeVector<PageState> pages_;
  PageGroups groups_;
  std::array<Page, 2> chosen_{};  // the last two, the newest first
  size_t alive_ = 0;
  Sampler sampler_;
  TurnComparison comparison_;
  Beliefs beliefs_;
  VisitHours hours_;
  Reachability reachability_;
  Signals signals_;
  // The last successful visit of pages whose last visit failed.
  std::unordered_map<Page, uint32_t> last_success_;
  BeliefClasses classes_;
  ClassQueue queue_;
};

}  // namespace freshet::schedule
