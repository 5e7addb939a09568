#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "collection/site_profile.h"
#include "crawl/doubtful_changes.h"
#include "crawl/quick_visits.h"
#include "robots/robots.h"
#include "store/store.h"

namespace freshet::crawl {

// What the engine has in memory for a site.
struct SiteEntry {
  store::SiteState state;
  robots::AgentRules rules;
  bool is_own = true;     // false: another agent visits it, and writes its state
  bool is_alias = false;  // of another site: it gets no requests, and is not in scope
  bool dirty = false;     // the store has an older version
  int resolve_failures = 0;
  int robots_failures = 0;  // in a row, including earlier runs
  uint64_t outside = 0;     // part of state.waiting that is known to be outside the scope
  std::optional<store::Store::Due> cursor;           // last page that was loaded from the store
  std::unique_ptr<collection::SiteProfile> decoded;  // decoded state.learned, after its first use
  QuickVisits quick;
  DoubtfulChanges doubtful;
  uint32_t sitemaps_named = 0;  // sitemaps that it named and that were admitted, in this run
  bool is_probing = false;      // a probe is queued or in flight
  std::unique_ptr<collection::WallWatch> wall_watch;  // created at the first evidence

  bool has_failure() const {
    return decoded ? decoded->failure.has_value()
                   : collection::SiteProfile::has_failure(state.learned);
  }
  bool has_wall() const {
    return decoded ? decoded->wall.has_value() : collection::SiteProfile::has_wall(state.learned);
  }
  bool has_alias() const {
    return decoded ? decoded->alias.has_value() : collection::SiteProfile::has_alias(state.learned);
  }
  bool has_suspects() const {
    return decoded ? !decoded->suspects.empty()
                   : collection::SiteProfile::has_suspects(state.learned);
  }
  // Returns false if the address was known.
  bool add_address(uint64_t key) {
    return decoded ? decoded->add_address(key)
                   : collection::SiteProfile::add_address(state.learned, key);
  }
  bool has_profile() const { return decoded || !state.learned.empty(); }
  collection::SiteProfile& profile() {
    if (!decoded) {
      decoded =
          std::make_unique<collection::SiteProfile>(collection::SiteProfile::decode(state.learned));
      state.learned = {};  // encoded again when the state is written
    }
    return *decoded;
  }
  // For reports: reads the profile without keeping it in memory.
  std::optional<collection::SiteFailure> last_failure() const {
    if (!has_failure()) return std::nullopt;
    return decoded ? decoded->failure : collection::SiteProfile::decode(state.learned).failure;
  }
  std::optional<collection::Wall> wall() const {
    if (!has_wall()) return std::nullopt;
    return decoded ? decoded->wall : collection::SiteProfile::decode(state.learned).wall;
  }
  std::optional<collection::Alias> alias() const {
    if (!has_alias()) return std::nullopt;
    return decoded ? decoded->alias : collection::SiteProfile::decode(state.learned).alias;
  }
  // The share of errors in recent visits; none if the profile was not decoded yet.
  std::optional<double> error_share() const {
    if (!decoded || decoded->load.empty()) return std::nullopt;
    return decoded->load.mean().error_share;
  }
};

}  // namespace freshet::crawl
