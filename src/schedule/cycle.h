#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "change/summary.h"
#include "clock/instant.h"

namespace freshet::schedule {

// "Refresh Cycle Optimization for Web Crawlers" (Cho, Lee, Choi 2013): pages are put into groups by
// how often they change in a week, and each group is collected at fixed times of the week.

// Collected `visits` times in `weeks` weeks: G14 .. G1 are 14 .. 1 times in one, 2G1 and 4G1 once
// in two and four.
struct CycleGroup {
  int visits = 1;
  int weeks = 1;

  double visits_a_day() const { return visits / (7.0 * weeks); }
  std::string name() const;
  bool operator==(const CycleGroup&) const = default;
};

// The nearest whole number of changes a week, halves up and 14 at most; below one half every second
// week, below one quarter every fourth.
CycleGroup group_of(double changes_per_week);

// One of six: 4G1, 2G1, G1, G3 (of G2 to G4), G7 (of G5 to G10), G14 (of G11 and more).
CycleGroup simplified(CycleGroup group);

constexpr int kDayBegins = 9;  // o'clock; before and after it is night
constexpr int kDayEnds = 18;

enum class CollectAt : uint8_t { kMidnight, kNoon };  // 0:00, at the beginning of the day; 12:00

// After the part of the day in which most changes fall: at noon for pages that change at night, at
// midnight for the others.
CollectAt collect_at(double changes_at_night, double changes_by_day);

// A place in the table of four weeks.
struct CycleSlot {
  int week = 0;     // 0..3
  int weekday = 0;  // 0 Sunday .. 6 Saturday
  CollectAt at = CollectAt::kMidnight;

  bool operator==(const CycleSlot&) const = default;
};

constexpr size_t kCycleSlots = 4 * 7 * 2;
CycleSlot slot_at(size_t index);  // in order of time

// Whether a page of this group has its place in this slot. The group is one of the simplified six:
// the paper fixes weekdays for these only. Monday, Wednesday and Friday for three a week; Saturday
// for one; the second and fourth Saturday for 2G1, the third for 4G1.
bool is_collected(CycleGroup group, CollectAt at, const CycleSlot& slot);

// The changes a week that a page is expected to have, from all its visits. A page without a second
// visit has 3.5.
double changes_per_week(const change::Summary& page);

struct PageCycle {
  CycleGroup group;  // any of the sixteen; simplified where it decides
  CollectAt at = CollectAt::kMidnight;

  bool operator==(const PageCycle&) const = default;
};

// The place of a page in the table, which depends only on what its visits found. The hours of the
// day are those of a place `east` of UTC by this much time.
PageCycle cycle_of(const change::Summary& page, Duration east);

// When a page is collected next, strictly later than `after`. Four-week turns are counted from the
// Sunday before 1970.
Instant next_collection(const PageCycle& page, Instant after, Duration east);

// The beginning of the turn that contains `now`: midnight of a Sunday.
Instant turn_of(Instant now, Duration east);

struct GroupShare {
  CycleGroup group;
  double pages = 0;
};
double requests_a_day(std::span<const GroupShare> shares);

}  // namespace freshet::schedule
