#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "crawl/doubtful_changes.h"
#include "crawl/quick_visits.h"
#include "crawl/site_memory.h"
#include "robots/robots.h"
#include "store/store.h"

namespace freshet::crawl {

// What the keeper has in memory of a site.
struct SiteEntry {
  store::SiteState state;
  robots::AgentRules rules;
  bool dirty = false;  // differs from the store
  int resolve_failures = 0;
  int robots_failures = 0;                  // in a row, those of earlier runs too
  uint64_t outside = 0;                     // of state.waiting: known to be outside the scope
  std::optional<store::Store::Due> cursor;  // last page that came into memory from the store
  std::unique_ptr<SiteMemory> memory;       // once it was asked for
  QuickVisits quick;
  DoubtfulChanges doubtful;
  bool asking_made_up = false;            // a made-up address is waiting or under way
  std::unique_ptr<WallWatch> wall_watch;  // once there was something to watch

  bool has_failure() const {
    return memory ? memory->failure.has_value() : SiteMemory::has_failure(state.learned);
  }
  bool has_wall() const {
    return memory ? memory->wall.has_value() : SiteMemory::has_wall(state.learned);
  }
  bool has_memory() const { return memory || !state.learned.empty(); }
  SiteMemory& remembered() {
    if (!memory) {
      memory = std::make_unique<SiteMemory>(SiteMemory::decode(state.learned));
      state.learned = {};  // it is written anew from the memory
    }
    return *memory;
  }
};

}  // namespace freshet::crawl
