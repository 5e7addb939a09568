#include "crawl/maintenance.h"

#include "collection/replay.h"

namespace freshet::crawl {
namespace {

constexpr Duration kChangesAreKept = Duration::days(90);
constexpr Duration kCleanupInterval = Duration::hours(1);
constexpr Duration kLongPause = Duration::days(60);

}  // namespace

void Maintenance::start(const store::Store& store, std::optional<Instant> latest, Instant now) {
  // A clock that is far ahead would cause the removal of all changes; wait until it may have been
  // corrected.
  if (latest && now - *latest > kLongPause) last_cleanup_ = now;
  spent_before_ = collection::stored_spending(store);
  if (!spent_before_.since) spent_before_.since = now;
  audits_kept_ = known_.refresher().calibration().all().visits;
}

collection::Spending Maintenance::spent() const {
  return {spent_before_.requests + stats_.now.requests, spent_before_.since};
}

void Maintenance::complete(store::Batch& batch, Instant now) {
  if (now - last_cleanup_ >= kCleanupInterval || now < last_cleanup_) {
    batch.forget_changes_before = now - kChangesAreKept;
    last_cleanup_ = now;
  }
  if (stats_.now.requests != requests_kept_) {
    batch.facts.emplace_back(collection::kSpendingFact, spent().encode());
    requests_kept_ = stats_.now.requests;
  }
  const refresh::Calibration& calibration = known_.refresher().calibration();
  if (calibration.all().visits != audits_kept_) {
    batch.facts.emplace_back(collection::kCalibrationFact, calibration.encode());
    audits_kept_ = calibration.all().visits;
  }
}

}  // namespace freshet::crawl
