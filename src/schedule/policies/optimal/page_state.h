#pragma once

#include <cstdint>

#include "schedule/hazard.h"
#include "schedule/policies/optimal/page_groups.h"

namespace freshet::schedule {

// What is kept of each page: half a cache line. Times are in seconds (policies/seconds.h).
struct alignas(32) PageState {
  Group group = 0;
  float ratio = 1;          // weight over cost
  uint32_t last_visit = 0;  // or the last that was tried
  uint32_t last_change = 0;
  // The date that the server gave last, and 1; 0 for none.
  uint32_t last_date = 0;
  // Changes thought to have been seen, and the days in which, on the group's clock; fading.
  float events = 0;
  float days = 0;
  uint8_t changes = 0;  // as in Recent
  struct Flags {
    uint8_t waiting : 1 = 0;    // in the queue, not in the caller's hands
    uint8_t alone : 1 = 0;      // there, in no class
    uint8_t announced : 1 = 0;  // said to have changed since the last visit
    uint8_t pinged : 1 = 0;     // by a ping, not by a listing
    uint8_t is_listing : 1 = 0;
    uint8_t is_listed : 1 = 0;
    uint8_t is_sample : 1 = 0;      // chosen by the sampler
    uint8_t by_group_time : 1 = 0;  // in a class of its group's own
  };
  Flags flags;
  uint16_t outcomes : 11 = 1;  // as in Reachability
  uint16_t visits : 4 = 0;     // as in Recent
  uint16_t alive : 1 = 0;

  Recent recent() const { return {.changes = changes, .visits = static_cast<uint8_t>(visits)}; }
  void add_to_recent(bool changed) {
    Recent of_late = recent();
    of_late.add(changed);
    changes = of_late.changes;
    visits = of_late.visits;
  }
};
static_assert(sizeof(PageState) == 32);

}  // namespace freshet::schedule
