#pragma once

#include <cstdint>
#include <optional>

#include "clock/instant.h"
#include "result/result.h"
#include "store/store.h"
#include "telemetry/log.h"

namespace freshet::crawl {

// Times that a clock has written which was ahead of the one of now. Each time after `now` becomes
// what it should have been: by `ahead` earlier. Spans between such times, and what is left of rests
// and waits, stay as they are. "Never" stays.
struct TimeShift {
  Instant now;
  Duration ahead;

  Instant operator()(Instant time) const;
};

// True if a time was mended. What sites and pages claim of themselves (dates of change) stays.
bool mend(store::PageState& page, const TimeShift& shift);
bool mend(store::SiteState& site, const TimeShift& shift);

// Goes into every batch, so that a start can tell by one fact whether there is anything to mend.
void note_latest_time(store::Batch& batch, Instant now);

// When the last commit was; none from a state that is older than the note.
Result<std::optional<Instant>> latest_time(const store::Store& store);

// How far the times that the state has are ahead of the clock: zero if by less than a minute. Reads
// one fact; of a state that is older than the fact, all sites.
Result<Duration> time_ahead(const store::Store& store, Instant now);

struct MendedTimes {
  uint64_t pages = 0;
  uint64_t sites = 0;
  uint64_t changes = 0;
};
// Goes through the whole state: some seconds for a million pages. May be broken off and begun
// again.
Result<MendedTimes> mend_all_times(store::Store& store, const TimeShift& shift);

// All of the above: mends where it is needed, and warns of it.
Status mend_times(store::Store& store, Instant now, telemetry::Log& log);

}  // namespace freshet::crawl
