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
