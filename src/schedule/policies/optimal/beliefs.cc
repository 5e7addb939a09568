#include "schedule/policies/optimal/beliefs.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "change/exp_log.h"
#include "schedule/policies/seconds.h"

namespace freshet::schedule {
namespace {

using change::Belief;

// From so many pages on, a group has states of its own.
constexpr uint32_t kPagesForStates = 50;
// A clock is used once it has predicted clearly better than plain time (groups without rhythm
// seldom get beyond 5), and given up when it predicted worse: the classes of a group with a clock
// are its own, and would be too many if every group had one. Large groups have pages enough for
// that, and need not wait.
constexpr float kClockIsBetter = 20;
constexpr float kClockIsWorse = -8;
constexpr uint32_t kPagesForAClockAtOnce = 5'000;
// Fewer pages cannot show that they changed at once.
constexpr uint32_t kPagesForShocks = 20;
constexpr double kDaysOfUsualShocks = 250;
constexpr double kLeastDays = 1e-6;  // between two visits

double in_days(uint32_t seconds) {
  return seconds / kSecondsOfADay;
}

// The state in which a visit left a page. A wait is learned for the state in which it began.
Hazard::State state_at(const PageState& page, uint32_t visit) {
  return Hazard::state(in_days(visit - std::min(visit, page.last_change)), page.recent());
}

}  // namespace

bool Beliefs::add_page(Group group, uint32_t now) {
  if (group >= groups_.size()) {
    groups_.resize(group + size_t{1});
    dates_.resize(group + size_t{1});
  }
  GroupModel& its = groups_[group];
  if (its.pages == 0) its.known_since = static_cast<float>(in_days(now));
  const uint32_t pages = its.pages = its.pages + 1;
  if (pages == kPagesForStates) rates_.give_states(its.rates);
  if (pages == kPagesForShocks && !its.together)
    its.together = std::make_unique<GroupShocks>(options_.shocks);
  if (pages == options_.pages_for_a_clock && !its.clock) its.clock = std::make_unique<SiteClock>();
  if (pages != kPagesForAClockAtOnce || !its.clock) return false;
  const bool begins = its.uses_clock == 0;
  its.uses_clock = 1;
  return begins;
}

void Beliefs::prefetch(const PageState& last, const PageState& before, const PageState& first,
                       uint32_t now) const {
  __builtin_prefetch(&groups_[last.group]);
  const GroupModel& second = groups_[before.group];
  __builtin_prefetch(second.together.get(), 1);
  __builtin_prefetch(second.clock.get());
  rates_.prefetch(second.rates, state_at(before, before.last_visit));
  const GroupModel& third = groups_[first.group];
  if (third.together) third.together->shocks.prefetch();
  if (third.clock) third.clock->prefetch(in_days(first.last_visit), in_days(now));
}

void Beliefs::prefetch_clock(Group group, uint32_t since) const {
  const GroupModel& its = groups_[group];
  if (its.uses_clock != 0) its.clock->prefetch(in_days(since));
}

std::optional<Group> Beliefs::time_of(Group group, uint32_t since) const {
  const GroupModel& its = groups_[group];
  const bool has_time = its.uses_clock != 0 || its.last_shock > in_days(since);
  return has_time ? std::optional(group) : std::nullopt;
}

double Beliefs::waited(std::optional<Group> time, uint32_t since, double until) const {
  if (!time || groups_[*time].uses_clock == 0) return (until - since) / kSecondsOfADay;
  const SiteClock& its = *groups_[*time].clock;
  return its.at(until / kSecondsOfADay) - its.at(in_days(since));
}

double Beliefs::shock_between(const GroupModel& group, uint32_t since, double until) const {
  if (group.last_shock <= in_days(since)) return 0;
  return group.together->shocks.hazard(in_days(since), until / kSecondsOfADay);
}

Outlook Beliefs::outlook(Group group, Belief own, uint32_t since, uint32_t now) const {
  const GroupModel& its = groups_[group];
  const double days = std::min(in_days(now) - its.known_since, Shocks::kDaysOfLate);
  const double unnoticed =
      (options_.usual_shocks + its.shocks_of_late) / (kDaysOfUsualShocks + days);
  own.b = own.a / (own.mean() + unnoticed);
  return {.belief = own, .time = time_of(group, since)};
}

double Beliefs::as_if_waited(const Outlook& outlook, uint32_t since, double until) const {
  constexpr double kMost = 300;  // of which the exponential can be taken
  const double days = waited(outlook.time, since, until);
  if (!outlook.time) return days;
  const double shock = shock_between(groups_[*outlook.time], since, until);
  if (shock <= 0) return days;
  const Belief& belief = outlook.belief;
  return belief.b *
         change::exp_minus_1(std::min((shock + belief.expected(days)) / belief.a, kMost));
}

double Beliefs::when(const Outlook& outlook, uint32_t since, double days) const {
  if (!outlook.time) return since + days * kSecondsOfADay;
  const GroupModel& group = groups_[*outlook.time];
  const auto after = [&](double own_days) {
    if (group.uses_clock == 0) return since + own_days * kSecondsOfADay;
    return group.clock->when(group.clock->at(in_days(since)) + own_days) * kSecondsOfADay;
  };
  constexpr double kAlways = std::numeric_limits<uint32_t>::max();
  const double without_shock = after(days);
  const double shock = shock_between(group, since, kAlways);
  if (shock <= 0) return without_shock;
  // The shocks are over: either it was due before the last of them, or due by it.
  const Belief& belief = outlook.belief;
  const double least = std::min(group.last_shock * kSecondsOfADay, without_shock);
  const double left = std::max(belief.expected(days) - shock, 0.0) / belief.a;
  return std::max(after(belief.b * change::exp_minus_1(left)), least);
}

Belief Beliefs::belief_of(const PageState& page, double usual, double shape) {
  return {.a = shape + page.events, .b = shape / usual + page.days};
}

Belief Beliefs::of(const PageState& page) const {
  const auto state = state_at(page, page.last_visit);
  return belief_of(page, rates_.of(groups_[page.group].rates, state), shapes_.best());
}

Belief Beliefs::of_any() const {
  return {.a = shapes_.best(), .b = shapes_.best() / rates_.of_any()};
}

void Beliefs::remember(PageState& page, double changes, double days) {
  if (days <= 0) return;
  page.events += static_cast<float>(changes);
  page.days += static_cast<float>(days);
  rates_.learn(groups_[page.group].rates, {.days = days, .known_changes = changes});
}

// A change that was found may be the page's own or a shock's: each is credited by how probable it
// was.
double Beliefs::credit(double own, double shock) {
  if (own <= 0 || shock <= 0) return 1;
  return change::exp_minus_1(-own) / change::exp_minus_1(-own - shock);
}

// What the page's own share tells is taken in exactly, however long ago the last visit was.
Beliefs::Evidence Beliefs::evidence_of(const Belief& belief, double days, double own, double shock,
                                       const Visit& visit) {
  if (visit.changed_at)  // What was before the last change is not told.
    return {.span = {.days = days, .known_changes = 1}, .events = 1, .days = days};
  if (!visit.changed) return {.span = {.days = days}, .days = days};
  const double its = credit(own, shock);
  Belief after = belief;
  after.saw_change(days, own);
  return {.span = {.days = days, .changed = its},
          .events = its * (after.a - belief.a),
          .days = its * (after.b - belief.b) + (1 - its) * days,
          .is_shock = shock > own};
}

Beliefs::Learned Beliefs::learn(PageState& page, const Visit& visit) {
  GroupModel& group = groups_[page.group];
  const auto state = state_at(page, visit.since);
  const uint32_t used_clock = group.uses_clock;
  // Where there are many groups, none of this is at hand: let it come all at once.
  rates_.prefetch(group.rates, state);
  if (group.clock) group.clock->prefetch(in_days(visit.since), in_days(visit.now));
  const std::optional<Group> time = time_of(page.group, visit.since);
  const UsualRates::Rates usual = rates_.rates(group.rates, state);
  const Belief belief = belief_of(page, usual.of_state, shapes_.best());
  const double days = std::max(waited(time, visit.since, visit.now), kLeastDays);
  const double own = belief.expected(days);
  const double shock = shock_between(group, visit.since, visit.now);
  if (const double weight = shapes_.count_visit(); weight > 0) {
    shapes_.score(weight, [&](double shape) {
      return belief_of(page, usual.of_state, shape).log_likelihood(days, visit.changed);
    });
    if (group.clock) score_clock(group, belief, visit, weight);
  }
  if (group.clock && visit.changed_at)
    group.clock->saw_change_at(in_days(*visit.changed_at), in_days(visit.now), belief.mean());
  else if (group.clock)
    group.clock->saw(in_days(visit.since), in_days(visit.now), visit.changed, belief.mean());

  const double known_days =
      visit.changed_at ? std::max(waited(time, *visit.changed_at, visit.now), kLeastDays) : days;
  const Evidence found = evidence_of(belief, known_days, own, shock, visit);
  if (group.together && visit.changed && !visit.changed_at)
    group.together->pending.push_back({.state = state,
                                       .days = static_cast<float>(days),
                                       .own = static_cast<float>(own),
                                       .since = visit.since,
                                       .now = visit.now});
  else
    rates_.learn(group.rates, state, found.span, usual);
  const double kept = std::exp(-in_days(visit.now - visit.since) / options_.memory_days);
  page.events = static_cast<float>(std::max(kept * page.events + found.events, 0.0));
  page.days = static_cast<float>(std::max(kept * page.days + found.days, 0.0));
  if (!found.is_shock) {
    page.add_to_recent(visit.changed);
    if (visit.changed) page.last_change = visit.changed_at.value_or(visit.now);
  }
  rates_.prefetch(group.rates, state_at(page, visit.now));  // of() will ask
  const News of_shocks = group.together ? saw_together(group, visit, own) : News::kNone;
  const bool has_clock_begun = group.uses_clock != used_clock && group.uses_clock != 0;
  return {.news = has_clock_begun ? News::kOfTime : of_shocks, .before = belief};
}

Beliefs::News Beliefs::saw_together(GroupModel& group, const Visit& visit, double own) {
  const Shocks::Learned learned = group.together->shocks.saw({.from = in_days(visit.since),
                                                              .to = in_days(visit.now),
                                                              .changed = visit.changed,
                                                              .own = own,
                                                              .is_sample = visit.is_sample},
                                                             group.pages);
  if (learned == Shocks::Learned::kNothing) return News::kNone;
  const double last_shock = group.last_shock;
  group.last_shock = group.together->shocks.last();
  group.shocks_of_late = static_cast<float>(group.together->shocks.of_late());
  // As long as a shock is suspected, what it may explain waits.
  const size_t most_pending = std::max<size_t>(48, group.pages / 32);
  const bool may_wait =
      group.together->shocks.suspected() && group.together->pending.size() < most_pending;
  if (learned == Shocks::Learned::kOfShocks || !may_wait) learn_pending(group);
  if (learned != Shocks::Learned::kOfShocks) return News::kNone;
  return group.last_shock > last_shock ? News::kOfTime : News::kOfShares;
}

void Beliefs::learn_pending(GroupModel& group) {
  for (const PendingChange& its : group.together->pending) {
    const double shock = shock_between(group, its.since, its.now);
    rates_.learn(group.rates, its.state, {.days = its.days, .changed = credit(its.own, shock)});
  }
  group.together->pending.clear();
}

void Beliefs::score_clock(GroupModel& group, const Belief& belief, const Visit& visit,
                          double weight) {
  const double by_clock =
      group.clock->at(in_days(visit.now)) - group.clock->at(in_days(visit.since));
  const double plain = in_days(visit.now - visit.since);
  const double gain = belief.log_likelihood(std::max(by_clock, 1e-6), visit.changed) -
                      belief.log_likelihood(std::max(plain, 1e-6), visit.changed);
  group.clock_score += static_cast<float>(weight * gain);
  if (group.clock_score >= kClockIsBetter) group.uses_clock = 1;
  if (group.clock_score >= kClockIsWorse) return;
  group.uses_clock = 0;
  group.clock.reset();
}

std::vector<Shocks::Event> Beliefs::events(Group group) const {
  if (group >= groups_.size() || !groups_[group].together) return {};
  const Shocks& shocks = groups_[group].together->shocks;
  std::vector<Shocks::Event> events = shocks.events();
  if (const auto suspected = shocks.suspected()) events.push_back(*suspected);
  return events;
}

size_t Beliefs::memory_bytes() const {
  size_t bytes =
      groups_.size() * (sizeof(GroupModel) + sizeof(change::DateTrust)) + rates_.memory_bytes();
  for (const GroupModel& group : groups_) {
    if (group.clock) bytes += sizeof(SiteClock) + group.clock->memory_bytes();
    if (!group.together) continue;
    bytes += sizeof(GroupShocks) + group.together->shocks.memory_bytes() +
             group.together->pending.capacity() * sizeof(PendingChange);
  }
  return bytes;
}

}  // namespace freshet::schedule
