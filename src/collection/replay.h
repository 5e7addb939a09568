#pragma once

#include <functional>

#include "collection/page_weight.h"
#include "refresh/refresher.h"
#include "result/result.h"
#include "store/store.h"

namespace freshet::collection {

// Counts the links to each page, in one pass over the store.
Result<InLinks> count_in_links(const store::Store& store);

// Parameters of replay_collection().
struct Replay {
  Importance importance = Importance::kLinks;
  const InLinks* in_links = nullptr;  // nullptr: weights do not depend on links
  Instant now;
  std::function<void(const store::PageState&)> each;  // called for every page, known or absent
};
// Passes the visits that the store has to the policy.
Status replay_collection(const store::Store& store, const Replay& replay,
                         refresh::Refresher& refresher);

// The fact with refresh::Calibration::encode() of all runs.
inline constexpr char kCalibrationFact[] = "calibration";

}  // namespace freshet::collection
