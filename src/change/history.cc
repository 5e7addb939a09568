#include "change/history.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "change/compact.h"

namespace freshet::change {
namespace {

using internal::from_rounded;
using internal::rounded;
using internal::short_float;

constexpr int64_t kLatest = std::numeric_limits<uint32_t>::max();  // in 2106

constexpr double kSecondsADay = 86'400;

Instant at_seconds(int64_t seconds) {
  return Instant::from_unix_seconds(seconds);
}

// Returns the time from the success before a recent visit to that visit; nullopt if the success is
// older than the recent ones.
std::optional<Rhythm::Interval> interval_to(const std::vector<Visit>& recent, size_t index) {
  const Visit& visit = recent[index];
  while (index-- > 0) {
    if (recent[index].outcome != Outcome::kSuccess) continue;
    return Rhythm::Interval{.from = recent[index].at,
                            .to = visit.at,
                            .changed = visit.changed,
                            .last_modified = visit.last_modified};
  }
  return std::nullopt;
}

void count(uint32_t& total) {
  if (total < std::numeric_limits<uint32_t>::max()) ++total;
}

}  // namespace

History::Entry History::entry_for(const Visit& visit, int64_t at) const {
  Entry entry{.gap = 0, .outcome = visit.outcome, .changed = false, .size = 0, .date = 0};
  if (!recent_.empty()) entry.gap = rounded(static_cast<uint64_t>(at - last_));
  if (visit.outcome != Outcome::kSuccess) return entry;
  entry.changed = visit.changed && totals_.successes > 0;
  const Entry* before = newest_success();
  if (before != nullptr && !entry.changed) {
    entry.size = before->size;
    return entry;
  }
  entry.size = rounded(visit.size);
  if (visit.last_modified && visit.last_modified->unix_seconds() <= at) {
    const auto age = static_cast<uint64_t>(at - visit.last_modified->unix_seconds());
    entry.date = static_cast<uint16_t>(rounded(age) + 1);
  }
  return entry;
}

void History::record(const Visit& visit) {
  const int64_t at = std::clamp<int64_t>(visit.at.unix_seconds(), last_, kLatest);
  const Entry entry = entry_for(visit, at);
  const auto success = last_success();
  const bool compared = entry.outcome == Outcome::kSuccess && success;
  const double exposure = compared ? (at_seconds(at) - *success).in_days() : 0;
  fade(static_cast<double>(at - last_) / kSecondsADay, entry, exposure);
  if (compared && *success < at_seconds(at)) {
    rhythm_.add({.from = *success,
                 .to = at_seconds(at),
                 .changed = entry.changed,
                 .last_modified = visit.last_modified});
  }

  count(totals_.requests);
  if (entry.outcome == Outcome::kSuccess) {
    count(totals_.successes);
    old_success_ = 0;
  }
  if (entry.changed) count(totals_.changes);
  last_ = static_cast<uint32_t>(at);
  recent_.push_back(entry);
  if (recent_.size() > kRecent) drop_oldest();
}

void History::retract_changes(int count) {
  const std::vector<Visit> visits = recent();
  int64_t age = 0;  // seconds before the last visit
  for (size_t i = recent_.size(); i-- > 0 && count > 0;) {
    Entry& entry = recent_[i];
    if (entry.changed) {
      const double kept = std::exp(-static_cast<double>(age) / kSecondsADay / kMemory.in_days());
      faded_.changes = short_float(std::max(0.0F, faded_.changes - static_cast<float>(kept)));
      --totals_.changes;
      if (const auto interval = interval_to(visits, i)) rhythm_.retract(*interval);
      entry.changed = false;
      entry.date = 0;
      --count;
    }
    age += static_cast<int64_t>(from_rounded(entry.gap));
  }
  // A visit that found no change has the size of the visit before.
  const Entry* before = nullptr;
  for (Entry& entry : recent_) {
    if (entry.outcome != Outcome::kSuccess) continue;
    if (before != nullptr && !entry.changed) entry.size = before->size;
    before = &entry;
  }
}

void History::set_back(Instant now, Duration ahead) {
  if (recent_.empty() || at_seconds(last_) <= now) return;
  History shifted;
  if (old_success_ != 0) {
    const Instant success = at_seconds(old_success_);
    shifted.old_success_ = static_cast<uint32_t>(
        std::max<int64_t>((success > now ? success - ahead : success).unix_seconds(), 0));
  }
  const uint32_t old_success = shifted.old_success_;
  shifted.old_success_ = 0;
  for (Visit visit : recent()) {
    const bool is_wrong = visit.at > now;
    if (is_wrong) visit.at = std::min(visit.at - ahead, now);
    if (visit.last_modified && *visit.last_modified > visit.at) visit.last_modified.reset();
    // record() counts the first success as no change, but the first recent one may be a change.
    if (visit.changed && shifted.totals_.successes == 0) shifted.totals_.successes = 1;
    shifted.record(visit);
  }
  if (shifted.newest_success() == nullptr) shifted.old_success_ = old_success;
  shifted.totals_ = totals_;
  shifted.rhythm_ = rhythm_;
  *this = std::move(shifted);
}

void History::fade(double days, const Entry& seen, double exposure) {
  const double kept = recent_.empty() ? 0 : std::exp(-days / kMemory.in_days());
  const bool success = seen.outcome == Outcome::kSuccess;
  const auto add = [kept](float& sum, double more) {
    sum = short_float(static_cast<float>(sum * kept + more));
  };
  add(faded_.exposure, exposure);
  add(faded_.changes, seen.changed ? 1 : 0);
  add(faded_.successes, success ? 1 : 0);
  add(faded_.failures, success ? 0 : 1);
}

void History::drop_oldest() {
  const int64_t time = oldest_time();
  const bool success = recent_.front().outcome == Outcome::kSuccess;
  recent_.erase(recent_.begin());
  recent_.front().gap = 0;
  if (success && newest_success() == nullptr) {
    old_success_ = static_cast<uint32_t>(std::max<int64_t>(time, 0));
  }
}

const History::Entry* History::newest_success() const {
  const auto at = std::find_if(recent_.rbegin(), recent_.rend(), [](const Entry& entry) {
    return entry.outcome == Outcome::kSuccess;
  });
  return at == recent_.rend() ? nullptr : &*at;
}

int64_t History::oldest_time() const {
  int64_t time = last_;
  for (const Entry& entry : recent_) time -= static_cast<int64_t>(from_rounded(entry.gap));
  return time;
}

std::vector<Visit> History::recent() const {
  std::vector<Visit> visits;
  visits.reserve(recent_.size());
  int64_t time = oldest_time();
  for (const Entry& entry : recent_) {
    time += static_cast<int64_t>(from_rounded(entry.gap));
    Visit visit{.at = at_seconds(time),
                .outcome = entry.outcome,
                .changed = entry.changed,
                .size = from_rounded(entry.size),
                .last_modified = std::nullopt};
    if (entry.date != 0) {
      const uint64_t age = from_rounded(static_cast<uint16_t>(entry.date - 1));
      visit.last_modified = at_seconds(time - static_cast<int64_t>(age));
    }
    visits.push_back(visit);
  }
  return visits;
}

History::Sums History::sums(Instant now) const {
  const double days = std::max(0.0, (now - at_seconds(last_)).in_days());
  const double kept = std::exp(-days / kMemory.in_days());
  return {.exposure = kept * faded_.exposure,
          .changes = kept * faded_.changes,
          .successes = kept * faded_.successes,
          .requests = kept * (double{faded_.successes} + faded_.failures)};
}

Summary History::summary() const {
  const auto success = last_success();
  if (!success) return {};
  const double failing = (at_seconds(last_) - *success).in_days();
  const auto unfaded = static_cast<float>(std::exp(failing / kMemory.in_days()));
  return {.visits = unfaded * faded_.successes,
          .changes = unfaded * faded_.changes,
          .days = unfaded * faded_.exposure,
          .rhythm = rhythm_,
          .last_success = *success};
}

History::Absence History::absence() const {
  Absence absence;
  int64_t time = last_;
  for (size_t i = recent_.size(); i-- > 0;) {
    if (recent_[i].outcome == Outcome::kSuccess) break;
    if (is_absent(recent_[i].outcome)) {
      ++absence.visits;
      absence.since = at_seconds(time);
    }
    time -= static_cast<int64_t>(from_rounded(recent_[i].gap));
  }
  return absence;
}

std::optional<Instant> History::last_visit() const {
  if (recent_.empty()) return std::nullopt;
  return at_seconds(last_);
}

std::optional<Instant> History::last_success() const {
  if (totals_.successes == 0) return std::nullopt;
  int64_t time = last_;
  for (size_t i = recent_.size(); i-- > 0;) {
    if (recent_[i].outcome == Outcome::kSuccess) return at_seconds(time);
    time -= static_cast<int64_t>(from_rounded(recent_[i].gap));
  }
  return at_seconds(old_success_);
}

}  // namespace freshet::change
