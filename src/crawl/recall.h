#pragma once

#include <functional>

#include "crawl/importance.h"
#include "refresh/refresher.h"
#include "result/result.h"
#include "store/store.h"

namespace freshet::crawl {

// One way through all that the store has of links; made for the pages that it knows of.
Result<InLinks> count_in_links(const store::Store& store);

// Tells what earlier runs saw of the collection, and begins.
struct Recall {
  Importance importance = Importance::kLinks;
  const InLinks* in_links = nullptr;  // none: as if there were no links
  Instant now;
  std::function<void(const store::PageState&)> each;  // is told of every page, known or absent
};
Status recall_collection(const store::Store& store, const Recall& recall,
                         refresh::Refresher& refresher);

// refresh::Calibration::encode() of all runs.
inline constexpr char kCalibrationFact[] = "calibration";

}  // namespace freshet::crawl
