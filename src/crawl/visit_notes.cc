#include "crawl/visit_notes.h"

#include <algorithm>

#include "change/history.h"
#include "collection/page_status.h"

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

// Returns the result of the visit for the page's history.
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

// Returns nothing if the last change is older than the recent visits.
std::optional<Instant> last_change_of(const change::History& history) {
  std::optional<Instant> last;
  const std::vector<change::Visit> visits = history.recent();
  for (const change::Visit& visit : visits) {
    if (visit.changed) last = visit.at;
  }
  const bool has_all = history.totals().requests == visits.size();
  return last || !has_all ? last : std::optional(visits.front().at);
}

// Returns whether anything differs, including what is no change for the policy.
bool differs(const Found& found, const Reading* reading) {
  return found.kind == Found::Kind::kChanged ||
         (reading != nullptr && reading->difference != change::DifferenceKind::kNone);
}

store::Change::Part what_changed(change::DifferenceKind kind) {
  using Part = store::Change::Part;
  switch (kind) {
    case change::DifferenceKind::kText: return Part::kText;
    case change::DifferenceKind::kLinks: return Part::kLinks;
    case change::DifferenceKind::kMetadata: return Part::kMetadata;
    case change::DifferenceKind::kNone:
    case change::DifferenceKind::kBytes: return Part::kBytes;
  }
  return Part::kText;
}

bool leaves(const store::PageState& page, const change::History& history,
            const collection::Leaving& leaving, Instant now) {
  return history.absence().visits >= leaving.visits && page.gone_since &&
         now - *page.gone_since >= leaving.after;
}

}  // namespace

std::optional<store::Change> note_first_visit(store::PageState& page, const VisitNote& note) {
  const bool has_content = page.last_success == note.at;
  const Found found{.kind = has_content               ? Found::Kind::kSame
                            : is_absence(page.result) ? Found::Kind::kGone
                                                      : Found::Kind::kFailed,
                    .last_modified = note.reading != nullptr
                                         ? note.reading->validators.last_modified
                                         : std::nullopt};
  change::History history;
  history.record(visit_of(page, found, note.at));
  page.history = history.encode();
  if (!has_content) return std::nullopt;
  return store::Change{.at = note.at, .page = page.key, .size = page.size};
}

std::optional<store::Change> note_revisit(store::PageState& page, const Found& found,
                                          const VisitNote& note,
                                          const collection::Leaving& leaving) {
  const Instant at = note.at;
  change::History history = collection::history_of(page);
  const bool had_content = history.totals().successes > 0;
  const bool was_there = history.absence().visits == 0;
  const bool had_left = page.left.has_value();
  history.record(visit_of(page, found, at));
  const bool has_failed = found.kind == Found::Kind::kFailed;
  if (!has_failed && note.reading != nullptr && note.reading->doubts.retracted > 0) {
    history.retract_changes(note.reading->doubts.retracted);
    if (const auto last = last_change_of(history)) page.last_change = last;
  }
  page.history = history.encode();
  if (has_failed) return std::nullopt;

  store::Change change{.at = at, .page = page.key, .size = page.size};
  if (found.kind == Found::Kind::kGone) {
    if (!had_content || had_left) return std::nullopt;
    if (!page.gone_since) page.gone_since = history.absence().since;
    if (was_there) {
      change.kind = store::Change::Kind::kGone;
    } else if (leaves(page, history, leaving, at)) {
      page.left = at;
      change.kind = store::Change::Kind::kLeft;
    } else {
      return std::nullopt;
    }
    return change;
  }
  page.gone_since.reset();
  page.left.reset();
  if (!had_content) {
    change.kind = store::Change::Kind::kNew;
  } else if (!was_there) {
    change.kind = store::Change::Kind::kBack;
  } else if (differs(found, note.reading)) {
    change.kind = store::Change::Kind::kChanged;
    change.part = what_changed(note.reading->difference);
    change.share = static_cast<float>(note.reading->share);
  } else {
    return std::nullopt;
  }
  return change;
}

void take_reading(store::PageState& page, const Reading& reading, int status) {
  page.http_status = static_cast<uint16_t>(status);
  page.truncated = reading.is_partial();
  page.size = reading.size;
  page.content = reading.content;
  page.simhash = reading.simhash;
  page.title = reading.title;
  page.noindex = reading.robots.noindex;
  page.etag = reading.validators.etag;
  page.last_modified = reading.validators.last_modified_text;
  page.own_modified = reading.modified;
  page.own_published = reading.modified ? std::nullopt : reading.published;
  if (reading.redirect) page.redirect_to = *reading.redirect;
}

bool is_part_of_whole(const store::PageState& before, const Reading& reading) {
  return reading.is_partial() && !before.truncated && before.last_success;
}

std::vector<std::pair<store::PageKey, Instant>> plausible_dates(
    const store::PageState& listing, const Candidates& candidates,
    const std::function<bool(store::PageId)>& is_admitted, Instant now) {
  constexpr size_t kFew = 20;
  constexpr Duration kGeneratedNow = Duration::minutes(1);
  std::vector<std::pair<store::PageKey, Instant>> dates;
  for (size_t i = 0; i < candidates.size(); ++i) {
    const Candidate candidate = candidates[i];
    if (!candidate.date || candidate.sitemap || now - *candidate.date < kGeneratedNow) continue;
    if (candidate.key.site != listing.key.site || !is_admitted(candidate.key.page)) continue;
    dates.emplace_back(candidate.key, *candidate.date);
  }
  const bool all_the_same =
      dates.size() > kFew && std::all_of(dates.begin(), dates.end(), [&](const auto& one) {
        return one.second == dates.front().second;
      });
  if (all_the_same) dates.clear();
  return dates;
}

}  // namespace freshet::crawl
