#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "change/belief.h"
#include "clock/instant.h"
#include "schedule/policies/optimal/page_groups.h"
#include "schedule/site_hours.h"

namespace freshet::schedule {

// For which groups of pages the hour of the week counts, and how long their visits are put off for
// it. Groups that are seldom found changed soon after a visit have no hours. Times are in seconds
// since the start.
class VisitHours {
 public:
  explicit VisitHours(double score_to_use = SiteHours::kScoreToUse)
      : score_to_use_(static_cast<float>(score_to_use)) {}

  // To be told before the first visit.
  void set_start(Instant start);

  // Whether saw() would learn from such a visit.
  bool learns_from(Group group, uint32_t since, uint32_t now, bool changed) const;
  struct Visit {
    uint32_t since = 0;  // the last before it
    uint32_t now = 0;
    bool changed = false;
    std::optional<uint32_t> changed_at;  // where that is known
  };
  // Of a page of which this was believed.
  void saw(Group group, const Visit& visit, const change::Belief& belief);

  // It will be told of a visit of a page of the group: fetches what that takes.
  void prefetch(Group group, uint32_t since, uint32_t now) const {
    if (!learns_from(group, since, now, false)) return;
    groups_[group].hours->prefetch(week_day(since), week_day(now));
  }

  // By how many seconds the visit of a page that is due now, and was last visited then, should be
  // put off.
  uint32_t delay(Group group, uint32_t since, uint32_t now, double rate) const;
  bool are_used(Group group) const { return group < groups_.size() && groups_[group].is_used; }

  size_t memory_bytes() const;

 private:
  struct OfGroup {
    std::unique_ptr<SiteHours> hours;
    uint8_t changes = 0;  // found soon after the visit before; until it has hours
    bool is_used = false;
  };
  double week_day(uint32_t second) const;

  const float score_to_use_;
  double start_ = 0;  // days since a Sunday, 0:00 UTC
  std::vector<OfGroup> groups_;
};

}  // namespace freshet::schedule
