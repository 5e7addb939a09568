#include "crawl/recall.h"

#include "crawl/attended.h"

namespace freshet::crawl {

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

Status recall_collection(const store::Store& store, const Recall& recall,
                         refresh::Refresher& refresher) {
  Status read = store.each_page([&](const store::PageState& page) {
    if (recall.each) recall.each(page);
    if (!is_attended(page)) return true;
    const uint32_t links = recall.in_links != nullptr ? recall.in_links->to(page.key.page) : 0;
    refresher.recall(page, history_of(page), weight_of(page, recall.importance, links));
    return true;
  });
  refresher.begin(recall.now);
  const auto kept = store.fact(kCalibrationFact);
  if (kept && *kept) {
    if (auto calibration = refresh::Calibration::decode(**kept)) {
      refresher.calibration() = *calibration;
    }
  }
  return read;
}

}  // namespace freshet::crawl
