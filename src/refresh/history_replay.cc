#include "refresh/history_replay.h"

#include <algorithm>
#include <cmath>

namespace freshet::refresh {
namespace {

constexpr double kDay = 86'400;
constexpr uint32_t kLargest = (uint32_t{1} << 29) - 1;

Found::Kind kind_of(const change::Visit& visit) {
  switch (visit.outcome) {
    case change::Outcome::kFailed: return Found::Kind::kFailed;
    case change::Outcome::kGone:
    case change::Outcome::kRedirected:
    case change::Outcome::kSoftGone: return Found::Kind::kGone;
    case change::Outcome::kSuccess: break;
  }
  return visit.changed ? Found::Kind::kChanged : Found::Kind::kSame;
}

}  // namespace

bool HistoryReplay::Entry::changed() const {
  return static_cast<Found::Kind>(kind) == Found::Kind::kChanged;
}

bool HistoryReplay::Entry::succeeded() const {
  return changed() || static_cast<Found::Kind>(kind) == Found::Kind::kSame;
}

HistoryReplay::Entry HistoryReplay::entry_of(schedule::Page page, const change::Visit& visit) {
  return {.at = unix_seconds_of(visit.at),
          .page = page,
          .last_modified = visit.last_modified ? unix_seconds_of(*visit.last_modified) : 0,
          .size = static_cast<uint32_t>(std::min<uint64_t>(visit.size, kLargest)),
          .kind = static_cast<uint32_t>(kind_of(visit)) & 3,
          .first = 0};
}

bool HistoryReplay::add(schedule::Page page, const schedule::PageFacts& facts,
                        const change::History& history) {
  std::vector<change::Visit> recent = history.recent();
  const auto succeeded = [](const change::Visit& visit) {
    return visit.outcome == change::Outcome::kSuccess;
  };
  if (std::none_of(recent.begin(), recent.end(), succeeded)) {
    if (recent.empty() || history.totals().successes == 0) return false;
    // The last success is older than the recent visits of the history.
    recent.insert(recent.begin(), change::Visit{.at = recent.front().at});
  }
  const auto first = std::find_if(recent.begin(), recent.end(), succeeded);
  if (page >= facts_.size()) facts_.resize(page + size_t{1});
  // The sums of the history count all visits. Subtract the recent ones to get the older ones.
  change::History::Sums older = history.sums(recent.back().at);
  Instant success = first->at;
  for (auto visit = first + 1; visit != recent.end(); ++visit) {
    if (visit->outcome != change::Outcome::kSuccess) continue;
    const double kept =
        std::exp(-(recent.back().at - visit->at).in_days() / change::History::kMemory.in_days());
    older.exposure -= kept * (visit->at - success).in_days();
    older.changes -= visit->changed ? kept : 0;
    success = visit->at;
  }
  facts_[page] = {.site = facts.site,
                  .section = facts.section,
                  .weight = static_cast<float>(facts.weight),
                  .size = std::min(facts.size, kLargest),
                  .is_listing = facts.is_listing ? 1U : 0U};
  const bool has_older = history.totals().requests > recent.size() && older.exposure > 0;
  if (has_older) {
    facts_[page].past_days = static_cast<float>(older.exposure);
    facts_[page].past_changes = static_cast<float>(std::max(older.changes, 0.0));
  }
  const size_t begin = visits_.size();
  for (auto visit = first; visit != recent.end(); ++visit) {
    visits_.push_back(entry_of(page, *visit));
  }
  const size_t kept = sum_up(begin, visits_.size());
  visits_.erase(visits_.begin() + static_cast<std::ptrdiff_t>(begin),
                visits_.begin() + static_cast<std::ptrdiff_t>(kept));
  if (visits_.size() > most_visits_ && visits_each_ > 1) thin_out();
  return true;
}

// Adds all but the last visits of a page to its sums. Returns where the last visits begin: with one
// that succeeded.
size_t HistoryReplay::sum_up(size_t begin, size_t end) {
  size_t kept = end - begin > visits_each_ ? end - visits_each_ : begin;
  while (!visits_[kept].succeeded()) --kept;  // the first one did
  Facts& facts = facts_[visits_[begin].page];
  facts.past_days += static_cast<float>((visits_[kept].at - visits_[begin].at) / kDay);
  for (size_t i = begin + 1; i <= kept; ++i) facts.past_changes += visits_[i].changed() ? 1 : 0;
  return kept;
}

void HistoryReplay::thin_out() {
  visits_each_ /= 2;
  size_t size = 0;
  for (size_t begin = 0; begin < visits_.size();) {
    size_t end = begin + 1;
    while (end < visits_.size() && visits_[end].page == visits_[begin].page) ++end;
    for (size_t i = sum_up(begin, end); i < end; ++i) visits_[size++] = visits_[i];
    begin = end;
  }
  visits_.resize(size);
}

void HistoryReplay::replay(const std::function<void(const Visit&)>& each) {
  for (size_t i = 0; i < visits_.size(); ++i) {
    visits_[i].first = i == 0 || visits_[i].page != visits_[i - 1].page ? 1 : 0;
  }
  std::stable_sort(visits_.begin(), visits_.end(),
                   [](const Entry& a, const Entry& b) { return a.at < b.at; });
  for (const Entry& entry : visits_) {
    Visit visit{.page = entry.page,
                .at = Instant::from_unix_seconds(entry.at),
                .found = {.kind = static_cast<Found::Kind>(entry.kind), .size = entry.size}};
    if (entry.last_modified > 0) {
      visit.found.last_modified = Instant::from_unix_seconds(entry.last_modified);
    }
    schedule::PageFacts facts;
    if (entry.first != 0) {
      const Facts& its = facts_[entry.page];
      facts = {.site = its.site,
               .section = its.section,
               .weight = its.weight,
               .size = its.size,
               .is_listing = its.is_listing != 0,
               .past_changes = its.past_changes,
               .past_days = its.past_days};
      visit.first = &facts;
    }
    each(visit);
  }
  // Assigning {} would keep the memory.
  visits_ = std::vector<Entry>();
  facts_ = std::vector<Facts>();
}

}  // namespace freshet::refresh
