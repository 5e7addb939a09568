#include "crawl/clock_mending.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "change/history.h"
#include "clock/civil.h"
#include "crawl/site_memory.h"
#include "crawl/spending.h"

namespace freshet::crawl {
namespace {

// Microseconds since 1970: the time of the last commit.
constexpr char kLatestFact[] = "latest_time";
constexpr Duration kTolerated = Duration::minutes(1);
// A page that waits for its first visit, or for another try, waits no longer after mending.
constexpr Duration kLongestWait = Duration::days(1);
constexpr size_t kRowsPerCommit = 10'000;

// True if it was mended.
bool mend_time(Instant& time, const TimeShift& shift) {
  const Instant mended = shift(time);
  const bool is_other = mended != time;
  time = mended;
  return is_other;
}

bool mend_memory(std::string& learned, const TimeShift& shift) {
  if (learned.empty()) return false;
  SiteMemory memory = SiteMemory::decode(learned);
  bool is_mended = mend_time(memory.presence.none_since, shift);
  is_mended |= mend_time(memory.presence.nothing_there.asked, shift);
  if (memory.failure) is_mended |= mend_time(memory.failure->at, shift);
  if (is_mended) learned = memory.encode();
  return is_mended;
}

// In it what is newer weighs more: what the future taught would outweigh all that comes now.
void forget_load(std::string& learned) {
  if (learned.empty()) return;
  SiteMemory memory = SiteMemory::decode(learned);
  memory.load = {};
  learned = memory.encode();
}

// Commits what was gathered, when it is enough or when it must be.
class Gathering {
 public:
  explicit Gathering(store::Store& store) : store_(store) {}

  store::Batch& batch() { return batch_; }
  // False after an error.
  bool gathered() { return ++rows_ % kRowsPerCommit != 0 || flush(); }
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

Result<uint64_t> mend_pages(store::Store& store, const TimeShift& shift) {
  Gathering gathering(store);
  const Status read = store.each_page([&](const store::PageState& page) {
    store::PageState mended = page;
    if (!mend(mended, shift)) return true;
    gathering.batch().visited.push_back({std::move(mended), page.next_visit});
    return gathering.gathered();
  });
  if (!read) return Unexpected(read.error());
  if (!gathering.flush()) return Unexpected(gathering.status().error());
  return gathering.rows();
}

Result<uint64_t> mend_sites(store::Store& store, const TimeShift& shift) {
  Gathering gathering(store);
  const Status read = store.each_site([&](const store::SiteState& site) {
    store::SiteState mended = site;
    if (!mend(mended, shift)) return true;
    gathering.batch().sites.push_back(std::move(mended));
    return gathering.gathered();
  });
  if (!read) return Unexpected(read.error());
  if (!gathering.flush()) return Unexpected(gathering.status().error());
  return gathering.rows();
}

// Their time is their key: all of them are replaced at once.
Result<uint64_t> mend_changes(store::Store& store, const TimeShift& shift) {
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

bool mend(store::PageState& page, const TimeShift& shift) {
  bool is_mended = false;
  for (Instant* time : {&page.first_seen, &page.last_visit, &page.last_success, &page.last_change,
                        &page.gone_since, &page.left}) {
    is_mended |= mend_time(*time, shift);
    *time = std::min(*time, shift.now);
  }
  is_mended |= mend_time(page.next_visit, shift);
  if (page.next_visit != Instant::never()) {
    page.next_visit = std::min(page.next_visit, shift.now + kLongestWait);
  }
  auto history = change::History::decode(page.history);
  if (history && history->last_visit() && *history->last_visit() > shift.now) {
    history->set_back(shift.now, shift.ahead);
    page.history = history->encode();
    is_mended = true;
  }
  return is_mended;
}

bool mend(store::SiteState& site, const TimeShift& shift) {
  bool is_mended = false;
  for (Instant* time :
       {&site.discovered, &site.next_allowed, &site.resting_until, &site.robots_fetched}) {
    is_mended |= mend_time(*time, shift);
  }
  is_mended |= mend_memory(site.learned, shift);
  if (is_mended) forget_load(site.learned);
  return is_mended;
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
      latest = std::max({latest, site.discovered, site.robots_fetched});
      return true;
    });
    if (!read) return Unexpected(read.error());
  }
  return latest > now + kTolerated ? latest - now : Duration();
}

Result<MendedTimes> mend_all_times(store::Store& store, const TimeShift& shift) {
  const auto pages = mend_pages(store, shift);
  if (!pages) return Unexpected(pages.error());
  const auto sites = mend_sites(store, shift);
  if (!sites) return Unexpected(sites.error());
  const auto changes = mend_changes(store, shift);
  if (!changes) return Unexpected(changes.error());
  store::Batch last;
  Spending spending = kept_spending(store);
  if (mend_time(spending.since, shift)) last.facts.emplace_back(kSpendingFact, spending.encode());
  note_latest_time(last, shift.now);
  if (Status committed = store.commit(last, store::Durability::kPower); !committed) {
    return Unexpected(committed.error());
  }
  return MendedTimes{.pages = *pages, .sites = *sites, .changes = *changes};
}

Status mend_times(store::Store& store, Instant now, telemetry::Log& log) {
  const auto ahead = time_ahead(store, now);
  if (!ahead) return Unexpected(ahead.error());
  if (*ahead == Duration()) return Done{};
  log.warning(
      "the state has times that have not come yet: the clock was ahead when they were written, or "
      "is "
      "behind now; they are set back. If the clock is behind now, stop and set it",
      {{"clock", format_iso8601(now)}, {"state", format_iso8601(now + *ahead)}});
  const auto mended = mend_all_times(store, {.now = now, .ahead = *ahead});
  if (!mended) return Unexpected(mended.error());
  log.warning("times were set back", {{"days", ahead->in_days()},
                                      {"pages", mended->pages},
                                      {"sites", mended->sites},
                                      {"changes", mended->changes}});
  return Done{};
}

}  // namespace freshet::crawl
