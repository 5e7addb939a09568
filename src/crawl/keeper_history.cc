// What visits came to, as it is kept of each page and told of the collection.
#include "change/history.h"
#include "crawl/attended.h"
#include "crawl/keeper.h"

namespace freshet::crawl {
namespace {

using refresh::Found;
using store::VisitResult;

bool is_absence(VisitResult result) {
  return result == VisitResult::kGone || result == VisitResult::kSoftGone ||
         result == VisitResult::kRedirected;
}

change::Outcome absence_of(VisitResult result) {
  if (result == VisitResult::kRedirected) return change::Outcome::kRedirected;
  return result == VisitResult::kSoftGone ? change::Outcome::kSoftGone : change::Outcome::kGone;
}

// What the visit came to, for the page's history.
change::Visit visit_of(const store::PageState& page, const Found& found, Instant at) {
  change::Visit visit{.at = at, .changed = found.kind == Found::Kind::kChanged};
  switch (found.kind) {
    case Found::Kind::kSame:
    case Found::Kind::kChanged:
      visit.size = page.size;
      visit.last_modified = found.last_modified;
      break;
    case Found::Kind::kFailed: visit.outcome = change::Outcome::kFailed; break;
    case Found::Kind::kGone: visit.outcome = absence_of(page.result); break;
  }
  return visit;
}

// Nothing if it is older than the recent visits.
std::optional<Instant> last_change_of(const change::History& history) {
  std::optional<Instant> last;
  const std::vector<change::Visit> visits = history.recent();
  for (const change::Visit& visit : visits) {
    if (visit.changed) last = visit.at;
  }
  const bool has_all = history.totals().requests == visits.size();
  return last || !has_all ? last : std::optional(visits.front().at);
}

// Also in what does not count as a change for the policy.
bool differs(const Found& found, const Completed& completed) {
  return found.kind == Found::Kind::kChanged ||
         (completed.reading && completed.reading->difference != change::DifferenceKind::kNone);
}

store::Change::Of what_changed(change::DifferenceKind kind) {
  using Of = store::Change::Of;
  switch (kind) {
    case change::DifferenceKind::kText: return Of::kText;
    case change::DifferenceKind::kLinks: return Of::kLinks;
    case change::DifferenceKind::kMetadata: return Of::kMetadata;
    case change::DifferenceKind::kNone:
    case change::DifferenceKind::kBytes: return Of::kBytes;
  }
  return Of::kText;
}

}  // namespace

void Keeper::note_visit(store::PageState& page, const Found& found, const Completed& completed) {
  const Instant at = completed.at;
  change::History history = history_of(page);
  const bool had_content = history.totals().successes > 0;
  const bool was_there = history.absence().visits == 0;
  const bool had_left = page.left != Instant();
  history.record(visit_of(page, found, at));
  const bool has_failed = found.kind == Found::Kind::kFailed;
  if (!has_failed && completed.reading && completed.reading->doubts.retracted > 0) {
    history.retract_changes(completed.reading->doubts.retracted);
    page.last_change = last_change_of(history).value_or(page.last_change);
  }
  page.history = history.encode();
  if (has_failed) return;

  store::Change change{.at = at, .page = page.key, .size = page.size};
  if (found.kind == Found::Kind::kGone) {
    if (!had_content || had_left) return;
    if (page.gone_since == Instant()) page.gone_since = history.absence().since;
    if (was_there) {
      change.kind = store::Change::Kind::kGone;
    } else if (leaves(page, history, at)) {
      page.left = at;
      change.kind = store::Change::Kind::kLeft;
    } else {
      return;
    }
  } else {
    page.gone_since = page.left = Instant();
    if (!had_content) {
      change.kind = store::Change::Kind::kNew;
    } else if (!was_there) {
      change.kind = store::Change::Kind::kBack;
    } else if (differs(found, completed)) {
      change.kind = store::Change::Kind::kChanged;
      change.of = what_changed(completed.reading->difference);
      change.share = static_cast<float>(completed.reading->share);
    } else {
      return;
    }
  }
  batch_.changes.push_back(change);
}

// The policy hears of a visit as it most probably was, and of the page anew when doubts about its
// changes are settled.
void Keeper::tell_policy(const Revisit& revisit, const Found& found, const Completed& completed,
                         Instant now) {
  DoubtfulChanges& doubtful = sites_.at(revisit.before.key.site.value).doubtful;
  Found told = found;
  // What a visit that failed was answered says nothing of the page.
  const bool says_something = completed.reading && found.kind != Found::Kind::kFailed;
  const change::VolatileMask::Doubts doubts =
      says_something ? completed.reading->doubts : change::VolatileMask::Doubts{};
  doubtful.settled(doubts.retracted, doubts.confirmed);
  if (found.kind == Found::Kind::kChanged && doubts.is_doubtful && doubtful.is_told_as_same()) {
    told.kind = Found::Kind::kSame;
  }
  hand_back(revisit, told, now);
  const bool was_told_wrongly =
      doubts.retracted > 0 || (doubts.confirmed > 0 && doubtful.share_of_noise() > 0);
  if (!was_told_wrongly) return;
  const change::History::Sums sums = history_of(revisit.before).sums(completed.at);
  refresher_->relearn(new_page_of(revisit.before), {.changes = sums.changes, .days = sums.exposure},
                      now);
}

refresh::Refresher::NewPage Keeper::new_page_of(const store::PageState& page) const {
  return {.key = page.key,
          .weight = weight_of(page),
          .size = static_cast<uint32_t>(page.size),
          .is_listing = page.sitemap,
          .listed_on = page.listed_on ? std::optional(page.listed_on->page) : std::nullopt};
}

// The first visit to a page is over. In a run without end it is looked at again from now on; what
// it takes for that is kept by any crawl.
void Keeper::begin_attending(store::PageState& page, const Completed& completed, Instant now) {
  const bool has_content = page.last_success == completed.at;
  const Found found{.kind = has_content               ? Found::Kind::kSame
                            : is_absence(page.result) ? Found::Kind::kGone
                                                      : Found::Kind::kFailed,
                    .last_modified = completed.reading ? completed.reading->validators.last_modified
                                                       : std::nullopt};
  change::History history;
  history.record(visit_of(page, found, completed.at));
  page.history = history.encode();
  if (!refresher_) return;
  visited_in_batch_.insert(page.key.page.value);
  if (!has_content) {
    absent_.put(absent_of(page));
    return;
  }
  SiteEntry& entry = sites_.at(page.key.site.value);
  if (entry.wall_watch) entry.wall_watch->take_in(page.key);
  batch_.versions.emplace_back(page.key, completed.reading->version);
  batch_.changes.push_back({.at = completed.at, .page = page.key, .size = page.size});
  // To the policy, a time before what it was told last is a clock that was set back.
  refresher_->add(new_page_of(page), now);
}

}  // namespace freshet::crawl
