#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "change/belief.h"
#include "change/trust.h"
#include "schedule/hazard.h"
#include "schedule/policies/optimal/group_model.h"
#include "schedule/policies/optimal/page_state.h"
#include "schedule/policies/optimal/shape_choice.h"
#include "schedule/policies/optimal/usual_rates.h"
#include "schedule/shocks.h"

namespace freshet::schedule {

// What is expected of a page from a visit on: the probability that it has changed, over time.
struct Outlook {
  // Of its own changes, on its group's clock, and of shocks that were not noticed yet.
  change::Belief belief;
  // The group whose clock and shocks count; none if time passes evenly.
  std::optional<Group> time;
};

// What visits have taught about pages and groups: how often a page changes, from its own visits and
// from how often pages in the same state change; how active a group is over time; and when many
// pages of a group changed at once.
class Beliefs {
 public:
  struct Options {
    double first_rate = 1;             // expected changes a day before any visit
    double memory_days = 300;          // the evidence of a page fades to 1/e in this time
    uint32_t pages_for_a_clock = 200;  // smaller groups have no clock
    // Any group may change as it never did before, and no page is thought to be safe from that: as
    // if so many shocks had been seen in 250 days.
    double usual_shocks = 0.5;
    Shocks::Options shocks;
  };
  // The first rate: a change for each visit that the budget allows, but at least one in five days.
  static double first_guess(double visits_per_page_day) {
    return std::max(visits_per_page_day, 0.2);
  }
  explicit Beliefs(const Options& options) : options_(options), rates_(options.first_rate) {}

  // Returns whether the group's clock counts from now on.
  bool add_page(Group group, uint32_t now);
  void remove_page(Group group) { --groups_[group].pages; }

  // The belief about the page's own changes after its last visit.
  change::Belief of(const PageState& page) const;
  // The belief about a page that was never visited.
  change::Belief of_any() const;
  // The outlook for a page of the group that was visited at `since`, from the belief about its own
  // changes.
  Outlook outlook(Group group, change::Belief own, uint32_t since, uint32_t now) const;
  // learn() will be called for these pages; `last` was chosen last. Prefetches what is known of
  // their groups, in steps, because each step tells where the data of the next are.
  void prefetch(const PageState& last, const PageState& before, const PageState& first,
                uint32_t now) const;

  // waited() or when() will be called for the group: at all, and for this wait.
  void prefetch_clock(Group group) const {
    if (groups_[group].uses_clock != 0) __builtin_prefetch(groups_[group].clock.get());
  }
  void prefetch_clock(Group group, uint32_t since) const;

  // The group whose clock and shocks count for a page that was visited at `since`: its own, or none
  // if the group has no clock and had no shock since.
  std::optional<Group> time_of(Group group, uint32_t since) const;
  // Days between on the group's clock.
  double waited(std::optional<Group> time, uint32_t since, double until) const;
  // The days after which a page without known shocks would have changed with the same probability
  // as a page that was visited at `since` has changed at `until`.
  double as_if_waited(const Outlook& outlook, uint32_t since, double until) const;
  // The second at which as_if_waited() will be so many days.
  double when(const Outlook& outlook, uint32_t since, double days) const;

  struct Visit {
    uint32_t since = 0;  // the last that succeeded
    uint32_t now = 0;
    bool changed = false;
    std::optional<uint32_t> changed_at;  // where that is known
    bool is_sample = false;
  };
  // What a visit has changed in the outlook for other pages of the group.
  enum class News : uint8_t {
    kNone,
    kOfShares,  // the shares of known shocks
    kOfTime,    // for some pages, the group's clock and shocks count from now on
  };
  struct Learned {
    News news = News::kNone;
    change::Belief before;  // of the page, before this visit
  };
  // Learns from a visit, and updates the page's evidence, last change and recent visits.
  Learned learn(PageState& page, const Visit& visit);
  // Learns from visits of which only the sums are known.
  void remember(PageState& page, double changes, double days);

  // The shocks of the group; the last may be only suspected.
  std::vector<Shocks::Event> events(Group group) const;
  // The probability that no shock changed a page that was visited at `since`.
  double probability_of_no_shock(Group group, uint32_t since, uint32_t now) const {
    return std::exp(-shock_between(groups_[group], since, now));
  }

  change::DateTrust& dates_of(Group group) { return dates_[group]; }
  size_t memory_bytes() const;

 private:
  // What a visit tells about the page's own changes.
  struct Evidence {
    Hazard::Span span;
    double events = 0;  // to add to the page's
    double days = 0;
    bool is_shock = false;  // more probably than a change of its own
  };

  void learn_pending(GroupModel& group);
  News saw_together(GroupModel& group, const Visit& visit, double own);
  static change::Belief belief_of(const PageState& page, double usual, double shape);
  // The probability that a change that was found was the page's own, if so many changes of its own
  // and so many by shocks were expected.
  static double credit(double own, double shock);
  static Evidence evidence_of(const change::Belief& belief, double days, double own, double shock,
                              const Visit& visit);
  double shock_between(const GroupModel& group, uint32_t since, double until) const;
  void score_clock(GroupModel& group, const change::Belief& belief, const Visit& visit,
                   double weight);

  const Options options_;
  std::vector<GroupModel> groups_;
  std::vector<change::DateTrust> dates_;  // of groups
  UsualRates rates_;
  ShapeChoice shapes_;
};

}  // namespace freshet::schedule
