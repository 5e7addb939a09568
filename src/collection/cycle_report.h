#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clock/instant.h"
#include "collection/command.h"
#include "result/result.h"
#include "schedule/cycle.h"
#include "store/store.h"

namespace freshet::collection {

// The table of the policy `cycle`: which pages it visits at which time of a turn of four weeks.
struct CycleReport {
  bool running = false;
  std::string policy;  // of the present run, or of the last one; empty: not known
  Instant at;
  Duration east;  // of UTC, the place whose weekdays and hours these are
  uint64_t pages = 0;
  double requests_a_day = 0;
  // Pages by group before and after the groups are simplified, the most frequent group first.
  struct Group {
    schedule::CycleGroup group;
    uint64_t pages = 0;
  };
  std::vector<Group> groups;
  std::vector<Group> simplified;
  // All places of the turn that contains `at`, in order of time.
  struct Place {
    schedule::CycleSlot slot;
    Instant at;
    uint64_t pages = 0;
    std::vector<std::string> urls;  // at most CycleQuery::urls
  };
  std::vector<Place> places;
  struct Page {
    std::string url;
    schedule::PageCycle cycle;
    double changes_a_week = 0;
  };
  std::vector<Page> listed;  // ordered by group and URL, at most CycleQuery::pages
};

// Parameters of report_cycle().
struct CycleInput {
  CycleQuery query;
  Instant now;
  Duration east;
  uint64_t most_pages = UINT64_MAX;  // it is an error if there are more
};
// Computes the table from the histories of the pages in the store, as a run of the policy does at
// its start. Reads every page.
Result<CycleReport> report_cycle(const store::Store& store, const CycleInput& input);

// The fact with the policy of the last run.
inline constexpr char kPolicyFact[] = "policy";

}  // namespace freshet::collection
