#include "collection/replay.h"

#include "collection/page_status.h"

namespace freshet::collection {

Result<InLinks> count_in_links(const store::Store& store) {
  uint64_t pages = 0;
  Status read = store.each_site([&](const store::SiteState& site) {
    pages += site.pages + site.waiting;
    return true;
  });
  if (!read) return Unexpected(read.error());
  InLinks in_links(pages);
  read = store.each_links([&](const store::PageLinks& links) {
    in_links.add(links);
    return true;
  });
  if (!read) return Unexpected(read.error());
  return in_links;
}

Status replay_collection(const store::Store& store, const Replay& replay,
                         refresh::Refresher& refresher) {
  Status read = store.each_page([&](const store::PageState& page) {
    if (replay.each) replay.each(page);
    if (!is_in_collection(page)) return true;
    const uint32_t links = replay.in_links != nullptr ? replay.in_links->to(page.key.page) : 0;
    refresher.recall(page, history_of(page), weight_of(page, replay.importance, links));
    return true;
  });
  refresher.begin(replay.now);
  const auto kept = store.fact(kCalibrationFact);
  if (kept && *kept) {
    if (auto calibration = refresh::Calibration::decode(**kept)) {
      refresher.calibration() = *calibration;
    }
  }
  return read;
}

}  // namespace freshet::collection
