#include "schedule/policies/optimal/visit_hours.h"

#include "schedule/policies/seconds.h"

namespace freshet::schedule {
namespace {

// So many changes must have been found soon after a visit before the hours of a group are learned:
// few groups have any, and the others would only take room.
constexpr uint8_t kChangesForHours = 16;
constexpr uint32_t kLongestWait = static_cast<uint32_t>(SiteHours::kLongestWait * kSecondsOfADay);

}  // namespace

void VisitHours::set_start(Instant start) {
  constexpr double kDayOf1970 = 4;  // of the week: a Thursday
  start_ = static_cast<double>(start.unix_seconds()) / kSecondsOfADay + kDayOf1970;
}

double VisitHours::week_day(uint32_t second) const {
  return start_ + second / kSecondsOfADay;
}

bool VisitHours::learns_from(Group group, uint32_t since, uint32_t now, bool changed) const {
  if (now <= since || now - since > kLongestWait) return false;
  return changed || (group < groups_.size() && groups_[group].hours);
}

void VisitHours::saw(Group group, const Visit& visit, const change::Belief& belief) {
  if (group >= groups_.size()) groups_.resize(group + size_t{1});
  OfGroup& its = groups_[group];
  if (!its.hours) {
    if (visit.changed && ++its.changes == kChangesForHours)
      its.hours = std::make_unique<SiteHours>(score_to_use_);
    return;
  }
  SiteHours::Visit seen{
      .from = week_day(visit.since), .to = week_day(visit.now), .changed = visit.changed};
  if (visit.changed_at) seen.changed_at = week_day(*visit.changed_at);
  its.hours->saw(seen, belief);
  its.is_used = its.hours->is_used();
}

uint32_t VisitHours::delay(Group group, uint32_t since, uint32_t now, double rate) const {
  if (!are_used(group) || now <= since) return 0;
  const double days = groups_[group].hours->best_delay(week_day(since), week_day(now), rate);
  return static_cast<uint32_t>(days * kSecondsOfADay);
}

size_t VisitHours::memory_bytes() const {
  size_t bytes = groups_.capacity() * sizeof(OfGroup);
  for (const OfGroup& its : groups_) bytes += its.hours ? sizeof(SiteHours) : 0;
  return bytes;
}

}  // namespace freshet::schedule
