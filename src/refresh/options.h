#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "clock/instant.h"
#include "refresh/gain_floor.h"
#include "schedule/load_profile.h"
#include "schedule/value.h"
#include "store/types.h"

namespace freshet::refresh {

struct RefreshOptions {
  std::string policy = "optimal";
  schedule::Objective objective{.freshness = 1, .harmonic = 0.3};
  // The approximate number of visits per page and day; used only for the initial beliefs.
  double visits_per_page_day = 1;
  double audit_share = 0.01;  // of the visits to known pages
  GainFloor floor;            // pages below it are not chosen
  uint64_t seed = 1;          // for drawing audits
  Duration east;              // of UTC, the place whose weekdays and hours count for the policy
  // Returns the load of a site, or nullptr if it is not known. Empty: all hours are the same.
  std::function<const schedule::LoadProfile*(store::SiteId)> load;
};

}  // namespace freshet::refresh
