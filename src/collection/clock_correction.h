#pragma once

#include <cstdint>
#include <optional>

#include "clock/instant.h"
#include "result/result.h"
#include "store/store.h"
#include "telemetry/log.h"

namespace freshet::collection {

// The fact with the time of the last commit, in microseconds since 1970.
inline constexpr char kLatestFact[] = "latest_time";

// Corrects times that were written while the clock was ahead of the current one. Each time after
// `now` is reduced by `ahead`. Differences between such times, and the remainders of delays, stay
// as they are. Instant::never() stays.
struct TimeShift {
  Instant now;
  Duration ahead;

  Instant operator()(Instant time) const;
};

// Return true if a time was corrected. Dates of change that sites and pages claim themselves are
// not corrected.
bool correct(store::PageState& page, const TimeShift& shift);
bool correct(store::SiteState& site, const TimeShift& shift);

// Adds the time of the commit to a batch. With this fact a start can tell without reading the state
// whether a correction is needed.
void note_latest_time(store::Batch& batch, Instant now);

// Returns the time of the last commit; nothing if the state is older than the fact.
Result<std::optional<Instant>> latest_time(const store::Store& store);

// Returns how far the times in the state are ahead of the clock; zero if by less than a minute.
// Reads one fact, or all sites of a state that is older than the fact.
Result<Duration> time_ahead(const store::Store& store, Instant now);

struct CorrectedTimes {
  uint64_t pages = 0;
  uint64_t sites = 0;
  uint64_t changes = 0;
};
// Corrects the whole state, in some seconds for a million pages. It can be interrupted and
// repeated.
Result<CorrectedTimes> correct_all_times(store::Store& store, const TimeShift& shift);

// Corrects the state if it is needed, and logs a warning.
Status correct_times(store::Store& store, Instant now, telemetry::Log& log);

}  // namespace freshet::collection
