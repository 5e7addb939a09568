#pragma once

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "schedule/class_queue.h"
#include "schedule/grid.h"
#include "schedule/policies.h"
#include "schedule/policies/optimal/beliefs.h"
#include "schedule/policies/optimal/group_pages.h"
#include "schedule/policies/optimal/page_groups.h"
#include "schedule/policies/optimal/reachability.h"
#include "schedule/policies/optimal/signals.h"
#include "schedule/policies/optimal/visit_hours.h"
#include "schedule/policies/seconds.h"
#include "schedule/sampler.h"
#include "schedule/turn_comparison.h"

namespace freshet::schedule {

// The page with the largest value of a visit under what is believed of it: what it would save
// (value.h), times weight over cost, times the chance that the visit succeeds. One visit in ten
// goes to a page of the sampler's instead, whatever is believed. Pages of which about the same is
// believed wait in one class, those for which their group's clock or shocks count in classes of
// their group; listings, and pages that were announced by a site whose announcements are worth
// something, wait alone.
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
  static constexpr Group kNoTime = std::numeric_limits<Group>::max();
  struct ClassFacts {
    float a;  // of the outlook
    float b;
    float ratio;
    Group time;  // the outlook's; kNoTime

    Outlook outlook() const;
  };

  // What the queue asks.
  ClassQueue::Worth worth(ClassQueue::Class id, double days) const override;
  double waited(ClassQueue::Class id, uint32_t since, double until) const override;
  double when(ClassQueue::Class id, uint32_t since, double days) const override;
  bool holds(Page page, uint32_t last_visit, std::optional<ClassQueue::Class> id) const override;
  ClassQueue::Worth worth_alone(Page page, double at) const override;
  void soon(Page page) const override { __builtin_prefetch(&pages_[page]); }

  enum class Announcer : uint8_t { kListing, kPing };
  void announce(Page page, Announcer by, Instant now);
  void expect_visit(Page page, uint32_t now);
  void enqueue(Page page, uint32_t now);
  void enqueue_by_class(Page page);
  void move_to_own_classes(Group group);
  void hear(Beliefs::News news, Group group);
  void count_for_listing(Page page);
  bool put_off(Page page, uint32_t now);
  void compare_with_turns(Page page, bool changed, uint32_t since, uint32_t now);
  bool waits_alone(const PageState& page) const;
  // By how much who announced it multiplies the odds of a change.
  double odds_of(const PageState& page) const;
  double unchanged_though_announced(const PageState& page, uint32_t since, uint32_t now) const;
  // Of the rate at which it changes and is not announced.
  change::Belief belief_of(Page page) const;
  double ratio_of(const PageState& page) const;  // with the chance of success
  // How probably it is as it was at a time, by this belief of its own changes.
  double unchanged(const PageState& page, const change::Belief& own, uint32_t since,
                   double now) const;
  uint32_t last_success(Page page) const;
  void stop_relying_on(Page listing, uint32_t now);
  void learn_of_signals(Page page, bool changed, uint32_t now);
  std::optional<uint32_t> dated_change(PageState& page, const Seen& seen, uint32_t since,
                                       Instant now);
  ClassQueue::Class class_of(const Outlook& outlook, double ratio);

  const OptimalOptions options_;
  const GeometricGrid grid_;
  Seconds seconds_;
  std::vector<PageState> pages_;
  PageGroups groups_;
  GroupPages group_pages_;
  std::array<Page, 2> chosen_{};  // the last two, the newest first
  size_t alive_ = 0;
  Sampler sampler_;
  TurnComparison comparison_;
  Beliefs beliefs_;
  VisitHours hours_;
  Reachability reachability_;
  Signals signals_;
  // When pages whose last visit failed were last seen.
  std::unordered_map<Page, uint32_t> last_success_;
  std::vector<ClassFacts> classes_;
  ClassQueue queue_;
};

}  // namespace freshet::schedule
