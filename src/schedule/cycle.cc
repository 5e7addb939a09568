#include "schedule/cycle.h"

#include <algorithm>
#include <cmath>

#include "result/check.h"

namespace freshet::schedule {
namespace {

constexpr int kSunday = 0;
constexpr int kSaturday = 6;
constexpr Duration kHalfDay = Duration::hours(12);
// 1970-01-01 was a Thursday.
constexpr Instant kTableStart = Instant() - Duration::days(4);

// What is assumed of a page before its second visit: half a change in one day, a Gamma
// distribution of the rate. Its prediction counts as one visit.
constexpr double kPriorChanges = 0.5;
constexpr double kPriorDays = 1;
constexpr double kDaysOfWeek = 7;

// The rate at which as many visits as these would find a change, if changes were independent. The
// number of changes found would be too low: a page that is visited once a week cannot show more
// than one change in it.
double changes_a_day(const change::Summary& page) {
  // Fading sums may have more changes than visits after the first.
  const double visits = std::max<double>(page.visits - 1, page.changes);
  if (!(visits > 0) || !(page.days > 0)) return kPriorChanges / kPriorDays;
  const double days = page.days / visits;
  const double expected = 1 - std::pow(1 + days / kPriorDays, -kPriorChanges);
  const double found = (page.changes + expected) / (visits + 1);
  return -std::log1p(-found) / days;
}

bool is_monday_wednesday_friday(int weekday) {
  return weekday % 2 == 1;
}

}  // namespace

std::string CycleGroup::name() const {
  return (weeks > 1 ? std::to_string(weeks) : "") + "G" + std::to_string(visits);
}

CycleGroup group_of(double changes_per_week) {
  if (!(changes_per_week >= 0.25)) return {.visits = 1, .weeks = 4};
  if (changes_per_week < 0.5) return {.visits = 1, .weeks = 2};
  return {.visits = static_cast<int>(std::floor(std::min(changes_per_week, 14.0) + 0.5))};
}

CycleGroup simplified(CycleGroup group) {
  if (group.weeks > 1 || group.visits <= 1) return group;
  if (group.visits <= 4) return {.visits = 3};
  if (group.visits <= 10) return {.visits = 7};
  return {.visits = 14};
}

CollectAt collect_at(double changes_at_night, double changes_by_day) {
  return changes_at_night > changes_by_day ? CollectAt::kNoon : CollectAt::kMidnight;
}

CycleSlot slot_at(size_t index) {
  FRESHET_CHECK(index < kCycleSlots, "no such slot");
  const int day = static_cast<int>(index / 2);
  return {.week = day / 7,
          .weekday = kSunday + day % 7,
          .at = index % 2 == 1 ? CollectAt::kNoon : CollectAt::kMidnight};
}

bool is_collected(CycleGroup group, CollectAt at, const CycleSlot& slot) {
  if (group.visits == 14) return true;
  if (slot.at != at) return false;
  if (group.visits == 7) return true;
  if (group.visits == 3) return is_monday_wednesday_friday(slot.weekday);
  FRESHET_CHECK(group.visits == 1, "a group that has no place in the table");
  if (slot.weekday != kSaturday) return false;
  if (group.weeks == 4) return slot.week == 2;
  return group.weeks == 1 || slot.week % 2 == 1;
}

double changes_per_week(const change::Summary& page) {
  const double rate = changes_a_day(page);
  const double most = page.rhythm.most_changes_a_day().value_or(rate);
  // At least as many as were found.
  const double found = page.days > 0 ? page.changes / page.days : 0;
  return kDaysOfWeek * std::max(std::min(rate, most), found);
}

PageCycle cycle_of(const change::Summary& page, Duration east) {
  const double by_day = page.rhythm.changes_between(kDayBegins, kDayEnds, east);
  const double at_night = page.rhythm.changes_between(0, kDayBegins, east) +
                          page.rhythm.changes_between(kDayEnds, 24, east);
  return {.group = group_of(changes_per_week(page)), .at = collect_at(at_night, by_day)};
}

Instant turn_of(Instant now, Duration east) {
  constexpr Duration kTurn = kHalfDay * static_cast<int64_t>(kCycleSlots);
  const Instant start = kTableStart - east;
  const int64_t since = (now - start).in_microseconds();
  const int64_t turn = kTurn.in_microseconds();
  return start + kTurn * (since / turn - (since % turn < 0 ? 1 : 0));
}

Instant next_collection(const PageCycle& page, Instant after, Duration east) {
  const Instant start = kTableStart - east;
  const int64_t since = (after - start).in_microseconds();
  const int64_t half = kHalfDay.in_microseconds();
  // Rounded down, also before the start.
  int64_t slot = since / half - (since % half < 0 ? 1 : 0) + 1;
  const CycleGroup group = simplified(page.group);
  constexpr int64_t kTurn = kCycleSlots;
  while (
      !is_collected(group, page.at, slot_at(static_cast<size_t>((slot % kTurn + kTurn) % kTurn))))
    ++slot;
  return start + kHalfDay * slot;
}

double requests_a_day(std::span<const GroupShare> shares) {
  double sum = 0;
  for (const GroupShare& share : shares) sum += share.pages * share.group.visits_a_day();
  return sum;
}

}  // namespace freshet::schedule
