#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "change/belief.h"
#include "change/trust.h"
#include "schedule/hazard.h"
#include "schedule/policies/optimal/page_state.h"
#include "schedule/policies/optimal/usual_rates.h"
#include "schedule/shocks.h"
#include "schedule/site_clock.h"

namespace freshet::schedule {

// How probably a page will have changed when.
struct Outlook {
  // Of changes of its own, on its group's clock, and of shocks that nobody has noticed yet.
  change::Belief belief;
  // The group whose clock and shocks count; none, where time passes evenly.
  std::optional<Group> time;
};

// What visits have taught of pages and groups: how often pages change, by their own evidence on top
// of how often pages in the same state do, and what happens to all pages of a group: how its time
// passes, and when many of its pages changed at once.
class Beliefs {
 public:
  struct Options {
    double first_rate = 1;     // changes a day that pages are thought to have before any was seen
    double memory_days = 300;  // what a page was seen to do is forgotten to 1/e in this time
    uint32_t pages_for_a_clock = 200;  // of a group with a clock: fewer tell nothing of its days
  };
  // Before anything was seen: a change for each visit there will be, but at least one in five days.
  static double first_guess(double visits_per_page_day) {
    return std::max(visits_per_page_day, 0.2);
  }
  explicit Beliefs(const Options& options) : options_(options), rates_(options.first_rate) {}

  // Whether the group's clock counts from now on.
  bool add_page(Group group, uint32_t now);
  void remove_page(Group group) { --groups_[group].pages; }

  // After its last visit.
  change::Belief of(const PageState& page) const;
  // Of a page of which nothing is known.
  change::Belief of_any() const;
  // Of a page of the group that was visited then, from what is believed of its own changes.
  Outlook outlook(Group group, change::Belief own, uint32_t since, uint32_t now) const;
  // It will be told of visits of these pages, the first of which was chosen last: what it knows of
  // their groups is fetched in steps, as each step tells where the next begins.
  void soon(const PageState& last, const PageState& before, const PageState& first,
            uint32_t now) const;

  // The group whose clock and shocks count for a page that was visited then: its own, or none as
  // long as it has no clock, and no shock since.
  std::optional<Group> time_of(Group group, uint32_t since) const;
  // Days between on the group's clock.
  double waited(std::optional<Group> time, uint32_t since, double until) const;
  // Days after which a page without known shocks would have changed as probably as one that was
  // visited then has by now.
  double as_if_waited(const Outlook& outlook, uint32_t since, double until) const;
  // The second at which that will be so many.
  double when(const Outlook& outlook, uint32_t since, double days) const;

  struct Visit {
    uint32_t since = 0;  // the last that succeeded
    uint32_t now = 0;
    bool changed = false;
    std::optional<uint32_t> changed_at;  // where that is known
    bool is_sample = false;
  };
  // What a visit has changed for other pages of the group.
  enum class News : uint8_t {
    kNone,
    kOfShares,  // of shocks that were known
    kOfTime,    // for some, the group's clock and shocks count from now on
  };
  // Takes a visit in: changes all of the page's state that tells of changes.
  News learn(PageState& page, const Visit& visit);
  // The same of visits that are only known in sum.
  void remember(PageState& page, double changes, double days);

  // What happened to many pages of the group at once; the last may be suspected only.
  std::vector<Shocks::Event> events(Group group) const;
  // How probably none of it changed a page that was visited then.
  double probability_of_no_shock(Group group, uint32_t since, uint32_t now) const {
    return std::exp(-shock_between(groups_[group], since, now));
  }

  change::DateTrust& dates_of(Group group) { return dates_[group]; }
  size_t memory_bytes() const;

 private:
  // How alike the pages of one state are: candidates for the prior's shape, of which the one that
  // foretells best is used.
  static constexpr std::array<double, 5> kShapes = {0.35, 0.7, 1.4, 2.8, 5.6};
  // A change that rates have not learned of yet: whether it was the page's own or that of a shock
  // shows when more was seen. Else the first pages of a redesign would teach that all pages of the
  // group change often, which would explain the others.
  struct Pending {
    Hazard::State state;
    float days = 0;
    float own = 0;  // changes of its own that were expected
    uint32_t since = 0;
    uint32_t now = 0;
  };
  struct Together {  // what many pages of a group do at once
    Shocks shocks;
    std::vector<Pending> pending;
  };
  struct alignas(64) GroupModel {
    uint32_t pages : 31 = 0;
    uint32_t uses_clock : 1 = 0;
    float clock_score = 0;  // by how much the clock foretold better: a log likelihood ratio
    float known_since = 0;  // the day
    // Of its shocks, so that most visits need not look at them.
    float shocks_of_late = 0;
    double last_shock = 0;  // the day on which it was over
    UsualRates::OfGroup rates;
    std::unique_ptr<SiteClock> clock;
    std::unique_ptr<Together> together;
  };
  static_assert(sizeof(GroupModel) == 64);
  // What a visit tells of the page's own changes.
  struct Evidence {
    Hazard::Span span;
    double events = 0;  // to add to the page's
    double days = 0;
    bool is_shock = false;  // more probably than a change of its own
  };

  void learn_pending(GroupModel& group);
  bool saw_together(GroupModel& group, const Visit& visit, double own);
  static change::Belief belief_of(const PageState& page, double usual, double shape);
  // Of so many days that ended with a change, so many changes of the page's own being expected, and
  // by shocks: the part that tells of its own.
  static double credit(double own, double shock);
  static Evidence evidence_of(const change::Belief& belief, double days, double own, double shock,
                              const Visit& visit);
  double shock_between(const GroupModel& group, uint32_t since, double until) const;
  double stands_for();
  void score_shapes(const PageState& page, double usual, double days, bool changed, double weight);
  void score_clock(GroupModel& group, const change::Belief& belief, const Visit& visit,
                   double weight);

  const Options options_;
  std::vector<GroupModel> groups_;
  std::vector<change::DateTrust> dates_;  // of groups
  UsualRates rates_;
  double shape_ = 1.4;
  std::array<double, kShapes.size()> scores_{};
  uint64_t visits_ = 0;
};

}  // namespace freshet::schedule
