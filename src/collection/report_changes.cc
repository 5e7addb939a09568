#include "collection/report_changes.h"

namespace freshet::collection {

Result<ChangesReport> report_changes(const store::Store& store, const ChangesQuery& query,
                                     Instant now, Instant before) {
  ChangesReport report;
  report.next = query.ago ? ChangePlace{.at = now - *query.ago} : query.from;
  const ChangePlace from = report.next;
  const Status read = store.each_change(from.at, [&](const store::Change& change) {
    const bool was_told = from.page && change.at == from.at && change.page <= *from.page;
    if (was_told) return true;
    if (change.at >= before) return false;
    if (report.changes.size() == query.most) {
      report.more = true;
      return false;
    }
    const auto page = store.page(change.page);
    report.changes.push_back({change, page && *page ? (*page)->url : ""});
    report.next = {change.at, change.page};
    return true;
  });
  if (!read) return Unexpected(read.error());
  return report;
}

}  // namespace freshet::collection
