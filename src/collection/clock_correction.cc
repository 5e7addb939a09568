#include "collection/clock_correction.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "change/history.h"
#include "clock/civil.h"
#include "collection/site_profile.h"
#include "collection/spending.h"

namespace freshet::collection {
namespace {

// A clock that is ahead by less than this needs no correction.
constexpr Duration kTolerated = Duration::minutes(1);
// A page that waits for its first visit or a retry waits no longer than this after a correction.
constexpr Duration kLongestWait = Duration::days(1);
constexpr size_t kRowsPerCommit = 10'000;

// True if it was corrected.
bool correct_time(Instant& time, const TimeShift& shift) {
  const Instant corrected = shift(time);
  const bool is_other = corrected != time;
  time = corrected;
  return is_other;
}

bool correct_time(std::optional<Instant>& time, const TimeShift& shift) {
  return time && correct_time(*time, shift);
}

bool correct_profile(std::string& learned, const TimeShift& shift) {
  if (learned.empty()) return false;
  SiteProfile profile = SiteProfile::decode(learned);
  bool is_corrected = correct_time(profile.presence.none_since, shift);
  is_corrected |= correct_time(profile.presence.soft_404_signature.probed, shift);
  if (profile.failure) is_corrected |= correct_time(profile.failure->at, shift);
  if (is_corrected) learned = profile.encode();
  return is_corrected;
}

// Clears the load profile. Newer samples have more weight in it, so samples with future times would
// outweigh all later ones.
void clear_load(std::string& learned) {
  if (learned.empty()) return;
  SiteProfile profile = SiteProfile::decode(learned);
  profile.load = {};
  learned = profile.encode();
}

// Collects rows in a batch, and commits it when it is large enough, and at flush().
class BatchWriter {
 public:
  explicit BatchWriter(store::Store& store) : store_(store) {}

  store::Batch& batch() { return batch_; }
  // Returns false after an error.
  bool added() { return ++rows_ % kRowsPerCommit != 0 || flush(); }
  bool flush() {
    if (status_ && !batch_.empty()) status_ = store_.commit(batch_, store::Durability::kProcess);
    batch_.clear();
    return status_.has_value();
  }
  uint64_t rows() const { return rows_; }
  const Status& status() const { return status_; }

 private:
  store::Store& store_;
  store::Batch batch_;
  uint64_t rows_ = 0;
  Status status_ = Done{};
};

Result<uint64_t> correct_pages(store::Store& store, const TimeShift& shift) {
  BatchWriter writer(store);
  const Status read = store.each_page([&](const store::PageState& page) {
    store::PageState corrected = page;
    if (!correct(corrected, shift)) return true;
    writer.batch().visited.push_back({std::move(corrected), page.next_visit});
    return writer.added();
  });
  if (!read) return Unexpected(read.error());
  if (!writer.flush()) return Unexpected(writer.status().error());
  return writer.rows();
}

Result<uint64_t> correct_sites(store::Store& store, const TimeShift& shift) {
  BatchWriter writer(store);
  const Status read = store.each_site([&](const store::SiteState& site) {
    store::SiteState corrected = site;
    if (!correct(corrected, shift)) return true;
    writer.batch().sites.push_back(std::move(corrected));
    return writer.added();
  });
  if (!read) return Unexpected(read.error());
  if (!writer.flush()) return Unexpected(writer.status().error());
  return writer.rows();
}

// The time of a change is part of its key: all changes are replaced at once.
Result<uint64_t> correct_changes(store::Store& store, const TimeShift& shift) {
  store::Batch batch;
  const Status read = store.each_change(shift.now, [&](const store::Change& change) {
    if (change.at <= shift.now) return true;
    batch.changes.push_back(change);
    batch.changes.back().at = shift(change.at);
    return true;
  });
  if (!read) return Unexpected(read.error());
  const uint64_t rows = batch.changes.size();
  if (rows == 0) return rows;
  batch.forget_changes_after = shift.now;
  if (Status committed = store.commit(batch, store::Durability::kProcess); !committed) {
    return Unexpected(committed.error());
  }
  return rows;
}

}  // namespace

Instant TimeShift::operator()(Instant time) const {
  return time > now && time != Instant::never() ? time - ahead : time;
}

bool correct(store::PageState& page, const TimeShift& shift) {
  bool is_corrected = correct_time(page.first_seen, shift);
  page.first_seen = std::min(page.first_seen, shift.now);
  for (std::optional<Instant>* time :
       {&page.last_visit, &page.last_success, &page.last_change, &page.gone_since, &page.left}) {
    is_corrected |= correct_time(*time, shift);
    if (*time) *time = std::min(**time, shift.now);
  }
  is_corrected |= correct_time(page.next_visit, shift);
  if (page.next_visit != Instant::never()) {
    page.next_visit = std::min(page.next_visit, shift.now + kLongestWait);
  }
  auto history = change::History::decode(page.history);
  if (history && history->last_visit() && *history->last_visit() > shift.now) {
    history->set_back(shift.now, shift.ahead);
    page.history = history->encode();
    is_corrected = true;
  }
  return is_corrected;
}

bool correct(store::SiteState& site, const TimeShift& shift) {
  bool is_corrected = correct_time(site.robots_fetched, shift);
  for (Instant* time : {&site.discovered, &site.next_allowed, &site.resting_until}) {
    is_corrected |= correct_time(*time, shift);
  }
  is_corrected |= correct_profile(site.learned, shift);
  if (is_corrected) clear_load(site.learned);
  return is_corrected;
}

void note_latest_time(store::Batch& batch, Instant now) {
  batch.facts.emplace_back(kLatestFact, std::to_string(now.unix_microseconds()));
}

Result<std::optional<Instant>> latest_time(const store::Store& store) {
  const auto fact = store.fact(kLatestFact);
  if (!fact) return Unexpected(fact.error());
  if (!*fact) return std::nullopt;
  int64_t microseconds = 0;
  std::from_chars((*fact)->data(), (*fact)->data() + (*fact)->size(), microseconds);
  return Instant::from_unix_microseconds(microseconds);
}

Result<Duration> time_ahead(const store::Store& store, Instant now) {
  const auto noted = latest_time(store);
  if (!noted) return Unexpected(noted.error());
  Instant latest = noted->value_or(Instant());
  if (!*noted) {
    const Status read = store.each_site([&](const store::SiteState& site) {
      latest = std::max({latest, site.discovered, site.robots_fetched.value_or(latest)});
      return true;
    });
    if (!read) return Unexpected(read.error());
  }
  return latest > now + kTolerated ? latest - now : Duration();
}

Result<CorrectedTimes> correct_all_times(store::Store& store, const TimeShift& shift) {
  const auto pages = correct_pages(store, shift);
  if (!pages) return Unexpected(pages.error());
  const auto sites = correct_sites(store, shift);
  if (!sites) return Unexpected(sites.error());
  const auto changes = correct_changes(store, shift);
  if (!changes) return Unexpected(changes.error());
  store::Batch last;
  Spending spending = stored_spending(store);
  if (correct_time(spending.since, shift))
    last.facts.emplace_back(kSpendingFact, spending.encode());
  note_latest_time(last, shift.now);
  if (Status committed = store.commit(last, store::Durability::kPower); !committed) {
    return Unexpected(committed.error());
  }
  return CorrectedTimes{.pages = *pages, .sites = *sites, .changes = *changes};
}

Status correct_times(store::Store& store, Instant now, telemetry::Log& log) {
  const auto ahead = time_ahead(store, now);
  if (!ahead) return Unexpected(ahead.error());
  if (*ahead == Duration()) return Done{};
  log.warning(
      "the state has times in the future: the clock was ahead when they were written, or is behind "
      "now. They are set back. If the clock is behind now, stop the run and correct the clock",
      {{"clock", format_iso8601(now)}, {"state", format_iso8601(now + *ahead)}});
  const auto corrected = correct_all_times(store, {.now = now, .ahead = *ahead});
  if (!corrected) return Unexpected(corrected.error());
  log.warning("times were set back", {{"days", ahead->in_days()},
                                      {"pages", corrected->pages},
                                      {"sites", corrected->sites},
                                      {"changes", corrected->changes}});
  return Done{};
}

}  // namespace freshet::collection
