#include "change/trust.h"

namespace freshet::change {
namespace {

// When the counts reach this sum, they are halved, because sites change their software.
constexpr uint32_t kMost = 200;

// The clocks of servers are off by seconds, and dates have no fractions of a second.
constexpr Duration kClocksDiffer = Duration::minutes(2);

bool nine_in_ten(uint32_t right, uint32_t wrong) {
  return right >= 9 * uint64_t{wrong};
}

bool comparable(const DatedVisit& visit) {
  return visit.date && visit.last_date && *visit.date >= *visit.last_date &&
         *visit.date <= visit.now + kClocksDiffer &&
         *visit.last_date <= visit.last_visit + kClocksDiffer;
}

// An advance announces a change only if the new date is after the last visit.
bool after_last_visit(const DatedVisit& visit) {
  return *visit.date >= visit.last_visit - kClocksDiffer;
}

}  // namespace

void DateTrust::saw(const DatedVisit& visit) {
  if (!comparable(visit)) return;
  const bool advanced = *visit.date > *visit.last_date;
  if (advanced && !after_last_visit(visit)) return;
  if (advanced) {
    ++(visit.changed ? counts_.announced : counts_.false_alarms);
  } else if (visit.changed) {
    ++counts_.silent;
  }
  if (counts_.announced + counts_.silent + counts_.false_alarms < kMost) return;
  counts_.announced /= 2;
  counts_.silent /= 2;
  counts_.false_alarms /= 2;
}

bool DateTrust::may_use_dates() const {
  return nine_in_ten(counts_.announced, counts_.false_alarms + 1) &&
         nine_in_ten(counts_.announced, counts_.silent + 1);
}

std::optional<Instant> change_time(const DatedVisit& visit) {
  if (!visit.changed || !comparable(visit) || *visit.date == *visit.last_date) return std::nullopt;
  if (!after_last_visit(visit)) return std::nullopt;
  if (*visit.date < visit.last_visit) return visit.last_visit;
  return *visit.date > visit.now ? visit.now : *visit.date;
}

}  // namespace freshet::change
